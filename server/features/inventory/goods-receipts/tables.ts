import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  actorColumns,
  cents,
  createdAt,
  id,
  instant,
  isOneOf,
  reference,
  updatedAt,
} from '../../../platform/db/columns';
import { keep, personal, plain } from '../../../platform/db/marks';
import { entities, locations } from '../../entities/tables';
import { lots } from '../../lots/tables';
import { inventoryItems } from '../tables';
import { GOODS_KINDS, type GoodsNotice } from './schema';

/** Who goods from outside came from, as a business typed it: it is of no business on board (decision 942). */
export const goodsSuppliers = pgTable(
  'goods_suppliers',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    name: personal(text('name')).notNull(),
    licenseNumber: plain(text('license_number')),
    state: plain(text('state')),
    /** The same for every spelling of a license; null without one. */
    licenseForm: plain(text('license_form')).generatedAlwaysAs(sql`nullif(license_form(license_number), '')`),
    nameForm: plain(text('name_form')).notNull().generatedAlwaysAs(sql`lower(normalize(name, NFKC))`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('goods_suppliers_license')
      .on(t.entityId, t.licenseForm)
      .where(sql`${t.licenseForm} is not null`),
    uniqueIndex('goods_suppliers_name').on(t.entityId, t.nameForm).where(sql`${t.licenseForm} is null`),
    index('goods_suppliers_by_name').on(t.entityId, sql`${t.name} collate names`, t.id),
  ],
);
keep(goodsSuppliers, { rows: 'entity_id', kept: 'ledger', erase: 'blank' });

/** Goods that came from outside. */
export const goodsReceipts = pgTable(
  'goods_receipts',
  {
    id: id(),
    entityId: uuid('entity_id').notNull(),
    number: plain(text('number')).notNull(),
    kind: text('kind', { enum: GOODS_KINDS }).notNull(),
    locationId: uuid('location_id').notNull(),
    /** Who was typed, or the connected seller; neither of goods that were found or harvested. */
    supplierId: uuid('supplier_id').references(() => goodsSuppliers.id),
    sellerId: uuid('seller_id').references(() => entities.id),
    /** As it was then. */
    supplierName: personal(text('supplier_name')),
    supplierLicense: plain(text('supplier_license')),
    supplierState: plain(text('supplier_state')),
    reference: plain(text('reference')),
    /** The state's transfer that it was accepted from. */
    transferId: uuid('transfer_id'),
    receivedOn: date('received_on').notNull(),
    notes: personal(text('notes')),
    units: bigint('units', { mode: 'number' }).notNull().default(0),
    /** In dollars; null where a line has no cost. */
    costTotal: numeric('cost_total', { precision: 24, scale: 2, mode: 'number' }),
    notices: plain(jsonb('notices')).$type<GoodsNotice[]>().notNull().default([]),
    ...actorColumns(),
    createdAt: createdAt(),
    correctedAt: instant('corrected_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('goods_receipts_kind', isOneOf(t.kind, GOODS_KINDS)),
    check(
      'goods_receipts_supplier',
      sql`num_nonnulls(${t.supplierId}, ${t.sellerId}) = case ${t.kind} when 'purchase' then 1 else 0 end and (${t.supplierName} is not null) = (${t.kind} = 'purchase')`,
    ),
    foreignKey({ columns: [t.entityId, t.locationId], foreignColumns: [locations.entityId, locations.id] }),
    unique('goods_receipts_number').on(t.entityId, t.number),
    index('goods_receipts_newest').on(t.entityId, t.createdAt.desc(), t.id),
    index('goods_receipts_by_change').on(t.entityId, t.updatedAt),
    index('goods_receipts_of_supplier').on(t.supplierId).where(sql`${t.supplierId} is not null`),
    index('goods_receipts_of_seller').on(t.sellerId).where(sql`${t.sellerId} is not null`),
    index('goods_receipts_by_reference')
      .on(t.entityId, sql`lower(${t.reference})`)
      .where(sql`${t.reference} is not null`),
    index('goods_receipts_words').using('gin', sql`search_key(${receiptWords(t)}) gin_trgm_ops`),
  ],
);
keep(goodsReceipts, { rows: 'entity_id', kept: 'ledger', erase: 'blank' });

/** What came, where it is, and in which lot. */
export const goodsReceiptLines = pgTable(
  'goods_receipt_lines',
  {
    id: id(),
    receiptId: uuid('receipt_id')
      .notNull()
      .references(() => goodsReceipts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    itemId: reference('item_id', () => inventoryItems.id),
    /** Null for units without a lot. */
    lotId: uuid('lot_id').references(() => lots.id),
    quantity: integer('quantity').notNull(),
    /** Null where it wasn't said. */
    unitCostCents: cents('unit_cost_cents'),
  },
  (t) => [
    check('goods_receipt_lines_quantity', sql`${t.quantity} between 1 and 2000000000`),
    check('goods_receipt_lines_cost', sql`${t.unitCostCents} between 0 and 999999999`),
    index('goods_receipt_lines_of_receipt').on(t.receiptId, t.position),
    index('goods_receipt_lines_of_item').on(t.itemId),
    index('goods_receipt_lines_of_lot').on(t.lotId).where(sql`${t.lotId} is not null`),
  ],
);
keep(goodsReceiptLines, { rows: 'receipt_id>goods_receipts', kept: 'ledger' });

/** SQL: what a receipt is found by, in the form of its index of words. */
export function receiptWords(t: Record<'number' | 'reference' | 'supplierName', unknown>) {
  return sql`(${t.number} || chr(10) || coalesce(${t.reference}, '') || chr(10) || coalesce(${t.supplierName}, ''))`;
}
