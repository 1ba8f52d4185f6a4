import { AppError } from '../../../kernel/errors';
import type { Reach } from '../../entities/outreach/service';

/** A mail to a customer without an address, or whose connection has ended. */
export const noContact = () =>
  new AppError('CONFLICT', 'The customer has no contact email, or is no longer connected.', {
    reason: 'no_email',
  });

/** A mail beyond those of a business and to an address. */
export function tooManyMails({ retryAfter, limit }: Extract<Reach, { kind: 'full' }>): AppError {
  const message = limit
    ? `Until your license is verified, your business mails at most ${limit} people a day. Try again later.`
    : 'Too many emails were sent. Try again later.';
  return new AppError(
    'RATE_LIMITED',
    message,
    { ...(limit && { window: 'day', limit }), retry_after: retryAfter },
    { 'Retry-After': String(retryAfter) },
  );
}
