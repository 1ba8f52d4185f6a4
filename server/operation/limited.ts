import type { Actor } from '../kernel/actor';
import { forbidden } from '../kernel/errors';

/**
 * Rejects members and API keys that are limited to locations, for what applies in all of them.
 * @param applies what does so, with its verb: "A price applies"
 * @throws AppError FORBIDDEN with `details.reason = "outside_your_locations"`
 */
export function rejectLimited(
  { locationLimit }: Partial<Pick<Actor, 'locationLimit'>>,
  applies: string,
): void {
  if (!locationLimit) return;
  throw forbidden(`${applies} in every location. Ask a member with access to all locations.`, {
    reason: 'outside_your_locations',
  });
}
