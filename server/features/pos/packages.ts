import { sql } from 'drizzle-orm';
import { NIL_ID } from '../../kernel/params';
import type { Db } from '../../platform/db/client';
import { texts, uuids } from '../../platform/db/listing';
import { MAX_QUANTITY } from '../inventory/schema';
import type { Count } from './apply-page';
import { type PosFault, type PosItem, packageOf } from './connector';
import type { LeasedRun } from './leased-run';
import { matchItems, nameKey } from './match';
import { fault } from './reported';
import { RunFailure } from './run-step';
import type { SyncError } from './schema';

/** Of one item; more is a POS that makes up a new id each time. */
const MAX_PACKAGES = 1_000;

/** Keeps what was reported of each package. @throws RunFailure */
export async function notePackages(
  db: Db,
  run: LeasedRun,
  packages: ReadonlyArray<{ itemId: string; item: PosItem }>,
): Promise<void> {
  const connectionId = run.connection.id;
  const column = (of: (item: PosItem) => string | null) => texts(packages.map(({ item }) => of(item)));
  const itemIds = uuids(packages.map(({ itemId }) => itemId));
  await db.execute(sql`
    insert into pos_packages (connection_id, item_id, package, quantity, unit_cost_cents, run_id)
    select ${connectionId}, p.item_id, p.package, p.quantity::int, p.cost::bigint, ${run.id}
    from unnest(${itemIds}, ${column(packageOf)}, ${column(({ quantity }) => String(quantity))},
      ${column(({ unitCostCents }) => (unitCostCents === null ? null : String(unitCostCents)))})
      as p (item_id, package, quantity, cost)
    on conflict (connection_id, item_id, package) do update set quantity = excluded.quantity,
      unit_cost_cents = excluded.unit_cost_cents, run_id = excluded.run_id`);
  const [beyond] = await db.execute(sql`
    select item_id from pos_packages where connection_id = ${connectionId} and item_id = any(${itemIds})
    group by item_id having count(*) > ${MAX_PACKAGES} limit 1`);
  if (beyond) {
    throw new RunFailure('too_many_packages', `One item has more than ${MAX_PACKAGES} packages.`);
  }
}

interface CountedRow extends Record<string, unknown> {
  id: string;
  sku: string;
  quantity: number;
  incomplete: boolean;
  unit_cost_cents: number | null;
}

/**
 * Adds up the packages of items. A run that lists everything counts what it has listed itself; a run of changes counts
 * what is known of the others, too. An item of which a package has no usable count is left out.
 */
export async function countPackages(
  db: Db,
  run: LeasedRun,
  itemIds: readonly string[],
  errors: SyncError[],
): Promise<Count[]> {
  const listed = run.since === null ? sql`and p.run_id = ${run.id}` : sql``;
  const priced = sql`filter (where p.unit_cost_cents is not null)`;
  const rows = await db.execute<CountedRow>(sql`
    select i.id, i.sku, coalesce(sum(p.quantity), 0)::float8 as quantity, bool_or(p.quantity is null) as incomplete,
      coalesce(round(sum(p.quantity::numeric * p.unit_cost_cents) ${priced} / nullif(sum(p.quantity) ${priced}, 0)),
        max(p.unit_cost_cents))::float8 as unit_cost_cents
    from pos_packages p join inventory_items i on i.id = p.item_id
    where p.connection_id = ${run.connection.id} and p.item_id = any(${uuids(itemIds)}) ${listed}
    group by i.id, i.sku order by i.id`);
  return rows.flatMap(({ id, sku, quantity, incomplete, unit_cost_cents }): Count[] => {
    if (incomplete) {
      // A run that lists everything has told of the entry itself.
      if (run.since !== null) {
        errors.push(fault(sku, 'incomplete_count', 'One of its packages has no usable count.'));
      }
      return [];
    }
    if (quantity > MAX_QUANTITY) {
      errors.push(fault(sku, 'invalid_count', `Its packages must add up to at most ${MAX_QUANTITY}.`));
      return [];
    }
    return [{ itemId: id, label: sku, quantity, unitCostCents: unit_cost_cents }];
  });
}

/**
 * Keeps what is listed in a way that can't be taken: it is there all the same, so a full run must not zero it, and its
 * package keeps its last count. An entry whose room can't be read counts as listed wherever it was listed before.
 */
export async function keepUnusable(
  db: Db,
  run: LeasedRun,
  { faults, items }: { faults: readonly PosFault[]; items: readonly PosItem[] },
): Promise<void> {
  if (faults.length + items.length === 0) return;
  const connectionId = run.connection.id;
  const { variantOf, rowOf } = await matchItems(db, run, [...faults, ...items], []);
  const variantIds = uuids([...new Set(variantOf.values())]);
  await db.execute(sql`
    update pos_listings l set run_id = ${run.id} from inventory_items i
    where l.connection_id = ${connectionId} and i.id = l.item_id and i.variant_id = any(${variantIds})`);
  const known = faults.flatMap((name) => {
    const variantId = variantOf.get(nameKey(name));
    return variantId === undefined ? [] : [{ variantId, package: packageOf(name) }];
  });
  await db.execute(sql`
    update pos_packages p set run_id = ${run.id} from inventory_items i, unnest(
      ${uuids(known.map(({ variantId }) => variantId))}, ${texts(known.map((one) => one.package))})
      as k (variant_id, package)
    where p.connection_id = ${connectionId} and i.id = p.item_id and i.variant_id = k.variant_id
      and p.package = k.package`);
  const placed = new Map(
    items.flatMap((item) => {
      const row = rowOf.get(`${variantOf.get(nameKey(item))}/${item.room}`);
      const entry = { itemId: row ?? '', package: packageOf(item) };
      return row === undefined ? [] : [[`${row}/${entry.package}`, entry] as const];
    }),
  );
  const rows = [...placed.values()];
  await db.execute(sql`
    insert into pos_packages (connection_id, item_id, package, run_id)
    select ${connectionId}, p.item_id, p.package, ${run.id}
    from unnest(${uuids(rows.map(({ itemId }) => itemId))}, ${texts(rows.map((one) => one.package))})
      as p (item_id, package)
    on conflict (connection_id, item_id, package) do update set run_id = excluded.run_id`);
}

/** Forgets what a run has listed: its list begins again. */
export async function forgetListed(db: Db, run: LeasedRun): Promise<void> {
  for (const table of [sql`pos_packages`, sql`pos_listings`]) {
    await db.execute(sql`
      update ${table} set run_id = ${NIL_ID} where connection_id = ${run.connection.id} and run_id = ${run.id}`);
  }
}
