// The worker imports this file.
import type { Cipher } from '../../../kernel/cipher';
import type { SealedColumn } from '../../../platform/secrets/reencrypt.sql';
import { payees, payRuns } from './tables';

/** Bind the ciphertext to its use. */
const ROUTING = 'payee.routing';
const ACCOUNT = 'payee.account';
const FILE = 'pay_run.file';
export const SEALED_PAY_RUNS: readonly SealedColumn[] = [
  { column: payees.routingNumber, purpose: () => ROUTING },
  { column: payees.accountNumber, purpose: () => ACCOUNT },
  { column: payRuns.file, purpose: () => FILE },
];

export const sealPayee = (cipher: Cipher, { routing, account }: { routing: string; account: string }) => ({
  routingNumber: cipher.seal(ROUTING, routing),
  accountNumber: cipher.seal(ACCOUNT, account),
});
export const openPayee = (cipher: Cipher, { routing, account }: { routing: string; account: string }) => ({
  routing: cipher.open(ROUTING, routing),
  account: cipher.open(ACCOUNT, account),
});
export const sealFile = (cipher: Cipher, contents: string) => cipher.seal(FILE, contents);
export const openFile = (cipher: Cipher, sealed: string) => cipher.open(FILE, sealed);
