import { sql } from 'drizzle-orm';
import { gramsOf, STEP_UNITS, type WeightUnit } from '../../kernel/weights';
import { uuids } from '../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { goodsReceipts } from '../inventory/goods-receipts/tables';
import { inventoryItems, inventoryLots, inventoryMovements } from '../inventory/tables';
import { productVariants } from '../products/tables';
import type { Viewer } from './resource';
import { lotSources, lots } from './tables';

/** SQL: the grams of a unit of weight; null for what is no weight. */
const grams = (unit: string) =>
  sql.raw(
    `case ${unit} when 'mg' then 0.001 ${STEP_UNITS.map((one) => `when '${one}' then ${gramsOf(one)}`).join(' ')} end`,
  );
/** SQL: what so many of a variant weigh, in grams: by weight its steps, else its packages; null where that isn't known. */
const weighed = (count: string, variant: string) =>
  sql`case when ${sql.raw(`${variant}.step`)} is not null then ${sql.raw(`${count} * ${variant}.step / 10000.0`)} * ${grams(`${variant}.unit`)}
    else ${sql.raw(`${count} * ${variant}.weight`)} * ${grams(`${variant}.weight_unit`)} end`;
/** SQL: movements `m` of making lots: the lot is their source. */
const making = sql`m.source_type in ('api', 'dashboard')`;

/**
 * What became of a harvest, in grams: a row without a unit where the business, or a limited member's locations, harvested none. Of a lot
 * that was made from several batches each has its share; where nothing says what it weighs, nothing of it counts as lost.
 */
export const yieldOfBatch = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  ({ entity, locationIds }: Viewer, batchId: string) => {
    const seen = sql`i.entity_id = ${entity.id} and (${locationIds === null} or i.location_id = any(${uuids(locationIds ?? [])}))`;
    return sql<{
      unit: WeightUnit | null;
      harvested: number;
      packaged: number;
      on_hand: number;
      consumed: number;
    }>`
    with bulk as materialized (
      select m.id, m.delta, m.source_type, m.source_id, v.unit, ${weighed('m.delta', 'v')} as grams
      from ${lots} l join ${inventoryMovements} m on m.lot_id = l.id and m.delta <> 0
        join ${inventoryItems} i on i.id = m.item_id and ${seen} join ${productVariants} v on v.id = i.variant_id and v.step is not null
      where l.batch_id = ${batchId}
    ), harvest as (
      select sum(b.grams) as grams, (array_agg(b.unit order by b.id))[1] as unit
      from bulk b join ${goodsReceipts} r on b.source_type = 'goods_receipt' and r.id = b.source_id and r.kind = 'harvest'
    ), used as (
      select m.source_id as lot_id, -sum(m.grams) as net, -sum(m.grams) filter (where m.delta < 0) as gross
      from bulk m where ${making} and m.source_id is not null group by m.source_id having bool_or(m.delta < 0)
    ), made as (
      select u.net, (
          select sum(${weighed('m.delta', 'v')}) from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
            join ${productVariants} v on v.id = i.variant_id
          where m.lot_id = u.lot_id and m.source_id = u.lot_id and ${making} and m.delta > 0
            and (y.batch_id <> ${batchId} or v.step is null)) as grams,
        (select bool_and(v.step is not null) from ${inventoryMovements} m join ${inventoryItems} i on i.id = m.item_id
            join ${productVariants} v on v.id = i.variant_id
          where m.lot_id = u.lot_id and m.source_id = u.lot_id and ${making} and m.delta > 0) and y.batch_id = ${batchId} as still_bulk,
        u.gross / greatest(u.gross, coalesce((
          select -sum(${weighed('m.delta', 'v')}) from ${lotSources} s join ${inventoryMovements} m on m.lot_id = s.source_lot_id
            join ${inventoryItems} i on i.id = m.item_id join ${productVariants} v on v.id = i.variant_id
          where s.lot_id = u.lot_id and m.source_id = u.lot_id and ${making} and m.delta < 0), 0)) as share
      from used u join ${lots} y on y.id = u.lot_id
    )
    select h.unit, coalesce(h.grams, 0)::float8 as harvested, coalesce((
        select sum(case when still_bulk then 0 else coalesce(n.grams * n.share, n.net) end) from made n), 0)::float8 as packaged,
      coalesce((select sum(${weighed('x.quantity', 'v')}) from ${lots} l join ${inventoryLots} x on x.lot_id = l.id and x.quantity > 0
        join ${inventoryItems} i on i.id = x.inventory_item_id and ${seen}
        join ${productVariants} v on v.id = i.variant_id and v.step is not null where l.batch_id = ${batchId}), 0)::float8 as on_hand,
      coalesce((select sum(u.net) from used u), 0)::float8 as consumed
    from harvest h`;
  },
);
