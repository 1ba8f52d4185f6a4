// Other features import this file.
import type { Actor } from '../../kernel/actor';
import { forbidden } from '../../kernel/errors';

/**
 * Rejects members and keys limited to locations: a vendor's data is of the whole business.
 * @throws AppError FORBIDDEN with `details.reason = "whole_business"`
 */
export function rejectPart({ locationLimit }: Pick<Actor, 'locationLimit'>): void {
  if (locationLimit === null) return;
  throw forbidden(
    'Connections with vendors and what moves in from them concern the whole business. Ask a member with access to all locations.',
    { reason: 'whole_business' },
  );
}
