import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf, TotalSum, unchanged, walkOf } from '../../../kernel/params';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import {
  day,
  exampleId,
  flag,
  id,
  json,
  object,
  oneOf,
  person,
  price,
  text,
  time,
} from '../../../platform/db/fields';
import { many, readOnlyOf, resource, type ViewOf } from '../../../platform/db/resource';
import { externalIdsOf, joinViewer } from '../../entities/external-ids/resource';
import { hasCertificateFor, lotNames, type Viewer } from '../../lots/resource';
import { TestStatus } from '../../lots/schema';
import { batches, lots } from '../../lots/tables';
import { amountOf } from '../../products/resource';
import { products, productVariants } from '../../products/tables';
import { goods } from '../resource';
import { Balance, RoomType } from '../schema';
import { inventoryItems } from '../tables';
import { CorrectableGoods, GoodsKind, GoodsNotice } from './schema';
import { goodsReceiptLines, goodsReceipts, goodsSuppliers } from './tables';

const r = alias(goodsReceipts, 'r');
const n = alias(goodsReceiptLines, 'n');
const i = alias(inventoryItems, 'i');
const s = alias(goodsSuppliers, 's');

const line = resource(
  n,
  {
    line_id: id(n.id, 'Id of the line', exampleId('31')),
    ...goods,
    quantity: json(sql`n.quantity`, Balance.quantity.meta({ description: 'Units that came' }), 40, sql`true`),
    amount: amountOf(sql`n.quantity`, undefined, 40),
    unit_cost: price.orNull(
      sql`n.unit_cost_cents`,
      'US dollars per unit, by weight per `unit`; null where it was not said',
      16.5,
    ),
    batch: id.orNull(sql`b.id`, 'Id of the batch; null for units without one', exampleId('11')),
    batch_id: text.orNull(sql`b.batch_id`, 'Batch number as printed on the certificate', 'BD-2026-014'),
    harvested_on: day.orNull(sql`b.harvested_on`, 'Day of harvest of the batch; null when unknown'),
    packaged_on: day.orNull(sql`b.packaged_on`, 'Day of packaging of the batch; null when unknown'),
    expires_on: day.orNull(sql`b.expires_on`, lotNames.expires_on.schema.description, '2026-11-30'),
    test_status: oneOf(TestStatus).orNull(sql`b.test_status`, 'Test result of the batch', 'untested'),
    has_coa: flag(
      hasCertificateFor(sql`r.entity_id`),
      'Whether the batch has a certificate of analysis',
      true,
    ),
    lot_id: id(n.lotId, 'Id of the lot; null for units without a batch', exampleId('10')),
    package_tag: text.orNull(
      sql`l.package_tag`,
      'Tag of the package; null without one',
      '1A4060300002F1D000000014',
    ),
    room_type: oneOf(RoomType)(i.roomType, undefined, 'vault'),
    inventory_id: id(n.itemId, 'Id of the inventory item that took the units', exampleId('02')),
  },
  {
    joins: sql`join ${inventoryItems} i on i.id = n.item_id join ${productVariants} v on v.id = i.variant_id
      join ${products} p on p.id = i.product_id
      left join ${lots} l on l.id = n.lot_id left join ${batches} b on b.id = l.batch_id`,
    id: 'GoodsReceiptLine',
    examples: undefined,
  },
);

/** A receipt of goods from outside (decision 942). */
export const goodsReceipt = resource(
  r,
  {
    id: id(r.id, 'Id of the goods receipt', exampleId('30')),
    number: text(r.number, 'Number of the receipt', 'GR-20260102-7K3MQ2'),
    kind: oneOf(GoodsKind)(r.kind, undefined, 'purchase'),
    location_id: id(r.locationId, 'Id of the location that took the goods', exampleId('07')),
    supplier: object(
      {
        id: id.orNull(
          sql`coalesce(r.seller_id, r.supplier_id)`,
          'Id of the connected business, or of the supplier as your business wrote it down (`GET /api/v1/goods-suppliers`)',
          exampleId('33'),
        ),
        name: text(sql`r.supplier_name`, 'Its name then', 'Humboldt Sun Farms'),
        license_number: text.orNull(sql`r.supplier_license`, 'Its license number then', 'CCL18-0001234'),
        state: text.orNull(sql`r.supplier_state`, 'Its state then', 'CA'),
      },
      'Who delivered; null for what was found or harvested',
      sql`r.supplier_name is not null`,
    ),
    reference: text(r.reference, "The supplier's own number of the delivery or invoice", 'HSF-2201'),
    transfer_id: id(r.transferId, 'Transfer of the state that it was accepted from; null without one'),
    received_on: day(r.receivedOn, 'Day on which the goods came', '2026-01-02'),
    notes: text(r.notes, 'Note on the receipt'),
    lines: many(line, { where: sql`n.receipt_id = r.id`, order: sql`n.position` }, 'What came'),
    units: json(
      sql`r.units`,
      z.int().min(0).meta({ description: 'Units of all lines; steps of goods by weight' }),
      40,
      sql`true`,
    ),
    cost_total: json(
      sql`r.cost_total::float8`,
      TotalSum.nullable().meta({
        description: 'What all lines cost, in US dollars; null where one has no `unit_cost`',
      }),
      660,
    ),
    notices: json(
      sql`r.notices`,
      z.array(GoodsNotice).meta({ description: 'What to know of the goods as they came' }),
      [],
    ),
    correctable_until: time(
      sql`(r.created_at + make_interval(hours => ${sql.raw(String(RECEIPT_HOURS))}))`,
      `Until when it can be corrected: ${RECEIPT_HOURS} hours after it was filed`,
      '2026-01-05T15:04:05.000Z',
    ),
    corrected_at: time(r.correctedAt, 'When it was last corrected; null until then'),
    received_by: object(
      person(sql`r.actor_id`, sql`r.actor_name`, { id: exampleId('32'), name: 'Dana Reyes' }),
      'Who received the goods',
    ),
    external_ids: externalIdsOf('goods_receipt', sql`r.id`),
    created_at: time(r.createdAt, 'When the goods were received'),
    updated_at: time(r.updatedAt, 'When the receipt last changed'),
  },
  { joins: ({ entity }: Viewer) => joinViewer(entity.id), id: 'GoodsReceipt' },
);
export const GoodsReceipt = goodsReceipt.schema;
export type GoodsReceiptView = ViewOf<typeof goodsReceipt>;
export const GoodsReceiptList = walkOf(GoodsReceipt);

/** Fields that a correction takes only as they are. */
export const GOODS_READ_ONLY = readOnlyOf(
  goodsReceipt,
  ...(['id', 'supplier', 'reference', 'received_on', 'notes', 'lines', 'external_ids'] as const),
);
export const CorrectGoods = CorrectableGoods.extend(unchanged(GOODS_READ_ONLY)).meta({
  examples: [{ lines: [{ line_id: exampleId('31'), quantity: 38 }], notes: 'Two jars were missing' }],
});
export type CorrectGoods = z.infer<typeof CorrectGoods>;

/** What a dry run would make has no id and no number. */
export const ReceivedGoods = GoodsReceipt.extend({
  id: GoodsReceipt.shape.id.nullable().meta({ description: 'Id of the goods receipt; null in a dry run' }),
  number: GoodsReceipt.shape.number
    .nullable()
    .meta({ description: 'Number of the receipt; null in a dry run' }),
}).meta({ id: 'ReceivedGoods' });
export type ReceivedGoods = z.infer<typeof ReceivedGoods>;

/** What the event carries. */
export const GoodsReceivedData = GoodsReceipt.meta({
  id: 'GoodsReceivedEventData',
  description: 'The receipt, with its lines',
});

export const goodsSupplier = resource(
  s,
  {
    id: id(s.id, 'Id of the supplier, as on its receipts', exampleId('33')),
    name: text(s.name, 'The name last written', 'Humboldt Sun Farms'),
    license_number: text(s.licenseNumber, 'Its license number; null without one', 'CCL18-0001234'),
    state: text(s.state, 'Its state; null where it was not said', 'CA'),
    created_at: time(s.createdAt, 'When it was first written down'),
    updated_at: time(s.updatedAt, 'When it last changed'),
  },
  { id: 'GoodsSupplier' },
);
export const GoodsSupplierList = listOf(goodsSupplier.schema);
