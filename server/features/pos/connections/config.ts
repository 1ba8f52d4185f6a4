import { invalidRequest } from '../../../kernel/errors';
import { fieldErrors } from '../../../kernel/field-errors';
import type { RuleCode } from '../../../kernel/rules';
import { type AUTH_KINDS, CONFIGS, type PosCredentials, type PROVIDERS } from '../schema';

type Provider = (typeof PROVIDERS)[number];

/** Parses a provider's configuration and adds defaults. @throws AppError INVALID_REQUEST */
export function checkConfig(provider: Provider, config: Record<string, unknown>): Record<string, unknown> {
  const present = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  const read = CONFIGS[provider].safeParse(present);
  if (read.success) return read.data;
  const errors = fieldErrors(read.error.issues, present);
  throw invalidRequest(errors.map((error) => ({ ...error, path: `config.${error.path}` })));
}

/** Checks that the provider supports the type of credentials. @throws AppError INVALID_REQUEST */
export function checkCredentials(provider: Provider, given: PosCredentials): void {
  const reject = (path: string, code: RuleCode, message: string) => {
    throw invalidRequest([{ path: `credentials.${path}`, code, message }]);
  };
  const { token, username, password, integrator_key } = given;
  if (integrator_key !== undefined && provider !== 'dutchie')
    reject('integrator_key', 'unknown_key', 'is used by dutchie alone');
  if (provider === 'simulator') {
    const [key] = Object.keys(given);
    if (key !== undefined) reject(key, 'unknown_key', 'is not used by the simulator');
    return;
  }
  if (token !== undefined) {
    if (username !== undefined) reject('username', 'unknown_key', 'must not be sent with a token');
    if (password !== undefined) reject('password', 'unknown_key', 'must not be sent with a token');
    return;
  }
  if (provider === 'square' || provider === 'dutchie') reject('token', 'required', 'is required');
  if (username !== undefined && password === undefined) reject('password', 'required', 'is required');
  if (password !== undefined && username === undefined) reject('username', 'required', 'is required');
}

/** Type of the credentials: Dutchie takes its API key as the user of basic authentication. */
export function authOf(provider: Provider, { token, username }: PosCredentials): (typeof AUTH_KINDS)[number] {
  if (token !== undefined) return provider === 'dutchie' ? 'basic' : 'bearer';
  return username === undefined ? 'none' : 'basic';
}
