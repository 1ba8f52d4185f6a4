// The worker imports this file.
import type { Cipher } from '../../../kernel/cipher';
import type { SealedColumn } from '../../../platform/secrets/reencrypt.sql';
import { bankAccounts } from './tables';

/** Bind the ciphertext to its use. */
const ROUTING = 'bank.routing';
const ACCOUNT = 'bank.account';
export const SEALED_BANK: readonly SealedColumn[] = [
  { column: bankAccounts.routingNumber, purpose: () => ROUTING },
  { column: bankAccounts.accountNumber, purpose: () => ACCOUNT },
];
/** Of an uploaded file. */
export const FILE_PURPOSE = 'bank.statement';

export interface Numbers {
  routing: string | null;
  account: string | null;
}

export const sealRouting = (cipher: Cipher, number: string) => cipher.seal(ROUTING, number);
export const sealAccount = (cipher: Cipher, number: string) => cipher.seal(ACCOUNT, number);

/** @throws Error when they were sealed under another secret */
export const openNumbers = (cipher: Cipher, { routing, account }: Numbers): Numbers => ({
  routing: routing === null ? null : cipher.open(ROUTING, routing),
  account: account === null ? null : cipher.open(ACCOUNT, account),
});

/** The last four of a number, which may be shown. */
export const last4Of = (number: string) => number.replaceAll('-', '').slice(-4);

/** A number without what people put between its digits, and without the zeros that banks put before it. */
export const plainNumber = (number: string) =>
  number
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '');

/** A text whose words that make up a number, alone or with a space or hyphen between them, are replaced. */
function withoutNumber(value: string, { number, shown }: { number: string; shown: string }): string {
  // Words at even places, what stands between them at odd ones.
  const parts = value.split(/([^0-9A-Za-z]+)/);
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const end = at % 2 === 0 ? endOfNumber(parts, at, number) : null;
    kept.push(end === null ? (parts[at] ?? '') : shown);
    if (end !== null) at = end;
  }
  return kept.join('');
}

/** The place of the last word of a number that begins with a word; null where none does. */
function endOfNumber(parts: readonly string[], start: number, number: string): number | null {
  let read = '';
  for (let at = start; at < parts.length; at += 2) {
    read = plainNumber(read + (parts[at] ?? ''));
    if (read === number) return at;
    if (!number.startsWith(read) && !/^0+$/.test(read)) return null;
    if (parts[at + 1] !== ' ' && parts[at + 1] !== '-') return null;
  }
  return null;
}

/** Shorter numbers are parts of too many ids of a bank to be hidden within them. */
const HIDDEN_WITHIN = 6;

/**
 * Hides numbers of accounts but for their last four: in texts as whole words, however they are written, in ids anywhere.
 * @param numbers of 4 to 64 letters or digits
 */
export function maskersOf(numbers: readonly string[]): Record<'text' | 'id', (value: string) => string> {
  const plain = [...new Set(numbers.map(plainNumber))].filter(({ length }) => length >= 5);
  const hidden = plain.map((number) => ({
    number,
    shown: `••••${number.slice(-4)}`,
  }));
  const text = (value: string) => hidden.reduce((left, one) => withoutNumber(left, one), value);
  const id = (value: string) =>
    hidden.reduce(
      (left, { number, shown }) => (number.length < HIDDEN_WITHIN ? left : left.replaceAll(number, shown)),
      text(value),
    );
  return { text, id };
}
