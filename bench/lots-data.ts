import type postgres from 'postgres';
import type { DataSet } from './data';

/** Lots of one item. */
export const LOTS = 20;
const UNITS_PER_LOT = 10_000_000;

/** Puts units of every other product into lots, each of its own batch, that agree with the ledger. @returns those products */
export async function insertLots(
  sql: postgres.Sql,
  { productIds, wholesaler }: DataSet,
): Promise<{ withLots: string[]; without: string[] }> {
  const withLots = productIds.filter((_, i) => i % 2 === 0);
  await sql`
    insert into batches (id, product_id, batch_id, expires_on, test_status, entity_id, adopted)
    select uuidv7(), p, 'B-' || n, current_date + 30 + n, 'passed', ${wholesaler.entityId}, true
    from unnest(${withLots}::uuid[]) p, generate_series(1, ${LOTS}) n`;
  await sql`
    insert into lots (id, batch_id, variant_id, entity_id)
    select uuidv7(), b.id, v.id, b.entity_id from batches b join product_variants v on v.product_id = b.product_id`;
  const added = sql`
    select i.id as item_id, i.entity_id, l.id as lot_id, i.quantity,
      row_number() over (partition by i.id order by l.id) as n
    from inventory_items i join batches b on b.product_id = i.product_id join lots l on l.batch_id = b.id`;
  await sql`
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_id, actor_name, source_type, request_id, lot_id, lot_basis)
    select uuidv7(), entity_id, item_id, 'AUDIT', ${UNITS_PER_LOT}, 0, quantity + n * ${UNITS_PER_LOT}, 0,
      ${wholesaler.userId}, ${wholesaler.name}, 'count', 'bench', lot_id, 'stated'
    from (${added}) a order by item_id, n`;
  await sql`
    insert into inventory_lots (inventory_item_id, lot_id, entity_id, quantity, reserved_quantity)
    select item_id, lot_id, entity_id, ${UNITS_PER_LOT}, 0 from (${added}) a`;
  await sql`
    update inventory_items i set quantity = quantity + x.units, lot_quantity = x.units
    from (select inventory_item_id, sum(quantity)::int as units from inventory_lots group by 1) x
    where i.id = x.inventory_item_id`;
  await sql`
    update stock_levels l set available = x.units, quantity = x.units
    from (select location_id, variant_id, sum(quantity) as units from inventory_items group by 1, 2) x
    where x.location_id = l.location_id and x.variant_id = l.variant_id`;
  await sql`vacuum analyze`;
  return { withLots, without: productIds.filter((_, i) => i % 2 === 1) };
}
