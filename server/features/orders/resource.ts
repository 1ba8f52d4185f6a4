import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { CalendarDate, Id, Note, unchanged, walkOf } from '../../kernel/params';
import { count, day, exampleId, flag, id, json, oneOf, text, time, total } from '../../platform/db/fields';
import { many, one, readOnlyOf, resource } from '../../platform/db/resource';
import { invoiceName } from '../billing/invoices/resource';
import { InvoiceState } from '../billing/invoices/schema';
import { invoices } from '../billing/invoices/tables';
import { externalIdsOf, joinViewer } from '../entities/external-ids/resource';
import { ExternalIdsChange } from '../entities/external-ids/schema';
import { BUYER, party, SELLER } from '../entities/resource';
import { batches } from '../lots/tables';
import { TaxLine } from '../pricing/schema';
import { dayOf } from '../pricing/taxes/queries.sql';
import { recalls } from '../recalls/tables';
import { NO_SHIPMENT, SHIPMENT } from './fleet/queries.sql';
import { Shipment, ShipmentChange } from './fleet/schema';
import { orderItem } from './parts/lines.resource';
import { receipts } from './parts/tables';
import { taxLinesOf } from './parts/tax-lines.sql';
import { cancellation } from './parts/timeline.resource';
import { DeliveryWindow, PathId, PoNumber } from './schema';
import { Adjustment } from './shapes/adjustments.schema';
import { EnteredBy, OrderStatus } from './shapes/flow.schema';
import { endingOf } from './shapes/flow.sql';
import { Overrides } from './shapes/lines.schema';
import { orderItems, orders } from './tables';

const o = alias(orders, 'o');

const c = alias(recalls, 'c');

const recall = resource(
  c,
  {
    id: id(c.id, 'Id of the recall', exampleId('20')),
    batch_id: text(
      sql`(select b.batch_id from ${batches} b where b.id = c.batch_id)`,
      'Number of the recalled batch',
      'BD-2026-014',
    ),
  },
  { id: 'OrderRecall' },
);

/** SQL: the adjustments of an order as they are sent; few have any. */
const adjustmentsOf = sql`case when o.adjustments is null then '[]' else (
  select json_agg(json_strip_nulls(json_build_object('kind', a.kind, 'label', a.label, 'amount', a.cents::float8 / 100, 'bps', a.bps))
    order by a.place)::text
  from rows from (jsonb_to_recordset(o.adjustments) as (kind text, label text, cents bigint, bps int)) with ordinality as a (kind, label, cents, bps, place)) end`;

/** An order as both parties see it: in events, which have no external ids. */
export const sharedOrder = resource(o, {
  id: id(o.id, 'Id of the order'),
  order_number: text(
    o.orderNumber,
    'Unique number for people: `ORD-`, the UTC day and six characters',
    'ORD-20260102-7K3M9Q',
  ),
  status: oneOf(OrderStatus)(o.status),
  wholesaler: party(o.wholesalerId, 'The seller', SELLER),
  retailer: party(o.retailerId, 'The buyer', BUYER),
  items: many(
    orderItem,
    { where: sql`x.order_id = o.id`, order: sql`x.position, x.id` },
    'Lines in the order in which they were added',
  ),
  subtotal: total(
    o.subtotalCents,
    'Sum of the lines in US dollars, before discounts of the order, freight and tax',
    35,
  ),
  discount_total: total(
    o.discountCents,
    "What the seller's discounts take off, at most the subtotal, in US dollars",
  ),
  freight_total: total(o.freightCents, 'What freight and fees add, in US dollars'),
  adjustments: json(
    adjustmentsOf,
    z.array(Adjustment).meta({ description: 'What the seller takes off the order, or adds to it' }),
    [],
  ),
  tax: total(o.taxCents, 'Sum of `tax_lines` in US dollars', 2.89),
  tax_lines: json(
    taxLinesOf('o'),
    z.array(TaxLine).meta({
      description:
        'Taxes of the seller that apply to the buyer and its premises, as when the order was placed; those that tax nothing are absent',
    }),
    [{ rule_id: null, name: 'Tax', base: 35, rate: 8.25, amount: 2.89 }],
    sql`o.tax_lines is null`,
  ),
  total: total(o.totalCents, '`subtotal` − `discount_total` + `freight_total` + `tax`, in US dollars', 37.89),
  delivery_date: day(o.deliveryDate, 'Requested day of delivery; null when open', '2026-01-05'),
  delivery_window: text(o.deliveryWindow, 'Requested time of day, as text; null when open', '09:00-12:00'),
  notes: text(o.notes, "The retailer's note to the wholesaler"),
  receiving_location_id: id(
    o.receivingLocationId,
    "The retailer's location that receives the goods",
    exampleId('07'),
  ),
  cancellation: one(
    cancellation,
    {
      when: sql`o.status='cancelled'`,
      where: sql`h.order_id = o.id and h.to_status='cancelled' order by h.id desc limit 1`,
    },
    'null unless the order is canceled',
  ),
  recall: one(
    recall,
    { when: sql`o.recall_id is not null`, where: sql`c.id = o.recall_id` },
    'The recall that took reserved units from the order; null once every line has its units again',
  ),
  disputed_at: time(
    o.disputedAt,
    'Since when the buyer disputes it, which it was merged into: its invoice is not reminded of and blocks nothing; null otherwise',
  ),
  disputable_until: time(
    o.disputableUntil,
    'Until when an owner of the buyer may dispute it; null unless it came by a merge',
  ),
  created_at: time(o.createdAt, 'When the order was placed'),
  updated_at: time(o.updatedAt, 'When the order last changed'),
  credit_total: total.orNull(
    sql`(select r.credit_cents from ${receipts} r where r.order_id = o.id)`,
    'What the retailer is owed for units it did not accept, tax included, in US dollars; null until it files a receipt',
  ),
  shipment: json(
    SHIPMENT,
    Shipment.nullable().meta({ description: 'null until something of it is stated' }),
    null,
    NO_SHIPMENT,
  ),
  po_number: text(o.poNumber, "Number of the retailer's purchase order; null without one", 'PO-2207'),
  entered_by: oneOf(EnteredBy)(sql`case when o.by_seller then 'seller' else 'buyer' end`),
  buyer_stock: flag(
    o.buyerStock,
    "Whether delivery books the units into the buyer's stock; false once it was delivered to a customer that wasn't on board",
    true,
  ),
  invoice: one(
    invoiceName,
    { when: sql`o.status in ('shipped', 'delivered')`, where: sql`i.order_id = o.id` },
    'The invoice of the order; null until it is issued',
  ),
});
export const SharedOrder = sharedOrder.schema;

/** Who reads an order; null for both parties, who see no external ids. */
export interface SeenBy {
  entity: { id: string | null };
}

export const order = resource(
  o,
  { ...sharedOrder.fields, external_ids: externalIdsOf('order', sql`o.id`, { leaflink: '123' }) },
  { joins: ({ entity }: SeenBy) => joinViewer(entity.id), id: 'Order' },
);
export const Order = order.schema;
export const OrderList = walkOf(Order);

const { fields } = order;

/** SQL: whether another order of `viewer` has the same last six characters. */
const endsAlike = sql`exists (select from ${orders} t
  where ${endingOf(sql`t.order_number`)} = ${endingOf(sql`o.order_number`)} and t.id <> o.id
    and (t.wholesaler_id = viewer.id or t.retailer_id = viewer.id))`;
/** An order without its lines. */
export const orderSummary = resource(
  o,
  {
    id: fields.id,
    order_number: fields.order_number,
    status: fields.status,
    wholesaler: fields.wholesaler,
    retailer: fields.retailer,
    total: fields.total,
    delivery_date: fields.delivery_date,
    created_at: fields.created_at,
    updated_at: fields.updated_at,
    po_number: fields.po_number,
    entered_by: fields.entered_by,
    disputed_at: fields.disputed_at,
    short_number: text(
      sql`right(o.order_number, case when ${endsAlike} then 11 else 6 end)`,
      'End of `order_number` for lists: its six characters, after month and day where another order of your business ends alike',
      '7K3M9Q',
    ),
    units: count(o.units, 'Sum of the quantities of its lines', 2),
    item_count: count(
      sql`(select count(*)::int from ${orderItems} x where x.order_id = o.id)`,
      'Number of lines',
      1,
    ),
    by_weight: flag(
      sql`exists (select from ${orderItems} x where x.order_id = o.id and x.step is not null)`,
      'Whether a line is sold by weight, of which `units` counts steps',
    ),
    invoice_state: oneOf(InvoiceState).orNull(
      sql`(select case when i.settled_cents >= i.total_cents then 'paid'
          when i.due_on < ${dayOf(sql`i.seller_id`)} then 'overdue' else 'open' end
        from ${invoices} i where o.status in ('shipped', 'delivered') and i.order_id = o.id)`,
      'Where its invoice stands; null until it is issued',
      'open',
    ),
  },
  { joins: ({ entity }: SeenBy) => joinViewer(entity.id), id: 'OrderSummary' },
);
export const OrderSummaryList = walkOf(orderSummary.schema);

/** The buyer's own number of an order, as a column. */
export const buyersNumber = o.poNumber;

/** Fields of an order that a PATCH takes only as they are (decision 34). */
export const ORDER_READ_ONLY = readOnlyOf(
  order,
  'id',
  'delivery_date',
  'delivery_window',
  'notes',
  'po_number',
  'receiving_location_id',
  'external_ids',
  'shipment',
);
export const UpdateOrder = z
  .strictObject({
    id: PathId,
    delivery_date: CalendarDate.nullish().meta({
      description: 'Requested day of delivery, at most a year ahead; null clears it',
    }),
    delivery_window: DeliveryWindow.nullish().meta({ description: 'Requested time of day; null clears it' }),
    notes: Note.nullish().meta({ description: "The buyer's note; null clears it" }),
    po_number: PoNumber.nullish().meta({
      description: "Number of the buyer's purchase order; null clears it",
    }),
    receiving_location_id: Id.optional().meta({
      description: "The buyer's location that receives the goods",
    }),
    seller_notes: Note.nullish().meta({
      description: "The seller's notes, which only the seller sees; null clears them",
    }),
    external_ids: ExternalIdsChange.optional(),
    shipment: ShipmentChange.optional(),
    override: Overrides.optional(),
    ...unchanged(ORDER_READ_ONLY),
  })
  .meta({ examples: [{ delivery_date: '2026-01-05', delivery_window: '09:00-12:00' }] });
