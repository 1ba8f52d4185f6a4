import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import { cleanName, shortened } from './names';

/** What QuickBooks Desktop takes as a name (decision 922). */
const MAX_NAME = 41;
const HASH = 5;

/** Signs of ISO-8859-1 as they are, others in its letters: QuickBooks Desktop reads no other encoding. */
export const inLatin1 = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, (sign) => inSigns(anyAscii(sign)));

const inSigns = (text: string) => text.replaceAll(/[^\u0020-\u007e]/g, ' ');

/** Text of a field: what would begin another one, a line of another kind or a quoted text over several fields becomes a space (decision 922). */
export const iifField = (value: string): string =>
  inLatin1(value.replaceAll(/[\t\r\n]+/g, ' ')).replace(/^[!"]+/, ' ');

/**
 * Names of one file: at most 41 characters, regardless of case each of one customer. A name that is cut off ends in a sum of the
 * whole, so that it is the same in each file.
 */
export class IifNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  of(party: string): string {
    const known = this.names.get(party);
    if (known !== undefined) return known;
    const plain = iifField(cleanName(party));
    const name =
      plain.length <= MAX_NAME && !this.taken.has(plain.toLowerCase()) ? plain : summed(plain, party);
    this.names.set(party, name);
    this.taken.add(name.toLowerCase());
    return name;
  }
}

function summed(plain: string, party: string): string {
  const sum = createHash('sha256').update(party).digest('hex').slice(0, HASH);
  return `${shortened(plain, MAX_NAME - HASH - 1)} ${sum}`;
}

/** The bytes of a file. */
export const iifBytes = (contents: string): Buffer => Buffer.from(contents, 'latin1');
