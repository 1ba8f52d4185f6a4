import { z } from 'zod';
import { addDays, earliestDateOnEarth, latestDateOnEarth } from '../../kernel/clock';
import {
  CalendarDate,
  Count,
  Id,
  Moment,
  Note,
  Search,
  sortBy,
  Timestamp,
  Total,
  text,
  unchanged,
  Walking,
  walkOf,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { Shipment } from './fleet/schema';
import { OrderStatus } from './flow/schema';
import { ORDER_ITEM, OrderItem, OrderLines } from './lines/schema';
import { ActorFields } from './timeline/schema';

export const OrderParty = z.object({
  id: Id.meta({ description: 'Id of the entity' }),
  name: z.string().meta({ description: 'Current name of the entity' }),
});

const Cancellation = z
  .object({
    reason: z.string().nullable().meta({ description: 'Note given with the cancellation; null without one' }),
    by: z
      .object(ActorFields)
      .meta({ description: 'The member who canceled it, or Tallyleaf when the order expired' }),
    at: Timestamp.meta({ description: 'When the order was canceled' }),
  })
  .meta({ id: 'OrderCancellation' });

const OrderRecall = z
  .object({
    id: Id.meta({ description: 'Id of the recall' }),
    batch_id: z.string().meta({ description: 'Number of the recalled batch' }),
  })
  .meta({ id: 'OrderRecall' });

export const Order = z
  .object({
    id: Id.meta({ description: 'Id of the order' }),
    order_number: z
      .string()
      .meta({ description: 'Unique number for people: `ORD-`, the UTC day and six characters' }),
    status: OrderStatus,
    wholesaler: OrderParty.meta({ description: 'The seller' }),
    retailer: OrderParty.meta({ description: 'The buyer' }),
    items: z.array(OrderItem).meta({ description: 'Lines in the order in which they were added' }),
    subtotal: Total.meta({ description: 'Sum of the lines in US dollars, before tax' }),
    tax: Total.meta({ description: "Tax in US dollars, at the wholesaler's rate when the order was placed" }),
    total: Total.meta({ description: '`subtotal` + `tax`, in US dollars' }),
    delivery_date: CalendarDate.nullable().meta({ description: 'Requested day of delivery; null when open' }),
    delivery_window: z
      .string()
      .nullable()
      .meta({ description: 'Requested time of day, as text; null when open' }),
    notes: z.string().nullable().meta({ description: "The retailer's note to the wholesaler" }),
    receiving_location_id: Id.meta({ description: "The retailer's location that receives the goods" }),
    cancellation: Cancellation.nullable().meta({ description: 'null unless the order is canceled' }),
    recall: OrderRecall.nullable().meta({
      description:
        'The recall that took reserved units from the order; null once every line has its units again',
    }),
    created_at: Timestamp.meta({ description: 'When the order was placed' }),
    updated_at: Timestamp.meta({ description: 'When the order last changed' }),
    credit_total: Total.nullable().meta({
      description:
        'What the retailer is owed for units it did not accept, tax included, in US dollars; null until it files a receipt',
    }),
    shipment: Shipment.nullable().meta({ description: 'null unless the order was shipped with one' }),
    po_number: z
      .string()
      .nullable()
      .meta({ description: "Number of the retailer's purchase order; null without one" }),
  })
  .meta({
    id: 'Order',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        order_number: 'ORD-20260102-7K3M9Q',
        status: 'pending',
        wholesaler: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', name: 'Front Range Wholesale' },
        retailer: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06', name: 'Corner Dispensary' },
        items: [{ ...ORDER_ITEM, lots: [] }],
        subtotal: 35,
        tax: 2.89,
        total: 37.89,
        delivery_date: '2026-01-05',
        delivery_window: '09:00-12:00',
        notes: null,
        receiving_location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        cancellation: null,
        recall: null,
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
        credit_total: null,
        shipment: null,
        po_number: 'PO-2207',
      },
    ],
  });
export const OrderList = walkOf(Order);

export const OrderSummary = Order.pick({
  id: true,
  order_number: true,
  status: true,
  wholesaler: true,
  retailer: true,
  total: true,
  delivery_date: true,
  created_at: true,
  updated_at: true,
  po_number: true,
})
  .extend({ item_count: Count.meta({ description: 'Number of lines' }) })
  .meta({
    id: 'OrderSummary',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b01',
        order_number: 'ORD-20260102-7K3M9Q',
        status: 'pending',
        wholesaler: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', name: 'Front Range Wholesale' },
        retailer: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06', name: 'Corner Dispensary' },
        total: 37.89,
        delivery_date: '2026-01-05',
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
        po_number: 'PO-2207',
        item_count: 1,
      },
    ],
  });
export const OrderSummaryList = walkOf(OrderSummary);

/** The same with orders as JSON text: fields that no constraint of a column proves are checked by themselves. */
export const OrderTexts = walkOf(
  z.object({
    text: z.string(),
    ...Order.pick({ cancellation: true, shipment: true }).shape,
    lots: z.array(OrderItem.shape.lots).nullable(),
  }),
);

export const ORDER_SORTS = ['created_at', 'order_number', 'status', 'delivery_date', 'total'] as const;

export const ListOrders = z.strictObject({
  status: OrderStatus.meta({ description: 'Only orders in this status' }).optional(),
  wholesaler_id: Id.meta({ description: 'Only orders with this wholesaler' }).optional(),
  retailer_id: Id.meta({ description: 'Only orders with this retailer' }).optional(),
  recall_id: Id.meta({
    description: 'Only orders that lack units which this recall took from them',
  }).optional(),
  start_date: CalendarDate.meta({ description: 'Only orders placed on or after this day (UTC)' }).optional(),
  end_date: CalendarDate.meta({ description: 'Only orders placed on or before this day (UTC)' }).optional(),
  search: Search.meta({
    description: "Part of the order number, the PO number or a party's name",
  }).optional(),
  sort: sortBy(ORDER_SORTS),
  ...Walking,
});

const PathId = Id.meta({ description: 'Id of the order' });
export const OrderId = z.strictObject({ id: PathId });

/** Past only when it is over everywhere on earth, and at most a year ahead (decision 50). */
const DeliveryDate = CalendarDate.refine(
  (date) => date >= earliestDateOnEarth(),
  rule('date_in_past', 'must not be in the past'),
).refine(
  (date) => date <= addDays(latestDateOnEarth(), 366),
  rule('date_too_far', 'must be at most a year ahead'),
);

const PoNumber = text(64);

export const CreateOrder = z
  .strictObject({
    wholesaler_id: Id.meta({ description: 'A wholesaler you are connected with' }),
    items: OrderLines,
    delivery_date: DeliveryDate.nullish().meta({
      description: 'Requested day of delivery, at most a year ahead',
    }),
    delivery_window: text(64).nullish().meta({ description: 'Requested time of day, such as `09:00-12:00`' }),
    notes: Note.nullish().meta({ description: 'Note to the wholesaler' }),
    po_number: PoNumber.nullish().meta({ description: 'Number of your purchase order' }),
    receiving_location_id: Id.optional().meta({
      description: 'Your location that receives the goods; your first location when absent',
    }),
  })
  .meta({
    examples: [
      {
        wholesaler_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05',
        items: [{ product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03', quantity: 2 }],
        delivery_window: '09:00-12:00',
      },
    ],
  });

/** Fields of an order that a PATCH takes only as they are (decision 34). */
export const ORDER_READ_ONLY = (Object.keys(Order.shape) as Array<keyof typeof Order.shape>).filter(
  (field) => field !== 'id' && field !== 'po_number',
);
export const UpdateOrder = z
  .strictObject({
    id: PathId,
    po_number: PoNumber.nullish().meta({ description: 'Number of your purchase order; null clears it' }),
    ...unchanged(ORDER_READ_ONLY),
  })
  .meta({ examples: [{ po_number: 'PO-2207' }] });

export const MoveOrder = z
  .strictObject({
    id: PathId,
    status: OrderStatus.meta({ description: 'The next status' }),
    notes: Note.optional().meta({ description: "Note for the order's history, shown to both parties" }),
    driver_id: Id.optional().meta({ description: 'With `shipped`: your driver' }),
    vehicle_id: Id.optional().meta({ description: 'With `shipped`: your vehicle' }),
    departs_at: Moment.optional().meta({ description: 'With `shipped`: departure; now when absent' }),
    arrives_at: Moment.optional().meta({ description: 'With `shipped`: estimated arrival' }),
  })
  .meta({ examples: [{ status: 'accepted', notes: 'Ships Monday morning' }] });
export const CancelOrder = z
  .strictObject({
    id: PathId,
    reason: Note.optional().meta({ description: 'Why, shown to both parties' }),
  })
  .meta({ examples: [{ reason: 'Ordered twice' }] });

export const OrderCounts = z
  .object({
    all: Count.meta({ description: 'Orders in every status' }),
    pending: Count.meta({ description: 'Orders that await the wholesaler' }),
    accepted: Count.meta({ description: 'Orders accepted and not yet in preparation' }),
    preparing: Count.meta({ description: 'Orders being picked and packed' }),
    shipped: Count.meta({ description: 'Orders on their way' }),
    delivered: Count.meta({ description: 'Orders received by the retailer' }),
    cancelled: Count.meta({ description: 'Orders canceled' }),
  })
  .meta({ id: 'OrderCounts' });

export const PartnerId = z.strictObject({ id: Id.meta({ description: 'Id of the other business' }) });

export const PARTNER_DAYS = 30;

/** Trade with one partner: what its page shows beside its latest orders. */
export const PartnerTotals = z
  .object({
    open_orders: Count.meta({ description: 'Orders that are neither delivered nor canceled' }),
    days: Count.meta({ description: 'Length of the period of `orders` and `total`, in days until now' }),
    orders: Count.meta({ description: 'Orders placed in the period, canceled ones excluded' }),
    total: Total.meta({ description: 'Their value in US dollars, tax included' }),
    last_ordered_at: Timestamp.nullable().meta({
      description: 'When the latest order that was not canceled was placed; null without one',
    }),
  })
  .meta({ id: 'PartnerTotals' });

export const NoInput = z.strictObject({});
