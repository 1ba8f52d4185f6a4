import { z } from 'zod';
import { addDays, earliestDateOnEarth, latestDateOnEarth } from '../../kernel/clock';
import {
  CalendarDate,
  Count,
  Id,
  listOf,
  Moment,
  Note,
  Paging,
  Price,
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
import { LotNames } from '../inventory/schema';
import { APPEARANCE, Appearance } from '../products/schema';

export const ORDER_STATUSES = [
  'pending',
  'accepted',
  'preparing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export const OrderStatus = z.enum(ORDER_STATUSES).meta({
  id: 'OrderStatus',
  description:
    'Where an order is in its flow: `pending` awaits the wholesaler; `accepted`; `preparing` is being picked and packed; `shipped`; `delivered`; or `cancelled`',
});
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The two parties of an order. */
export type Side = 'retailer' | 'wholesaler';

/** Who may take each step of the flow (decisions 24 to 26); other steps are impossible. `state.ts` has their effects. */
export const STEPS = {
  pending: { accepted: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  accepted: { preparing: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  preparing: { shipped: ['wholesaler'], cancelled: ['wholesaler'] },
  shipped: { delivered: ['retailer', 'wholesaler'] },
  delivered: {},
  cancelled: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderStatus, readonly Side[]>>>;

/** Statuses to which a side may move an order from a status. */
export function nextStatuses(from: OrderStatus, side: Side): OrderStatus[] {
  const steps = Object.entries(STEPS[from]) as Array<[OrderStatus, readonly Side[]]>;
  return steps.filter(([, by]) => by.includes(side)).map(([to]) => to);
}

/** In which states a side may edit the lines, and whether it may only reduce them (decision 28). */
export const EDITING: Record<Side, { states: readonly OrderStatus[]; reduceOnly: boolean }> = {
  retailer: { states: ['pending'], reduceOnly: false },
  wholesaler: { states: ['pending', 'accepted'], reduceOnly: true },
};

export const MAX_LINES = 200;

export const OrderParty = z.object({
  id: Id.meta({ description: 'Id of the entity' }),
  name: z.string().meta({ description: 'Current name of the entity' }),
});

export const OrderItem = z
  .object({
    id: Id.meta({ description: 'Id of the line' }),
    product_id: Id.meta({ description: 'Product of the wholesaler' }),
    product_name: z.string().meta({ description: 'Product name when the line was added' }),
    variant_id: Id.meta({ description: 'Variant of the product' }),
    sku: z.string().meta({ description: 'SKU of the variant when the line was added' }),
    ...Appearance,
    quantity: Count.meta({ description: 'Units ordered' }),
    shipped_quantity: Count.meta({ description: 'Units shipped; 0 until then' }),
    received_quantity: Count.meta({
      description:
        'Units accepted by the retailer, or all of them while the seller has marked the order delivered without a receipt; 0 until delivery',
    }),
    lots: z
      .array(
        z.object({
          ...LotNames,
          quantity: Count.meta({ description: 'Units of the lot' }),
          has_coa: z.boolean().meta({ description: 'Whether the batch has a certificate of analysis' }),
        }),
      )
      .meta({
        description:
          'Lots reserved for the line, or shipped with it, soonest expiration first; the rest of the line has no lot',
      }),
    unit_price: Price.meta({
      description: 'Wholesale price per unit in US dollars, fixed when the line was added',
    }),
    total: Total.meta({ description: '`quantity` × `unit_price`, in US dollars' }),
  })
  .meta({
    id: 'OrderItem',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
        product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        product_name: 'Blue Dream',
        variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
        sku: 'BD-3.5',
        variant_name: '3.5 g',
        category: 'flower',
        image: null,
        quantity: 2,
        shipped_quantity: 0,
        received_quantity: 0,
        lots: [
          {
            lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10',
            batch_id: 'BD-2026-014',
            package_tag: null,
            expires_on: '2026-11-30',
            quantity: 2,
            has_coa: true,
          },
        ],
        unit_price: 17.5,
        total: 35,
      },
    ],
  });

export const ActorFields = {
  id: Id.nullable().meta({ description: 'Id of the user; null for Tallyleaf itself' }),
  name: z.string().meta({ description: 'Name of the user' }),
  entity_id: Id.meta({ description: "Id of the user's entity" }),
};

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

const Shipment = z
  .object({
    driver: z
      .object({
        id: Id.meta({ description: 'Id of the driver' }),
        name: z.string().meta({ description: 'Full name' }),
        license_number: z.string().meta({ description: "Number of the driver's license" }),
      })
      .nullable()
      .meta({ description: 'Who drives; null when not named' }),
    vehicle: z
      .object({
        id: Id.meta({ description: 'Id of the vehicle' }),
        make: z.string().meta({ description: 'Make' }),
        model: z.string().meta({ description: 'Model' }),
        plate: z.string().meta({ description: 'License plate' }),
      })
      .nullable()
      .meta({ description: 'With what; null when not named' }),
    departs_at: Timestamp.meta({ description: 'Departure' }),
    arrives_at: Timestamp.nullable().meta({ description: 'Estimated arrival; null when not stated' }),
  })
  .meta({ id: 'OrderShipment' });

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
        items: [
          {
            id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
            product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
            product_name: 'Blue Dream',
            variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
            sku: 'BD-3.5',
            variant_name: '3.5 g',
            category: 'flower',
            image: null,
            quantity: 2,
            shipped_quantity: 0,
            received_quantity: 0,
            lots: [],
            unit_price: 17.5,
            total: 35,
          },
        ],
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
const PathItemId = Id.meta({ description: 'Id of the line' });
export const OrderId = z.strictObject({ id: PathId });

const Quantity = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000')
  .meta({ description: 'Units, at least 1' });

/** Past only when it is over everywhere on earth, and at most a year ahead (decision 50). */
const DeliveryDate = CalendarDate.refine(
  (date) => date >= earliestDateOnEarth(),
  rule('date_in_past', 'must not be in the past'),
).refine(
  (date) => date <= addDays(latestDateOnEarth(), 366),
  rule('date_too_far', 'must be at most a year ahead'),
);

const Line = {
  product_id: Id.optional().meta({ description: 'The product; required unless the line names a SKU' }),
  variant_id: Id.optional().meta({
    description: "A variant of the product; the product's default variant when absent",
  }),
  sku: text(100).optional().meta({ description: "The wholesaler's SKU of a variant, in place of the ids" }),
  quantity: Quantity,
};

/** Rules between the fields of a line; they are reported beside the line's other errors. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
function named<S extends z.ZodObject<typeof Line>>(line: S): S {
  return line
    .refine(({ product_id, sku }) => product_id !== undefined || sku !== undefined, {
      path: ['product_id'],
      error: 'is required without a SKU',
      params: { code: 'required' },
      when: isObject,
    })
    .refine(
      ({ product_id, variant_id, sku }) => sku === undefined || (product_id ?? variant_id) === undefined,
      {
        path: ['sku'],
        error: 'must not come with ids',
        params: { code: 'ambiguous' },
        when: isObject,
      },
    );
}

const PoNumber = text(64);

export const CreateOrder = z
  .strictObject({
    wholesaler_id: Id.meta({ description: 'A wholesaler you are connected with' }),
    items: z
      .array(named(z.strictObject(Line)))
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
      .meta({ description: 'Lines; those of one variant are merged' }),
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

export const AddItem = named(z.strictObject({ id: PathId, ...Line })).meta({
  examples: [{ sku: 'BD-3.5', quantity: 12 }],
});

/** Fields of a line that a PATCH takes only as they are (decision 34). */
export const ITEM_READ_ONLY = [
  'product_id',
  'product_name',
  'variant_id',
  'sku',
  ...APPEARANCE,
  'shipped_quantity',
  'received_quantity',
  'lots',
  'unit_price',
  'total',
] as const;
export const ChangeItem = z
  .strictObject({
    id: PathId,
    item_id: PathItemId,
    quantity: Quantity.optional(),
    ...unchanged(ITEM_READ_ONLY),
  })
  .meta({ examples: [{ quantity: 24 }] });
export const RemoveItem = z.strictObject({ id: PathId, item_id: PathItemId });

export const ChooseLots = z
  .strictObject({
    id: PathId,
    item_id: PathItemId,
    lots: z
      .array(
        z.strictObject({
          lot_id: Id.meta({
            description: "A lot of the line's variant in your vault or on your sales floor",
          }),
          quantity: Quantity,
        }),
      )
      .max(MAX_LINES, `must have at most ${MAX_LINES} entries`)
      .meta({ description: 'Lots for the line, each once; units beyond their sum have no lot' }),
  })
  .meta({ examples: [{ lots: [{ lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10', quantity: 2 }] }] });

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

/** What the timeline of an order records. */
export const ORDER_ACTIONS = [
  'created',
  'moved',
  'item_added',
  'item_changed',
  'item_removed',
  'po_number_changed',
  'receipt_filed',
  'receipt_corrected',
  'return_received',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export const OrderEntry = z
  .object({
    id: Id.meta({ description: 'Id of the entry' }),
    action: z.enum(ORDER_ACTIONS).meta({
      description:
        '`moved` is a change of status; the `item_` actions change a line; `po_number_changed` has the new number as summary; `receipt_filed` is a receipt of an order that was delivered already',
    }),
    from_status: OrderStatus.nullable().meta({
      description: 'Status before; null when the order was placed',
    }),
    to_status: OrderStatus.meta({ description: 'Status after; the same when a line changed' }),
    summary: z
      .string()
      .nullable()
      .meta({ description: 'The line and its change, or the units received, as text; null for others' }),
    notes: z.string().nullable().meta({ description: 'Note given with the change of status' }),
    actor: z.object(ActorFields).meta({ description: 'Who did it, of either party' }),
    created_at: Timestamp.meta({ description: 'When it happened' }),
  })
  .meta({ id: 'OrderHistoryEntry' });
export const OrderHistory = listOf(OrderEntry);
export const ListHistory = z.strictObject({ id: PathId, ...Paging });
export const NoInput = z.strictObject({});
