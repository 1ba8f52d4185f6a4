import { z } from 'zod';
import { text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';

/** What has external ids. */
export const IDENTIFIED = [
  'customer',
  'order',
  'product',
  'variant',
  'location',
  'invoice',
  'payment',
  'goods_receipt',
  'credit_note',
  'batch',
  'lot',
  'price_list',
  'receipt',
  'return',
  'draft',
] as const;
export type Identified = (typeof IDENTIFIED)[number];

/** Of one object. */
export const MAX_EXTERNAL_IDS = 10;
const SYSTEM = /^[a-z0-9_-]{1,32}$/;
export const MAX_EXTERNAL_ID = 128;

export const System = z.string().regex(SYSTEM, 'must be 1 to 32 lower-case letters, digits, `_` and `-`');
const DESCRIPTION = 'What your other systems call the object, by system; only your business sees it';

/** `{system: value}`. */
export const ExternalIds = z.record(z.string(), z.string()).meta({ description: DESCRIPTION });

/** Ids to set, by system; of a new object. */
export const NewExternalIds = z
  .record(System, text(MAX_EXTERNAL_ID))
  .refine(isFew, rule('too_many_items', `must have at most ${MAX_EXTERNAL_IDS} systems`))
  .meta({ description: `${DESCRIPTION}; at most ${MAX_EXTERNAL_IDS}` });

/** Ids to change, by system: others stay, and null removes one. */
export const ExternalIdsChange = z
  .record(System, text(MAX_EXTERNAL_ID).nullable())
  .refine(isFew, rule('too_many_items', `must have at most ${MAX_EXTERNAL_IDS} systems`))
  .meta({ description: 'External ids to set, by system; null removes one, and others stay' });

function isFew(ids: Record<string, unknown>): boolean {
  return Object.keys(ids).length <= MAX_EXTERNAL_IDS;
}

/** An object by what a system of the caller's business calls it, in a path. */
export const NameOf = (what: string) => ({
  system: System.meta({ description: `The system that names the ${what}` }),
  value: text(MAX_EXTERNAL_ID).meta({ description: `What the system calls the ${what}, percent-encoded` }),
});

export interface ExternalId {
  system: string;
  value: string;
}

/** Splits `system:value`; null for any other text. */
export function externalIdOf(given: string): ExternalId | null {
  const at = given.indexOf(':');
  const [system, value] = [given.slice(0, at), given.slice(at + 1).trim()];
  return at > 0 && SYSTEM.test(system) && value.length >= 1 && value.length <= MAX_EXTERNAL_ID
    ? { system, value }
    : null;
}

/** The filter `external_id` of a list. */
export const ExternalIdFilter = z
  .string()
  .max(200)
  .refine(
    (given) => externalIdOf(given) !== null,
    rule('invalid_format', 'must be `system:value`, such as leaflink:123'),
  )
  .meta({ description: 'Only what has this external id, as `system:value`, such as `leaflink:123`' });
