import { createHash } from 'node:crypto';
import type { RawLine } from './raw';

/** A text as lines of other exports have it, too: without accents, signs and case. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a text without those with digits: what stays the same of each payment. Null without any. */
export const textKeyOf = (text: string): string | null =>
  folded(text)
    .split(' ')
    .filter((word) => word !== '' && !/\p{N}/u.test(word))
    .join(' ')
    .slice(0, 300) || null;

/**
 * Fingerprints by which an account has each line once: the bank's id and the amount; without an id the day, the amount, the text and
 * which of the equal lines of its file it is.
 */
export function onceKeys(lines: readonly RawLine[]): string[] {
  const equal = new Map<string, number>();
  return lines.map(({ bankId, day, cents, text }) => {
    if (bankId !== null) return hashOf(['id', bankId, cents]);
    const same = JSON.stringify([day, cents, folded(text)]);
    const which = equal.get(same) ?? 0;
    equal.set(same, which + 1);
    return hashOf(['text', same, which]);
  });
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
