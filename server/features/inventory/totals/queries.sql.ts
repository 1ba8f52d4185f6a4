import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { perStep } from '../../products/queries.sql';
import { productVariants } from '../../products/tables';
import { visibleLevels } from '../levels/queries.sql';
import { stockLevels } from '../tables';
import { stockChanges, variantStock } from './tables';

/**
 * SQL: rows (`variant_id`, `units`, `worth` in dollars) to add up for what the locations of a member have, without a name: for all locations by
 * kept totals.
 */
export function heldByVariant(actor: Actor): SQL {
  if (actor.locationIds !== null) {
    return sql`(
      select s.variant_id, exact_sum(s.quantity) as units, sum(s.worth * ${perStep}) as worth
      from ${stockLevels} s join ${productVariants} v on v.id = s.variant_id
      where ${visibleLevels(actor)} and s.quantity > 0 group by s.variant_id)`;
  }
  const own = sql`entity_id = ${actor.entity.id}`;
  return sql`(
    select variant_id, units, worth from ${variantStock} where ${own}
    union all select variant_id, units, worth from ${stockChanges} where ${own} and variant_id is not null)`;
}
