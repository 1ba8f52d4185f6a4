import { z } from 'zod';
import { latestDateOnEarth } from '../kernel/clock';
import { MAX_PRICE_CENTS } from '../kernel/money';
import {
  CalendarDate,
  Count,
  Delta,
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
import { ProductCategory } from '../products/schema';

export const ROOM_TYPES = ['sales_floor', 'vault', 'quarantine', 'secret_menu'] as const;
export const RoomType = z.enum(ROOM_TYPES).meta({
  id: 'RoomType',
  description:
    '`sales_floor` is open to customers, `vault` is secure storage, `quarantine` awaits inspection, `secret_menu` holds special items',
});
export type RoomType = (typeof ROOM_TYPES)[number];
export const REASON_CODES = ['SALE', 'RETURN', 'ADJUSTMENT', 'DAMAGE', 'THEFT', 'TRANSFER', 'AUDIT'] as const;
export const ReasonCode = z
  .enum(REASON_CODES)
  .meta({ id: 'ReasonCode', description: 'Why a quantity changed' });
export const SOURCE_TYPES = ['api', 'dashboard', 'order', 'sync', 'import', 'transfer', 'count'] as const;
export const SourceType = z.enum(SOURCE_TYPES).meta({ id: 'SourceType', description: 'What made a change' });
/** The most that a row may hold (decision 4). */
export const MAX_QUANTITY = 2_000_000_000;

const AverageCost = z
  .number()
  .min(0)
  .max(MAX_PRICE_CENTS / 100)
  .meta({
    description: 'Moving average of what the units on hand cost, in US dollars with at most four decimals',
  });

export const InventoryItem = z
  .object({
    id: Id,
    product_id: Id,
    product_name: z.string(),
    variant_id: Id,
    sku: z.string(),
    location_id: Id,
    room_type: RoomType,
    quantity: Count,
    reserved_quantity: Count,
    available_quantity: Count,
    unit_cost: Price.meta({
      description: 'What a unit of the last receipt or sync cost, in US dollars; 0 until then',
    }),
    average_cost: AverageCost,
    unit_price: Price.meta({
      description: "Your own retail price in US dollars, or the variant's price where you have set none",
    }),
    low_stock: z.boolean().meta({
      description:
        "True in the vault and on the sales floor while the location's two rooms together have less available than the threshold",
    }),
    last_sync: Timestamp,
    synced_at: Timestamp.nullable().meta({
      description: 'When a POS sync last reported the item; null until one has',
    }),
    updated_at: Timestamp,
  })
  .meta({
    id: 'InventoryItem',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
        product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        product_name: 'Blue Dream',
        variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
        sku: 'BD-3.5',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        room_type: 'vault',
        quantity: 40,
        reserved_quantity: 2,
        available_quantity: 38,
        unit_cost: 17.5,
        average_cost: 17.1234,
        unit_price: 35,
        low_stock: false,
        last_sync: '2026-01-02T15:04:05.000Z',
        synced_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const InventoryList = walkOf(InventoryItem);

export const INVENTORY_SORTS = [
  'product_name',
  'sku',
  'room_type',
  'quantity',
  'reserved_quantity',
  'available_quantity',
  'unit_cost',
  'average_cost',
  'unit_price',
  'last_sync',
  'synced_at',
  'created_at',
] as const;

export const ListInventory = z.strictObject({
  location_id: Id.optional(),
  room_type: RoomType.optional(),
  category: ProductCategory.optional(),
  low_stock: z.boolean().optional().meta({ description: 'Only items whose location is low on the variant' }),
  low_stock_threshold: z.int('must be a whole number').min(0).max(1_000_000).optional().meta({
    description: 'With `low_stock`: judge by this threshold in place of your own, as a preview',
  }),
  product_id: Id.optional(),
  sku: text(100).optional(),
  search: Search.optional(),
  sort: sortBy(INVENTORY_SORTS),
  ...Walking,
});

export const InventoryItemId = z.strictObject({ id: Id });

const Change = z
  .int('must be a whole number')
  .min(-MAX_QUANTITY, 'must not be below -2000000000')
  .max(MAX_QUANTITY, 'must be at most 2000000000')
  .refine((change) => change !== 0, rule('zero_change', 'must not be 0'))
  .meta({ not: { const: 0 } });

/** What an adjustment says, of one item or of each of several. */
const Adjustment = {
  quantity_change: Change,
  reason_code: ReasonCode,
  notes: Note.optional(),
  expected_quantity: z.int('must be a whole number').min(0).max(MAX_QUANTITY).optional().meta({
    description: 'When this is not the present quantity, the answer is 409 CONFLICT with the present one',
  }),
};

/** Fields of an item that a PATCH takes only as they are (decision 34). */
export const READ_ONLY = [
  'product_id',
  'product_name',
  'variant_id',
  'sku',
  'location_id',
  'room_type',
  'quantity',
  'reserved_quantity',
  'available_quantity',
  'unit_cost',
  'average_cost',
  'unit_price',
  'low_stock',
  'last_sync',
  'synced_at',
  'updated_at',
] as const;

export const AdjustInventory = z.strictObject({ id: Id, ...Adjustment, ...unchanged(READ_ONLY) });

/** Entries of a bulk update at most (decision 42). */
export const MAX_ENTRIES = 500;

export const BulkUpdate = z
  .strictObject({
    updates: z
      .array(z.strictObject({ id: Id, ...Adjustment }))
      .min(1, 'must have at least one entry')
      .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`),
  })
  .meta({
    examples: [
      {
        updates: [
          { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02', quantity_change: -2, reason_code: 'DAMAGE' },
          { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b08', quantity_change: 24, reason_code: 'RETURN' },
        ],
      },
    ],
  });
export const BulkResult = z.object({ data: z.array(InventoryItem) });

export const SetPrice = z
  .strictObject({
    variant_id: Id,
    price: Price.nullable().meta({
      description: "Your retail price in US dollars; null restores the variant's own price",
    }),
  })
  .meta({ examples: [{ price: 32.5 }] });
export const RetailPrice = z
  .object({
    variant_id: Id,
    price: Price.nullable().meta({ description: 'Your own retail price; null when you have set none' }),
    msrp: Price.meta({ description: "The variant's own price, in US dollars" }),
    unit_price: Price.meta({ description: 'What your inventory items of the variant show' }),
  })
  .meta({ id: 'RetailPrice' });

/** Lines of a transfer at most (decision 42a). */
const MAX_TRANSFER_LINES = 500;

export const TransferStock = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          inventory_id: Id,
          to_location_id: Id,
          to_room_type: RoomType,
          quantity: z
            .int('must be a whole number')
            .min(1, 'must be at least 1')
            .max(MAX_QUANTITY, 'must be at most 2000000000'),
        }),
      )
      .min(1, 'must have at least one line')
      .max(MAX_TRANSFER_LINES, `must have at most ${MAX_TRANSFER_LINES} lines`),
    notes: Note.optional().meta({ description: 'Required when a line takes stock out of quarantine' }),
  })
  .meta({
    examples: [
      {
        lines: [
          {
            inventory_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
            to_location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
            to_room_type: 'sales_floor',
            quantity: 12,
          },
        ],
        notes: 'Filling up the floor for the weekend',
      },
    ],
  });
export const Transfer = z
  .object({
    id: Id,
    data: z
      .array(InventoryItem)
      .meta({ description: 'Every item that was touched, once: line by line, its source and its target' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Transfer' });

const PersonOrPlatform = z.object({ id: Id.nullable(), name: z.string() });

/** A transfer and the ledger rows that it made, in the order in which they were written. */
export const TransferRecord = z
  .object({
    id: Id,
    notes: z.string().nullable(),
    actor: PersonOrPlatform,
    created_at: Timestamp,
    movements: z.array(
      z.object({
        ...InventoryItem.pick({
          product_id: true,
          product_name: true,
          variant_id: true,
          sku: true,
          location_id: true,
          room_type: true,
        }).shape,
        id: Id,
        inventory_id: Id,
        delta: Delta,
        quantity_after: Count,
      }),
    ),
  })
  .meta({ id: 'TransferRecord' });
export const TransferId = z.strictObject({ id: Id });

const TransferParty = z.object({ id: Id, name: z.string() });
const ofOrder = 'only when the goods arrived with an order';
const inside = 'only when the goods were moved inside the business';

/** What `transfer.completed` carries (decision 62): goods that arrived with an order, or moved inside one business. */
export const TransferData = z
  .object({
    order_id: Id.nullable().meta({ description: 'null for goods that were moved inside the business' }),
    from: TransferParty,
    to: TransferParty,
    items: z.array(
      z.object({
        id: Id.optional().meta({ description: `The order item, ${ofOrder}` }),
        product_id: Id,
        product_name: z.string(),
        variant_id: Id,
        sku: z.string(),
        quantity: Count,
        unit_price: Price.optional().meta({ description: `US dollars, ${ofOrder}` }),
        total: Total.optional().meta({ description: `US dollars, ${ofOrder}` }),
        from_inventory_id: Id.optional().meta({ description: inside }),
        from_location_id: Id.optional().meta({ description: inside }),
        from_room_type: RoomType.optional().meta({ description: inside }),
        to_inventory_id: Id.optional().meta({ description: inside }),
        to_location_id: Id.optional().meta({ description: inside }),
        to_room_type: RoomType.optional().meta({ description: inside }),
      }),
    ),
  })
  .meta({ id: 'TransferEventData' });

export const SnapshotQuery = z.strictObject({
  date: CalendarDate.refine(
    (date) => date <= latestDateOnEarth(),
    rule('date_in_future', 'must not be in the future'),
  )
    .optional()
    .meta({ description: "The end of this day in the business's timezone; today when absent" }),
  location_id: Id.optional(),
  ...Paging,
});
export const Snapshot = z
  .object({
    date: CalendarDate,
    location_id: Id.nullable(),
    ...listOf(InventoryItem).shape,
  })
  .meta({ id: 'InventorySnapshot' });

/** An item as it stood at the end of the day, and what the row holds now. */
export const Comparison = z
  .object({
    date: CalendarDate,
    location_id: Id.nullable(),
    ...listOf(
      InventoryItem.extend({
        current: z.object({
          quantity: Count,
          reserved_quantity: Count,
          available_quantity: Count,
        }),
        difference: Delta.meta({ description: 'The quantity of now less that of the day' }),
      }),
    ).shape,
  })
  .meta({ id: 'InventoryComparison' });

export const Movement = z
  .object({
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp.meta({ description: 'Equals `created_at`: a movement never changes' }),
    reason_code: ReasonCode,
    delta: Delta,
    reserved_delta: Delta,
    quantity_after: Count,
    reserved_after: Count,
    notes: z.string().nullable(),
    actor: PersonOrPlatform,
    source: z.object({ type: SourceType, id: Id.nullable() }),
  })
  .meta({ id: 'InventoryMovement' });
export const MovementList = walkOf(Movement);
export const ListMovements = z.strictObject({ id: Id, ...Walking });
