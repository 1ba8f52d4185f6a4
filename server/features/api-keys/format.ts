// Other features import this file.
import { createHash, randomBytes } from 'node:crypto';

/** Crockford's base32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'tlk_';
const LOOKUP_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 4;
const KEY = /^tlk_([0-9A-HJKMNP-TV-Z]{8})_[0-9A-HJKMNP-TV-Z]{36}$/;

/** True for a bearer token that is meant as an API key. */
export const isKey = (token: string) => token.startsWith(PREFIX);

/** The public beginning of a key, which names it in lists. */
export const prefixOf = (lookup: string) => `${PREFIX}${lookup}`;

/** Returns the id part of a key; null when its form or checksum is wrong. */
export function lookupOf(key: string): string | null {
  const lookup = KEY.exec(key)?.[1];
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return lookup !== undefined && key === body + checksumOf(body) ? lookup : null;
}

/** 40 random bits that name a key. */
export const newLookup = () => characters(randomBytes(LOOKUP_LENGTH));

/** Makes a key of 160 random bits under its id part. */
export function newKey(lookup: string): string {
  const body = `${prefixOf(lookup)}_${characters(randomBytes(SECRET_LENGTH))}`;
  return body + checksumOf(body);
}

/** SHA-256 in hex, which is what the database holds of a key. */
export const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** The first 20 bits of the SHA-256 of what precedes it. */
function checksumOf(body: string): string {
  const bits = createHash('sha256').update(body).digest().readUIntBE(0, 3) >> 4;
  return characters([15, 10, 5, 0].map((shift) => bits >> shift));
}

/** Five bits of each number. */
const characters = (numbers: Iterable<number>) =>
  Array.from(numbers, (number) => ALPHABET.charAt(number & 31)).join('');
