import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { perStep } from '../../products/queries.sql';
import { visibleLevels } from '../levels/queries.sql';
import { stockLevels } from '../tables';
import { stockChanges, variantStock } from './tables';

interface Held {
  /** SQL: rows (`variant_id`, `units`, `worth`) to add up, without a name; a variant has several. */
  rows: SQL;
  /** SQL: what `worth` is multiplied with to be in dollars, from a variant `v` with a step; absent where it is in dollars. */
  times?: SQL;
}

/** What the locations of a member have: for all locations by kept totals. */
export function heldByVariant(actor: Actor): Held {
  if (actor.locationIds !== null) {
    const rows = sql`(
    select s.variant_id, s.quantity::bigint as units, s.worth
    from ${stockLevels} s where ${visibleLevels(actor)} and s.quantity > 0)`;
    return { rows, times: perStep };
  }
  const own = sql`entity_id = ${actor.entity.id}`;
  const rows = sql`(
    select variant_id, units, worth from ${variantStock} where ${own}
    union all select variant_id, units, worth from ${stockChanges} where ${own} and variant_id is not null)`;
  return { rows };
}
