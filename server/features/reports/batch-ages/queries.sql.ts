import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { EACH, type SoldAlike } from '../../../kernel/weights';
import { ints } from '../../../platform/db/listing';
import { LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleItems } from '../../inventory/queries.sql';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { batches, lots } from '../../lots/tables';
import { perStep } from '../../products/queries.sql';
import { productVariants } from '../../products/tables';
import { AGES } from './schema';

/** Units in lots by the age of their batch: since it was packaged, else harvested, else entered. */
export const unitsByAge = statement(
  [[OWNER], [LIMITED]],
  (actor: Actor) => sql<{ place: number; batches: number; units: number; cents: number } & SoldAlike>`
    with aged as (
      select width_bucket((now() at time zone ${actor.entity.timezone})::date
          - coalesce(b.packaged_on, b.harvested_on, (b.created_at at time zone ${actor.entity.timezone})::date),
          ${ints(AGES.map((days) => days + 1))}) as place, b.id, v.unit, v.step, x.quantity, x.quantity * i.average_cost * ${perStep} as worth
      from ${inventoryLots} x join ${inventoryItems} i on i.id = x.inventory_item_id join ${lots} l on l.id = x.lot_id
        join ${batches} b on b.id = l.batch_id join ${productVariants} v on v.id = i.variant_id
      where x.entity_id = ${actor.entity.id} and x.quantity > 0 and ${visibleItems(actor)}
    )
    select place, count(distinct id)::int as batches, sum(quantity)::float8 as units, round(sum(worth) * 100)::float8 as cents,
      count(distinct coalesce(unit || step, '')) < 2 as alike, min(unit) as unit, min(step)::float8 / ${sql.raw(String(EACH))} as step
    from aged group by place order by place`,
);
