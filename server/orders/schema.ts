import { z } from 'zod';
import { addDays, earliestDateOnEarth, latestDateOnEarth } from '../kernel/clock';
import {
  CalendarDate,
  Count,
  Id,
  listOf,
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
} from '../kernel/params';
import { rule } from '../kernel/rules';

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

/** Who may take each step of the flow (decisions 24 to 26); what is not here cannot happen. `state.ts` says what else a step does. */
export const STEPS = {
  pending: { accepted: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  accepted: { preparing: ['wholesaler'], cancelled: ['retailer', 'wholesaler'] },
  preparing: { shipped: ['wholesaler'], cancelled: ['wholesaler'] },
  shipped: { delivered: ['retailer', 'wholesaler'] },
  delivered: {},
  cancelled: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderStatus, readonly Side[]>>>;

/** Where a side may take an order from a status. */
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

const OrderParty = z.object({ id: Id, name: z.string() });

export const OrderItem = z
  .object({
    id: Id,
    product_id: Id,
    product_name: z.string(),
    variant_id: Id,
    sku: z.string(),
    quantity: Count,
    unit_price: Price,
    total: Total,
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
        quantity: 2,
        unit_price: 17.5,
        total: 35,
      },
    ],
  });

const Cancellation = z
  .object({
    reason: z.string().nullable(),
    by: z
      .object({ id: Id.nullable(), name: z.string(), entity_id: Id })
      .meta({ description: 'The member who canceled it; id is null when Tallyleaf did' }),
    at: Timestamp,
  })
  .meta({ id: 'OrderCancellation' });

export const Order = z
  .object({
    id: Id,
    order_number: z.string(),
    status: OrderStatus,
    wholesaler: OrderParty,
    retailer: OrderParty,
    items: z.array(OrderItem),
    subtotal: Total,
    tax: Total,
    total: Total,
    delivery_date: CalendarDate.nullable(),
    delivery_window: z.string().nullable(),
    notes: z.string().nullable(),
    receiving_location_id: Id,
    cancellation: Cancellation.nullable().meta({ description: 'null unless the order is canceled' }),
    created_at: Timestamp,
    updated_at: Timestamp,
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
            quantity: 2,
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
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const OrderList = walkOf(Order);

export const ORDER_SORTS = ['created_at', 'order_number', 'status', 'delivery_date', 'total'] as const;

export const ListOrders = z.strictObject({
  status: OrderStatus.optional(),
  wholesaler_id: Id.optional(),
  retailer_id: Id.optional(),
  start_date: CalendarDate.optional(),
  end_date: CalendarDate.optional(),
  search: Search.optional().meta({ description: "Part of the order number or of a party's name" }),
  sort: sortBy(ORDER_SORTS),
  ...Walking,
});

export const OrderId = z.strictObject({ id: Id });

const Quantity = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000');

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

/** Rules between the fields of a line; they report beside what else is wrong with it. */
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

export const CreateOrder = z
  .strictObject({
    wholesaler_id: Id,
    items: z
      .array(named(z.strictObject(Line)))
      .min(1, 'must have at least one line')
      .max(MAX_LINES, `must have at most ${MAX_LINES} lines`),
    delivery_date: DeliveryDate.nullish(),
    delivery_window: text(64).nullish(),
    notes: Note.nullish(),
    receiving_location_id: Id.optional(),
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

export const MoveOrder = z.strictObject({ id: Id, status: OrderStatus, notes: Note.optional() });
export const CancelOrder = z.strictObject({ id: Id, reason: Note.optional() });

export const AddItem = named(z.strictObject({ id: Id, ...Line }));

/** Fields of a line that a PATCH takes only as they are (decision 34). */
export const ITEM_READ_ONLY = [
  'product_id',
  'product_name',
  'variant_id',
  'sku',
  'unit_price',
  'total',
] as const;
export const ChangeItem = z.strictObject({
  id: Id,
  item_id: Id,
  quantity: Quantity.optional(),
  ...unchanged(ITEM_READ_ONLY),
});
export const RemoveItem = z.strictObject({ id: Id, item_id: Id });

export const OrderCounts = z
  .object({
    all: Count,
    pending: Count,
    accepted: Count,
    preparing: Count,
    shipped: Count,
    delivered: Count,
    cancelled: Count,
  })
  .meta({ id: 'OrderCounts' });

export const OrderEntry = z
  .object({
    id: Id,
    action: z.enum(['created', 'moved', 'item_added', 'item_changed', 'item_removed']),
    from_status: OrderStatus.nullable(),
    to_status: OrderStatus,
    summary: z.string().nullable(),
    notes: z.string().nullable(),
    actor: z.object({ id: Id.nullable(), name: z.string(), entity_id: Id }),
    created_at: Timestamp,
  })
  .meta({ id: 'OrderHistoryEntry' });
export const OrderHistory = listOf(OrderEntry);
export const ListHistory = z.strictObject({ id: Id, ...Paging });
export const NoInput = z.strictObject({});
