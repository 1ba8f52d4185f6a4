import { sql } from 'drizzle-orm';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import type { WeightUnit } from '../../../kernel/weights';
import { ints, uuids } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { Viewer } from '../../lots/resource';
import type { TEST_STATUSES } from '../../lots/schema';
import { batches, lots } from '../../lots/tables';
import { products, productVariants } from '../../products/tables';
import type { RoomType } from '../schema';
import { inventoryItems, inventoryLots, stockLevels } from '../tables';
import { visibleGoodsReceipts } from './queries.sql';
import type { GoodsKind, GoodsNotice } from './schema';
import { goodsReceiptLines, goodsReceipts } from './tables';

/** A receipt under its lock: corrections take turns. */
export interface LockedReceipt {
  id: string;
  number: string;
  kind: GoodsKind;
  location_id: string;
  supplier_id: string | null;
  seller_id: string | null;
  supplier_name: string | null;
  supplier_license: string | null;
  supplier_state: string | null;
  reference: string | null;
  received_on: string;
  notes: string | null;
  notices: GoodsNotice[];
  correctable: boolean;
}

export const lockGoodsReceipt = statement(
  [
    [OWNER, ID],
    [LIMITED, ID],
  ],
  (viewer: Viewer, id: string) => sql<LockedReceipt>`
    select r.id, r.number, r.kind, r.location_id, r.supplier_id, r.seller_id, r.supplier_name, r.supplier_license, r.supplier_state,
      r.reference, r.received_on::text as received_on, r.notes, r.notices,
      now() < r.created_at + make_interval(hours => ${RECEIPT_HOURS}::int) as correctable
    from ${goodsReceipts} r where r.id = ${id} and ${visibleGoodsReceipts(viewer)} for update of r`,
);

/** A line before it is corrected, with its goods and what its batch says. */
export interface OldLine {
  line_id: string;
  item_id: string;
  lot_id: string | null;
  quantity: number;
  unit_cost_cents: number | null;
  room_type: RoomType;
  variant_id: string;
  variant_name: string;
  product_id: string;
  product_name: string;
  own: boolean;
  category: string;
  unit: WeightUnit | null;
  step: number | null;
  batch_id: string | null;
  package_tag: string | null;
  harvested_on: string | null;
  packaged_on: string | null;
  expires_on: string | null;
  test_status: (typeof TEST_STATUSES)[number] | null;
}

export const linesOfReceipt = statement(
  [[ID, ID]],
  (entityId: string, receiptId: string) => sql<OldLine>`
    select n.id as line_id, n.item_id, n.lot_id, n.quantity, n.unit_cost_cents::float8 as unit_cost_cents, i.room_type, i.variant_id,
      v.name as variant_name, i.product_id, i.product_name, p.entity_id = ${entityId} as own, p.category, v.unit, v.step,
      b.batch_id, l.package_tag, b.harvested_on::text as harvested_on, b.packaged_on::text as packaged_on,
      b.expires_on::text as expires_on, b.test_status
    from ${goodsReceiptLines} n join ${inventoryItems} i on i.id = n.item_id join ${productVariants} v on v.id = i.variant_id
      join ${products} p on p.id = i.product_id left join ${lots} l on l.id = n.lot_id left join ${batches} b on b.id = l.batch_id
    where n.receipt_id = ${receiptId} order by n.position`,
);

/** Units in rows of stock whose locks are held: of each lot, and with a null lot those without one. */
export const unitsHeld = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql<{
    item_id: string;
    lot_id: string | null;
    quantity: number;
    available: number;
  }>`
    select i.id as item_id, null::uuid as lot_id, i.quantity - i.lot_quantity as quantity,
      i.quantity - i.lot_quantity - (i.reserved_quantity - i.lot_reserved) as available
    from ${inventoryItems} i where i.id = any(${uuids(itemIds)})
    union all
    select x.inventory_item_id, x.lot_id, x.quantity, x.quantity - x.reserved_quantity
    from ${inventoryLots} x where x.inventory_item_id = any(${uuids(itemIds)}) and x.quantity > 0`,
);

/** Locks the levels of rows in the order of their key, as the ledger does: new costs change them, too. */
export const lockLevels = statement(
  [[[ID]]],
  (itemIds: readonly string[]) => sql`
    select 1 from ${stockLevels} l where (l.location_id, l.variant_id) in (
      select i.location_id, i.variant_id from ${inventoryItems} i where i.id = any(${uuids(itemIds)}))
    order by l.location_id, l.variant_id for no key update of l`,
);

/** What a correction changes in one row of stock. */
export interface Revaluation {
  itemId: string;
  /** Units that come, or leave. */
  delta: number;
  /** Units of the line that are there before and after, and what each cost; at the row's average where that is unknown. */
  before: number;
  costBefore: number | null;
  after: number;
  costAfter: number | null;
}

const SAMPLE: Revaluation = { itemId: ID, delta: 1, before: 0, costBefore: null, after: 1, costAfter: 100 };
const orNull = (values: ReadonlyArray<number | null>) =>
  sql`${`{${values.map((value) => value ?? 'NULL').join(',')}}`}::bigint[]`;

/**
 * Gives rows the average that they will have once the units have moved: their worth changes by the lines' new worth less their
 * old, for units that are still there, never below 0 (decision 942). A cost that is new, or that the row has from the line, becomes its last.
 */
export const revalueItems = statement(
  [[[SAMPLE]]],
  (changes: readonly Revaluation[]) => sql`
    with change as (
      select g.id, sum(g.delta)::numeric as delta,
        sum(g.after * coalesce(g.cost_after / 100.0, i.average_cost) - g.before * coalesce(g.cost_before / 100.0, i.average_cost)) as worth,
        (array_agg(g.cost_after order by g.n desc) filter (
          where g.cost_after is not null and (g.cost_before is null or g.cost_before = i.unit_cost_cents)))[1] as cents
      from unnest(${uuids(changes.map((one) => one.itemId))}, ${ints(changes.map((one) => one.delta))},
          ${ints(changes.map((one) => one.before))}, ${orNull(changes.map((one) => one.costBefore))},
          ${ints(changes.map((one) => one.after))}, ${orNull(changes.map((one) => one.costAfter))})
        with ordinality as g (id, delta, before, cost_before, after, cost_after, n)
        join ${inventoryItems} i on i.id = g.id group by g.id
    )
    update ${inventoryItems} i set unit_cost_cents = coalesce(c.cents, i.unit_cost_cents),
      average_cost = case when i.quantity + c.delta > 0 then least(9999999.99, greatest(0,
        round((i.quantity::numeric * i.average_cost + c.worth) / (i.quantity + c.delta), 4))) else i.average_cost end
    from change c where i.id = c.id`,
);
