import { type SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import type { Db } from '../../platform/db/client';
import { SELLABLE_ROOMS } from './item-columns';

/** What an item holds by its balance and by the sum of its ledger, and where its running balances part. */
export interface VerifiedItem extends Record<string, unknown> {
  id: string;
  sku: string;
  quantity: number;
  reserved_quantity: number;
  ledger_quantity: number;
  ledger_reserved: number;
  movements: number;
  /** How many ledger rows do not follow from the one before, and which is the first of them. */
  broken: number;
  first_broken: string | null;
}

/** Items that are read at once: what bounds the memory, here and in the database. */
const BATCH = 2000;

/**
 * Every item of every business with what its ledger says, in id order, a batch at a time. A batch is read by one
 * statement, so stock that moves meanwhile never looks wrong.
 */
export async function* verifyLedger(db: Db): AsyncGenerator<VerifiedItem[]> {
  for (let after = NIL_ID; ; ) {
    const items = await db.transaction(async (tx) => {
      // A batch may have millions of rows of ledger.
      await tx.execute(sql`set local statement_timeout = 0`);
      return tx.execute<VerifiedItem>(batchAfter(after));
    });
    const last = items.at(-1);
    if (!last) return;
    yield [...items];
    after = last.id;
  }
}

function batchAfter(id: string): SQL {
  return sql`
    with batch as materialized (
      select id, sku, quantity, reserved_quantity from inventory_items where id > ${id}::uuid order by id limit ${BATCH}
    ), links as (
      select m.item_id, m.position, m.delta, m.reserved_delta,
        m.quantity_after <> lag(m.quantity_after, 1, 0) over chain + m.delta::bigint
          or m.reserved_after <> lag(m.reserved_after, 1, 0) over chain + m.reserved_delta::bigint as broken
      from batch b join inventory_movements m on m.item_id = b.id
      window chain as (partition by m.item_id order by m.position)
    ), sums as (
      select item_id, count(*) as movements, sum(delta) as quantity, sum(reserved_delta) as reserved,
        count(*) filter (where broken) as broken, min(position) filter (where broken) as first_broken
      from links group by item_id
    )
    select b.id, b.sku, b.quantity, b.reserved_quantity, coalesce(s.quantity, 0)::float8 as ledger_quantity,
      coalesce(s.reserved, 0)::float8 as ledger_reserved, coalesce(s.movements, 0)::float8 as movements,
      coalesce(s.broken, 0)::float8 as broken, m.id as first_broken
    from batch b left join sums s on s.item_id = b.id
      left join inventory_movements m on m.item_id = s.item_id and m.position = s.first_broken
    order by b.id`;
}

/** A level that isn't the sum of its rooms; null where either is missing. */
export interface WrongLevel extends Record<string, unknown> {
  location_id: string;
  sku: string;
  available: number | null;
  in_rooms: number | null;
}

/** Finds the stock levels that differ from what their rooms have available. One statement, so of one moment. */
export async function findWrongLevels(db: Db): Promise<WrongLevel[]> {
  const rows = await db.execute<WrongLevel>(sql`
    select location_id, v.sku, l.available::float8 as available, i.in_rooms::float8 as in_rooms
    from stock_levels l full join (
      select location_id, variant_id, sum(quantity - reserved_quantity) as in_rooms from inventory_items
      where room_type in ${SELLABLE_ROOMS} group by location_id, variant_id
    ) i using (location_id, variant_id) join product_variants v on v.id = variant_id
    where l.available is distinct from i.in_rooms order by location_id, variant_id`);
  return [...rows];
}
