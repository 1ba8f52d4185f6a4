import { type SQL, sql } from 'drizzle-orm';
import { CalendarDate, Search } from '../../../kernel/params';
import { among, byId, filter, newestFirst } from '../../../platform/db/collection';
import { byName, contains, uuids } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { DAY, ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { byExternalId } from '../../entities/external-ids/resource';
import type { Viewer } from '../../lots/resource';
import { lots } from '../../lots/tables';
import { inventoryItems } from '../tables';
import { goodsReceipt, goodsSupplier } from './resource';
import { GoodsKind } from './schema';
import { goodsReceiptLines, goodsReceipts, receiptWords } from './tables';

/** SQL: the receipts (alias `r`) of a member's business, at the locations that they are limited to. */
export function visibleGoodsReceipts({ entity, locationIds }: Viewer): SQL {
  const own = sql`r.entity_id = ${entity.id}`;
  return locationIds === null ? own : sql`${own} and r.location_id = any(${uuids(locationIds)})`;
}

const hasLine = (where: SQL) =>
  sql`exists (select from ${goodsReceiptLines} n where n.receipt_id = r.id and ${where})`;
const onDay = (description: string, where: (day: string) => SQL) =>
  filter(CalendarDate.meta({ description }), DAY, where);
const words = receiptWords({
  number: sql`r.number`,
  reference: sql`r.reference`,
  supplierName: sql`r.supplier_name`,
});

export const GOODS_RECEIPTS = newestFirst(goodsReceipt, {
  name: 'goods receipts',
  visible: visibleGoodsReceipts,
  created: sql`r.created_at`,
  changed: (moment) => sql`r.updated_at >= ${new Date(moment).toISOString()}::timestamptz`,
  filters: {
    location_id: byId(sql`r.location_id`, 'Only receipts at this location'),
    supplier_id: filter(
      byId(sql`r.supplier_id`, 'Only receipts of this supplier: the `supplier.id` of another').input,
      ID,
      (supplierId) => sql`(r.supplier_id = ${supplierId} or r.seller_id = ${supplierId})`,
    ),
    variant_id: filter(byId(sql`r.id`, 'Only receipts with a line of this variant').input, ID, (variantId) =>
      hasLine(
        sql`exists (select from ${inventoryItems} i where i.id = n.item_id and i.variant_id = ${variantId})`,
      ),
    ),
    batch: filter(byId(sql`r.id`, 'Only receipts with units of the batch with this id').input, ID, (batch) =>
      hasLine(sql`exists (select from ${lots} l where l.id = n.lot_id and l.batch_id = ${batch})`),
    ),
    kind: among(sql`r.kind`, GoodsKind),
    received_from: onDay('Only goods that came on or after this day', (day) => sql`r.received_on >= ${day}`),
    received_to: onDay('Only goods that came on or before this day', (day) => sql`r.received_on <= ${day}`),
    search: filter(
      Search.meta({ description: "Words: part of the number, the reference or the supplier's name" }),
      'x',
      (asked) => contains(words, asked),
    ),
    external_id: byExternalId<Viewer>('goods_receipt', sql`r.id`),
  },
});
export const goodsReceiptPage = pageOf(GOODS_RECEIPTS, OWNER, LIMITED);
/** Receipts as the resource. */
export const readGoodsReceipts = rowsWhere(goodsReceipt, [
  [sql`r.id = ${ID} and ${visibleGoodsReceipts(OWNER)}`, OWNER],
  [sql`r.id = ${ID} and ${visibleGoodsReceipts(LIMITED)}`, LIMITED],
]);

/** SQL: the suppliers (alias `s`) that a business wrote down; to a limited member those of receipts at its locations. */
function visibleSuppliers({ entity, locationIds }: Viewer): SQL {
  const own = sql`s.entity_id = ${entity.id}`;
  return locationIds === null
    ? own
    : sql`${own} and exists (select from ${goodsReceipts} r where r.supplier_id = s.id and r.location_id = any(${uuids(locationIds)}))`;
}

export const GOODS_SUPPLIERS = paged(goodsSupplier, {
  visible: visibleSuppliers,
  order: byName(sql`s.name`),
  filters: {
    search: filter(
      Search.meta({ description: 'Part of the name or license number; ignores case and accents' }),
      'x',
      (asked) => contains(sql`(s.name || chr(10) || coalesce(s.license_number, ''))`, asked),
    ),
  },
  viewers: [OWNER, LIMITED],
});
