import { z } from 'zod';
import { amountFor, changeFor, eitherOf, isObject, measured } from '../../kernel/measured';
import { MAX_PRICE_CENTS } from '../../kernel/money';
import {
  Amount,
  BigCount,
  CalendarDate,
  Count,
  Id,
  Ids,
  Note,
  Price,
  Search,
  sortBy,
  Timestamp,
  text,
  unchanged,
  Walking,
  walkOf,
  wholeNumber,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import {
  APPEARANCE,
  Appearance,
  amountAlikeOf,
  ProductCategory,
  Steps,
  StepsAlike,
} from '../products/schema';

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
  .meta({ id: 'ReasonCode', description: 'Reason for a change of quantity' });
export const SOURCE_TYPES = [
  'api',
  'dashboard',
  'order',
  'sync',
  'import',
  'transfer',
  'count',
  'receipt',
  'return',
  'recall',
  'goods_receipt',
] as const;
export const SourceType = z.enum(SOURCE_TYPES).meta({ id: 'SourceType', description: 'Origin of a change' });
/** How a movement came to its lot. */
export const LOT_BASES = ['stated', 'inferred'] as const;
/** The most that a row may hold (decision 4). */
export const MAX_QUANTITY = 2_000_000_000;

const AverageCost = z
  .number()
  .min(0)
  .max(MAX_PRICE_CENTS / 100)
  .meta({
    description: 'Moving average cost per unit on hand, in US dollars with at most four decimals',
  });

export const ItemId = Id.meta({
  description: 'Id of the inventory item: one variant in one room of one location',
});

/** What is stocked, and where. */
export const Place = {
  product_id: Id.meta({ description: 'Id of the product' }),
  product_name: z.string().meta({ description: 'Name of the product' }),
  variant_id: Id.meta({ description: 'Id of the variant' }),
  sku: z.string().meta({ description: 'SKU of the variant' }),
  ...Appearance,
  location_id: Id.meta({ description: 'Id of the location' }),
  room_type: RoomType,
};

export const Balance = {
  quantity: Count.meta({ description: 'Units on hand' }),
  reserved_quantity: Count.meta({ description: 'Units on hand that orders have reserved' }),
  available_quantity: Count.meta({
    description: 'Units that can be sold or moved: `quantity` less `reserved_quantity`',
  }),
};

/** How a lot is named: the printed batch number, and the package's tag. */
export const LotNames = {
  lot_id: Id.meta({ description: 'Id of the lot' }),
  batch_id: z.string().meta({ description: 'Batch number as printed on the certificate' }),
  package_tag: z.string().nullable().meta({ description: 'Tag of the package; null without one' }),
  expires_on: CalendarDate.nullable().meta({
    description: 'Day on which the batch expires; null when unknown',
  }),
};

/** With `by=lot` a row is of one lot, or of the units without one. */
const LOT_OF_ROW = {
  lot_id: Id.nullable().optional().meta({
    description: 'With `by=lot`: id of the lot of this row; null for units without a lot',
  }),
  batch_id: z.string().nullable().optional().meta({ description: 'With `by=lot`: printed batch number' }),
  package_tag: z.string().nullable().optional().meta({ description: 'With `by=lot`: tag of the package' }),
  expires_on: CalendarDate.nullable().optional().meta({
    description: 'With `by=lot`: day on which the batch expires',
  }),
};
export const ByLot = z.enum(['item', 'lot']).optional().meta({
  description:
    '`lot` for one row per lot and one for units without a lot, each with its own quantities; `item` when absent',
});

/** The goods of examples. */
export const EXAMPLE_GOODS = {
  product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
  product_name: 'Blue Dream',
  variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04',
  sku: 'BD-3.5',
  variant_name: '3.5 g',
  category: 'flower',
  image: null,
  unit: null,
  step: null,
};

export const InventoryItem = z
  .object({
    id: ItemId,
    ...Place,
    ...Balance,
    amount: Amount,
    sellable_quantity: Count.meta({
      description: '`available_quantity` less the units of batches that are on hold, expired or failed',
    }),
    unassigned_quantity: Count.meta({ description: 'Units on hand that belong to no lot' }),
    lots: z
      .array(
        z.object({
          ...LotNames,
          batch: Id.meta({ description: 'Id of the batch' }),
          quantity: Count.meta({ description: 'Units of the lot on hand' }),
          amount: Amount,
          reserved_quantity: Count.meta({ description: 'Units of the lot that orders have reserved' }),
          has_coa: z.boolean().meta({ description: 'Whether the batch has a certificate of analysis' }),
          blocked: z.enum(['held', 'expired', 'failed']).nullable().meta({
            description: "Why its units can't be sold; null when they can",
          }),
        }),
      )
      .meta({ description: 'Lots with units on hand, soonest expiration first' }),
    ...LOT_OF_ROW,
    unit_cost: Price.meta({
      description: 'Cost per unit at the last receipt or sync, in US dollars; 0 until then',
    }),
    average_cost: AverageCost,
    unit_price: Price.meta({
      description: "Your own retail price in US dollars, or the variant's price where you have set none",
    }),
    low_stock: z.boolean().meta({
      description:
        "True in the vault and on the sales floor while the location's two rooms together have less available than the threshold",
    }),
    last_sync: Timestamp.meta({
      description: 'When a POS sync last reported the item, or when the item was created',
    }),
    synced_at: Timestamp.nullable().meta({
      description: 'When a POS sync last reported the item; null until one has',
    }),
    updated_at: Timestamp.meta({ description: 'When the item last changed' }),
  })
  .meta({
    id: 'InventoryItem',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
        ...EXAMPLE_GOODS,
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        room_type: 'vault',
        quantity: 40,
        reserved_quantity: 2,
        available_quantity: 38,
        amount: 40,
        sellable_quantity: 38,
        unassigned_quantity: 16,
        lots: [
          {
            lot_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b10',
            batch: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b11',
            batch_id: 'BD-2026-014',
            package_tag: '1A4060300002F1D000000014',
            expires_on: '2026-11-30',
            quantity: 24,
            amount: 24,
            reserved_quantity: 2,
            has_coa: true,
            blocked: null,
          },
        ],
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

/** Counts sort as the integers that are shown, whatever one of their steps is (decision 770). */
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

export const InLocation = Id.meta({ description: 'Only this location' });

export const ListInventory = z.strictObject({
  location_id: InLocation.optional(),
  room_type: RoomType.meta({ description: 'Only items in rooms of this type' }).optional(),
  category: ProductCategory.meta({ description: 'Only products of this category' }).optional(),
  low_stock: z
    .boolean()
    .meta({ description: '`true` for items whose location is low on the variant' })
    .optional(),
  low_stock_threshold: wholeNumber()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'With `low_stock`: preview this threshold, in units, instead of your own' })
    .optional(),
  product_id: Id.meta({ description: 'Only items of this product' }).optional(),
  sku: text(100).meta({ description: 'Only items with exactly this SKU' }).optional(),
  search: Search.meta({ description: 'Part of the product name or SKU' }).optional(),
  by: ByLot,
  ids: Ids.optional(),
  sort: sortBy(INVENTORY_SORTS),
  ...Walking,
});

export const InventoryItemId = z.strictObject({ id: ItemId });

const Change = wholeNumber()
  .min(-MAX_QUANTITY, 'must not be below -2000000000')
  .max(MAX_QUANTITY, 'must be at most 2000000000')
  .refine((change) => change !== 0, rule('zero_change', 'must not be 0'))
  .meta({ not: { const: 0 }, description: 'Units to add, or to remove when negative' });

/** What an adjustment says, of one item or of each of several. */
const Adjustment = {
  quantity_change: Change.optional(),
  amount_change: changeFor('quantity_change')
    .refine((change) => change !== 0, rule('zero_change', 'must not be 0'))
    .optional(),
  lot_id: Id.optional().meta({
    description:
      'The lot to add to or remove from. Without it units are added to none, and are removed from units without a lot first, then from the lots that expire first',
  }),
  reason_code: ReasonCode,
  notes: Note.optional().meta({ description: 'Note for the record of changes' }),
  expected_quantity: wholeNumber().min(0).max(MAX_QUANTITY).optional().meta({
    description: 'Fails with 409 and the current quantity unless this is the current quantity',
  }),
  expected_amount: amountFor('expected_quantity').optional(),
};

/** Each of its figures is sent as a count or an amount. */
const adjusting = <S extends z.ZodObject<typeof Adjustment>>(adjustment: S): S =>
  eitherOf(measured(adjustment, 'quantity_change'), 'expected_quantity');

/** Fields of an item that a PATCH takes only as they are (decision 34). */
export const READ_ONLY = [
  'product_id',
  'product_name',
  'variant_id',
  'sku',
  ...APPEARANCE,
  'location_id',
  'room_type',
  'quantity',
  'reserved_quantity',
  'available_quantity',
  'amount',
  'sellable_quantity',
  'unassigned_quantity',
  'lots',
  'unit_cost',
  'average_cost',
  'unit_price',
  'low_stock',
  'last_sync',
  'synced_at',
  'updated_at',
] as const;

export const AdjustInventory = adjusting(
  z.strictObject({ id: ItemId, ...Adjustment, ...unchanged(READ_ONLY) }),
).meta({
  examples: [
    { quantity_change: -2, reason_code: 'DAMAGE', notes: 'Broken in transport', expected_quantity: 40 },
  ],
});

/** Entries of a bulk update at most (decision 42). */
export const MAX_ENTRIES = 500;

export const BulkUpdate = z
  .strictObject({
    updates: z
      .array(
        adjusting(
          z.strictObject({
            id: ItemId.optional().meta({ description: 'Id of the inventory item' }),
            sku: text(100)
              .optional()
              .meta({ description: 'SKU of the variant, with `location_id` in place of `id`' }),
            location_id: Id.optional().meta({ description: 'With `sku`: your location' }),
            room_type: RoomType.optional().meta({
              description: 'With `sku`: the room there; the vault when absent',
            }),
            ...Adjustment,
          }),
        ).refine(
          ({ id, sku, location_id, room_type }) =>
            id === undefined
              ? sku !== undefined && location_id !== undefined
              : (sku ?? location_id ?? room_type) === undefined,
          {
            path: ['id'],
            error: 'or sku and location_id are required, and exclude one another',
            params: { code: 'ambiguous' },
            when: isObject,
          },
        ),
      )
      .min(1, 'must have at least one entry')
      .max(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`)
      .meta({ description: 'Adjustments, each of another item' }),
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
export const BulkResult = z.object({
  data: z
    .array(InventoryItem)
    .meta({ description: 'The items after the change, in the order of the request' }),
});

/** A sum of stock (decision 750). */
export const SumOnHand = {
  units: BigCount.meta({ description: 'Units on hand; steps of goods by weight' }),
  ...StepsAlike,
  amount: amountAlikeOf('units'),
  amounts: z
    .array(
      z
        .object({
          units: BigCount.meta({ description: 'Units on hand that are sold in the step' }),
          ...Steps,
          amount: Amount.meta({ description: '`units` in `unit`' }),
        })
        .meta({ id: 'AmountInStep' }),
    )
    .meta({ description: 'The same by step: what is sold each, and what by weight' }),
};
