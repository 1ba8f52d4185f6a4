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

/**
 * Hides numbers of accounts in texts but for their last four, however they are written.
 * @param numbers of 4 to 64 letters or digits
 */
export function maskerOf(numbers: readonly string[]): (text: string) => string {
  const hidden = [...new Set(numbers.map(plainNumber))]
    .filter((plain) => plain.length >= 5)
    .map((plain) => ({
      pattern: new RegExp(`(?<![0-9A-Za-z])0*${[...plain].join('[ -]?')}(?![0-9A-Za-z])`, 'gi'),
      shown: `••••${plain.slice(-4)}`,
    }));
  return (text) => hidden.reduce((left, { pattern, shown }) => left.replace(pattern, shown), text);
}
