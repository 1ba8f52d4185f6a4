import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems, inventoryLots, inventoryMovements } from '../../inventory/tables';
import type { LeasedRun } from '../runs/leased-run';
import { posListings, posPackages } from '../tables';

type Run = Pick<LeasedRun, 'id' | 'since'> & { connection: Pick<LeasedRun['connection'], 'id'> };

const RUN: Run = { id: ID, since: null, connection: { id: ID } };

export interface ReportedPackage {
  itemId: string;
  package: string;
  quantity: number;
  unitCostCents: number | null;
  lotId: string | null;
}

export const storePackages = statement([[RUN, []]], (run: Run, rows: readonly ReportedPackage[]) => {
  const quantities = texts(rows.map(({ quantity }) => String(quantity)));
  const costs = texts(rows.map(({ unitCostCents: cost }) => (cost === null ? null : String(cost))));
  return sql`
    insert into ${posPackages} (connection_id, item_id, package, quantity, unit_cost_cents, lot_id, run_id)
    select ${run.connection.id}, p.item_id, p.package, p.quantity::int, p.cost::bigint, p.lot_id, ${run.id}
    from unnest(${uuids(rows.map(({ itemId }) => itemId))}, ${texts(rows.map((row) => row.package))}, ${quantities},
      ${costs}, ${uuids(rows.map(({ lotId }) => lotId))}) as p (item_id, package, quantity, cost, lot_id)
    on conflict (connection_id, item_id, package) do update set quantity = excluded.quantity,
      unit_cost_cents = excluded.unit_cost_cents, lot_id = excluded.lot_id, run_id = excluded.run_id`;
});

export const itemBeyond = statement(
  [[ID, [ID], 1]],
  (connectionId: string, itemIds: readonly string[], limit: number) => sql<{ item_id: string }>`
    select item_id from ${posPackages} where connection_id = ${connectionId} and item_id = any(${uuids(itemIds)})
    group by item_id having count(*) > ${limit} limit 1`,
);

interface CountedRow {
  id: string;
  sku: string;
  quantity: number;
  incomplete: boolean;
  unit_cost_cents: number | null;
  lots: Array<{ lotId: string; quantity: number }> | null;
}

/**
 * A run that lists everything counts what it has listed itself. Once a package of an item names a lot, its `lots` are
 * those of all packages, listed or not, and those that an earlier sync has filled.
 */
export const countedItems = statement(
  [
    [RUN, [ID]],
    [{ ...RUN, since: 'x' }, [ID]],
  ],
  (run: Run, itemIds: readonly string[]) => {
    const listed = run.since === null ? sql`and p.run_id = ${run.id}` : sql``;
    const counted = run.since === null ? sql`filter (where p.run_id = ${run.id})` : sql``;
    const packages = sql`from ${posPackages} p where p.connection_id = ${run.connection.id} and p.item_id = i.id
      and p.lot_id is not null`;
    const priced = sql`filter (where p.unit_cost_cents is not null)`;
    return sql<CountedRow>`
    select i.id, i.sku, coalesce(sum(p.quantity), 0)::float8 as quantity, bool_or(p.quantity is null) as incomplete,
      coalesce(round(sum(p.quantity::numeric * p.unit_cost_cents) ${priced} / nullif(sum(p.quantity) ${priced}, 0)),
        max(p.unit_cost_cents))::float8 as unit_cost_cents,
      (select json_agg(json_build_object('lotId', n.lot_id, 'quantity', n.quantity)) from (
        select p.lot_id, coalesce(sum(p.quantity) ${counted}, 0)::float8 as quantity ${packages} group by p.lot_id
        union all
        select x.lot_id, 0 from ${inventoryLots} x where x.inventory_item_id = i.id and x.quantity > 0
          and exists (select ${packages}) and not exists (select ${packages} and p.lot_id = x.lot_id)
          and exists (select from ${inventoryMovements} m where m.lot_id = x.lot_id and m.item_id = i.id
            and m.source_type = 'sync' and m.delta > 0)
      ) n) as lots
    from ${posPackages} p join ${inventoryItems} i on i.id = p.item_id
    where p.connection_id = ${run.connection.id} and p.item_id = any(${uuids(itemIds)}) ${listed}
    group by i.id, i.sku order by i.id`;
  },
);

export const keepListed = statement(
  [[RUN, [ID]]],
  (run: Run, variantIds: readonly string[]) => sql`
    update ${posListings} l set run_id = ${run.id} from ${inventoryItems} i
    where l.connection_id = ${run.connection.id} and i.id = l.item_id and i.variant_id = any(${uuids(variantIds)})`,
);

/** Keeps the packages of variants in every room. */
export const keepPackages = statement(
  [[RUN, []]],
  (run: Run, known: ReadonlyArray<{ variantId: string; package: string }>) => sql`
    update ${posPackages} p set run_id = ${run.id} from ${inventoryItems} i, unnest(
      ${uuids(known.map(({ variantId }) => variantId))}, ${texts(known.map((one) => one.package))})
      as k (variant_id, package)
    where p.connection_id = ${run.connection.id} and i.id = p.item_id and i.variant_id = k.variant_id
      and p.package = k.package`,
);

/** Keeps the packages of items, and adds those that were never counted. */
export const keepUncounted = statement(
  [[RUN, []]],
  (run: Run, rows: ReadonlyArray<{ itemId: string; package: string }>) => sql`
    insert into ${posPackages} (connection_id, item_id, package, run_id)
    select ${run.connection.id}, p.item_id, p.package, ${run.id}
    from unnest(${uuids(rows.map(({ itemId }) => itemId))}, ${texts(rows.map((one) => one.package))})
      as p (item_id, package)
    on conflict (connection_id, item_id, package) do update set run_id = excluded.run_id`,
);
