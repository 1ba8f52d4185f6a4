// Other features import this file.
import { createHash, randomBytes } from 'node:crypto';
import type { Cipher } from '../../kernel/cipher';
import type { SealedColumn } from '../../platform/secrets/reencrypt.sql';
import { orderRequests } from './requests/tables';
import { menuLinks } from './tables';

/** Without letters that look like digits; 32 of them, so that each stands for five bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;
/** 130 bits: what no one guesses. */
export const TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** The secret of a link to a menu or a request: 26 characters of a secure source. */
export const newToken = (): string => [...randomBytes(LENGTH)].map((byte) => LETTERS[byte & 31]).join('');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const PURPOSE = 'menu link';
/** Columns of tokens that are shown again, for the rotation of the platform's secret. */
export const SEALED_MENUS: readonly SealedColumn[] = [
  { column: menuLinks.tokenSealed, purpose: () => PURPOSE },
  { column: orderRequests.tokenSealed, purpose: () => PURPOSE },
];

/** The columns of a new token, and the token itself. */
export function tokenColumns(cipher: Cipher) {
  const token = newToken();
  return {
    token,
    columns: { tokenHash: hashOfToken(token), tokenSealed: cipher.seal(PURPOSE, token) },
  };
}

export const openToken = (cipher: Cipher, sealed: string): string => cipher.open(PURPOSE, sealed);

/** The address of a menu's page. */
export const menuUrl = (publicUrl: string, token: string): string => `${publicUrl}/m/${token}`;
