import * as z from 'zod/mini';

/** Of one object. */
export const MOST_EXTERNAL_IDS = 10;
const SYSTEM = /^[a-z0-9_-]{1,32}$/;

const ExternalId = z.object({
  system: z
    .string()
    .check(z.trim(), z.regex(SYSTEM, 'Use 1 to 32 lowercase letters, digits, - and _, such as quickbooks')),
  value: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter the id'), z.maxLength(128, 'Use at most 128 characters')),
});
type ExternalId = z.infer<typeof ExternalId>;

/** Ids of other systems while they are edited: a row each. */
export const externalIds = z
  .array(ExternalId)
  .check(
    z.refine(
      (ids) => new Set(ids.map(({ system }) => system)).size === ids.length,
      'Use each system only once',
    ),
  );

export const idRows = (ids: Readonly<Record<string, string>>): ExternalId[] =>
  Object.entries(ids).map(([system, value]) => ({ system, value }));

/** Rows as the server takes them: an id that is gone as null. */
export const idsPatch = (
  before: readonly ExternalId[],
  after: readonly ExternalId[],
): Record<string, string | null> => ({
  ...Object.fromEntries(before.map(({ system }) => [system, null])),
  ...Object.fromEntries(after.map(({ system, value }) => [system, value])),
});
