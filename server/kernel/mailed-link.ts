import { createHash, randomBytes } from 'node:crypto';
import { AppError } from './errors';

/** The secret of a link that is mailed or printed; only its hash is stored. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type DeadLinkState = 'used' | 'expired' | 'unknown';

/** The error of a link that leads nowhere: TOKEN_EXPIRED, or TOKEN_INVALID, with `details.reason` "used" once it was. */
export function deadLink(state: DeadLinkState, sentences: Readonly<Record<DeadLinkState, string>>): AppError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  if (state === 'expired') return new AppError('TOKEN_EXPIRED', sentences.expired, {}, headers);
  return new AppError('TOKEN_INVALID', sentences[state], state === 'used' ? { reason: 'used' } : {}, headers);
}
