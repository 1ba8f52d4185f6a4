// Other features import this file.
import { hash, verify } from '@node-rs/argon2';
import type { RequestInfo } from '../../../kernel/actor';
import { invalidRequest } from '../../../kernel/errors';
import { type Holder, isContextWord } from '../sign-in/context-words';
import { whoseOf } from '../sign-in/lockout';
import { passwordSlots } from './password-slots';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes without a slot: for the command line and the seed, which have no competing requests. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * Hashes a request's password in a slot: argon2id (the library's default) in PHC form, on the thread pool, never inside
 * a transaction.
 * @param subject an email or an equivalent key
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function hashInTurn(subject: string, request: RequestInfo, password: string): Promise<string> {
  return passwordSlots.run(whoseOf(subject, request), () => hashPassword(password));
}

let decoy: Promise<string> | null = null;

/**
 * Compares a password; requests use `checkPassword` instead. Without a stored hash it does the same work against a
 * decoy, so that timing does not reveal whether an email is known.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

let common: Promise<ReadonlySet<string>> | null = null;

/** About 49,000 leaked passwords in lower case; read on first use. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Returns true for a common password, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.toLowerCase());
}

/**
 * Rejects a common password, ignoring case (decision 58, NIST SP 800-63B section 3.1.1.2).
 * @param path of the field that it was sent in
 * @throws AppError INVALID_REQUEST
 */
export async function rejectCommonPassword(password: string, path: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw invalidRequest([
    { path, code: 'common_password', message: 'is one of the most common passwords. Choose another one.' },
  ]);
}

/**
 * @param path of the field that it was sent in
 * @throws AppError INVALID_REQUEST for a password that is a context word
 */
export function rejectContextWord(password: string, path: string, holder: Holder): void {
  if (!isContextWord(password, holder)) return;
  const message = 'is a name or email that others know. Choose another one.';
  throw invalidRequest([{ path, code: 'context_password', message }]);
}
