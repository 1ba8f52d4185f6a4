import { type ExternalId, externalIdOf, MAX_EXTERNAL_ID } from '../../entities/external-ids/schema';
import type { CellReader } from './cell-reader';

/** The system of an external id that names none. */
const SYSTEM = 'import';

/** `system:value`, or a value alone (decision 917). */
export function externalOf(reader: CellReader): ExternalId | undefined {
  const given = reader.text('external_id', 200);
  if (given === undefined) return undefined;
  const named = externalIdOf(given);
  if (named) return named;
  if (given.length <= MAX_EXTERNAL_ID) return { system: SYSTEM, value: given };
  reader.fail('external_id', 'too_long', `must be at most ${MAX_EXTERNAL_ID} characters`);
  return undefined;
}
