import type { Actor } from '../kernel/actor';
import { type AppError, forbidden } from '../kernel/errors';

/**
 * How an operation concerns every location (decision 904): wholly, by what then applies there, with its verb (`A price list
 * applies`), or in part, such as `to change prices`, which its service guards with `rejectLimited`.
 */
export type Everywhere = string;

/** Returns true for what members and API keys that are limited to locations can't call at all. */
export const isWhole = (everywhere: Everywhere | null | undefined): everywhere is string =>
  everywhere != null && !everywhere.startsWith('to ');

/**
 * Rejects members and API keys that are limited to locations, for what applies in all of them.
 * @param applies what does so, with its verb: "A price applies"
 * @throws AppError FORBIDDEN with `details.reason = "outside_your_locations"`
 */
export function rejectLimited(
  { locationLimit }: Partial<Pick<Actor, 'locationLimit'>>,
  applies: string,
): void {
  if (locationLimit) throw beyondLocations(applies);
}

function beyondLocations(applies: string): AppError {
  return forbidden(`${applies} in every location. Ask a member with access to all locations.`, {
    reason: 'outside_your_locations',
  });
}

/** Describes the requirement in the OpenAPI document. */
export function everywhereText(everywhere: Everywhere): string {
  const what = isWhole(everywhere) ? '' : ` ${everywhere}`;
  return `Takes access to all locations${what}: else 403 with \`details.reason\` "outside_your_locations".`;
}
