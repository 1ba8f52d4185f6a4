import { hash, verify } from '@node-rs/argon2';
import { invalidRequest } from '../kernel/errors';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id (the library's default) with the parameters of decision 58, in PHC form; runs on the thread pool, never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | null = null;

/**
 * Checks a password. Without a stored hash it does the same work against a decoy, so that the time does not tell
 * whether an e-mail is known.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Some 49 000 passwords of known leaks, in lower case; read when the first password is chosen. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** True for a password that everybody tries first, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.toLowerCase());
}

/**
 * Refuses a password that everybody tries first, whatever its case (decision 58, NIST SP 800-63B section 3.1.1.2).
 * @param path of the field that it was sent in
 * @throws AppError INVALID_REQUEST
 */
export async function refuseCommonPassword(password: string, path: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw invalidRequest([
    { path, code: 'common_password', message: 'is one of the most common passwords. Choose another one.' },
  ]);
}
