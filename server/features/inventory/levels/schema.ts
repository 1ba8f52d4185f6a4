import { z } from 'zod';
import {
  Amount,
  BigCount,
  CalendarDate,
  Count,
  Id,
  sortBy,
  Timestamp,
  Walking,
  walkOf,
  wholeNumber,
} from '../../../kernel/params';
import { ProductCategory, Steps } from '../../products/schema';
import { InventoryItem, ListInventory, Place } from '../schema';

const { unit_price, average_cost } = InventoryItem.shape;

const RoomBalance = z
  .object({
    inventory_id: Id.nullable().meta({
      description: 'Id of the inventory item; null when the variant has never been in the room',
    }),
    quantity: Count.meta({ description: 'Units on hand' }),
    reserved: Count.meta({ description: 'Units on hand that orders have reserved' }),
    available: Count.meta({ description: '`quantity` less `reserved`' }),
  })
  .meta({ id: 'RoomBalance' });

const EMPTY = { inventory_id: null, quantity: 0, reserved: 0, available: 0 };

export const StockLevel = z
  .object({
    id: Id.meta({ description: 'Id of the level: one variant at one location' }),
    product: z
      .object({
        id: Place.product_id,
        name: Place.product_name,
        category: ProductCategory,
        image: Place.image,
      })
      .meta({ description: 'The product' }),
    variant: z
      .object({
        id: Place.variant_id,
        name: z.string().meta({ description: 'Name of the variant' }),
        sku: Place.sku,
      })
      .meta({ description: 'The variant' }),
    location: z
      .object({
        id: Place.location_id,
        name: z.string().meta({ description: 'Name of the location' }),
      })
      .meta({ description: 'The location' }),
    rooms: z
      .object({
        vault: RoomBalance.meta({ description: 'In secure storage' }),
        sales_floor: RoomBalance.meta({ description: 'Open to customers' }),
        quarantine: RoomBalance.meta({ description: 'Awaiting inspection' }),
        secret_menu: RoomBalance.meta({ description: 'Special items' }),
      })
      .meta({ description: 'What each room of the location has of the variant' }),
    quantity: BigCount.meta({ description: 'Units on hand in all rooms' }),
    amount: Amount,
    ...Steps,
    unassigned_quantity: BigCount.meta({ description: 'Units on hand that belong to no lot' }),
    reserved_quantity: BigCount.meta({ description: 'Units in all rooms that orders have reserved' }),
    available_quantity: BigCount.meta({ description: '`quantity` less `reserved_quantity`' }),
    sellable_quantity: BigCount.meta({
      description:
        'Units that can be sold: available in the vault and on the sales floor, less those of batches that are on hold, expired or failed',
    }),
    blocked_quantity: BigCount.meta({
      description:
        'Available units in the vault and on the sales floor whose batch is on hold, expired or failed',
    }),
    low: z.boolean().meta({
      description:
        'True while the vault and the sales floor together have less to sell than `low_stock_threshold`',
    }),
    low_stock_threshold: Count.meta({
      description:
        'At what it is low, in units: `reorder_point`, else the threshold of the variant or business',
    }),
    low_stock_threshold_amount: Amount.meta({ description: '`low_stock_threshold` in `unit`' }),
    reorder_point: Count.nullable().meta({
      description: 'At what the location reorders it, in units; null where it follows the threshold',
    }),
    par: Count.nullable().meta({
      description: 'Up to what the location wants it to be filled, in units; null without',
    }),
    expires_on: CalendarDate.nullable().meta({
      description: 'Day on which the first of the batches on hand expires; null when none is known to',
    }),
    average_cost,
    unit_price,
    value: z.number().min(0).meta({ description: 'Units on hand at their average cost, in US dollars' }),
    updated_at: Timestamp.meta({ description: 'When one of its inventory items last changed' }),
  })
  .meta({
    id: 'StockLevel',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b21',
        product: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
          name: 'Blue Dream',
          category: 'flower',
          image: null,
        },
        variant: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04', name: '3.5 g', sku: 'BD-3.5' },
        location: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07', name: 'Mission Street' },
        rooms: {
          vault: {
            inventory_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
            quantity: 40,
            reserved: 2,
            available: 38,
          },
          sales_floor: {
            inventory_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b08',
            quantity: 12,
            reserved: 0,
            available: 12,
          },
          quarantine: EMPTY,
          secret_menu: EMPTY,
        },
        quantity: 52,
        amount: 52,
        unit: null,
        step: null,
        unassigned_quantity: 12,
        reserved_quantity: 2,
        available_quantity: 50,
        sellable_quantity: 44,
        blocked_quantity: 6,
        low: false,
        low_stock_threshold: 10,
        low_stock_threshold_amount: 10,
        reorder_point: null,
        par: 48,
        expires_on: '2026-11-30',
        average_cost: 17.1234,
        unit_price: 35,
        value: 890.42,
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const StockLevelList = walkOf(StockLevel);

export const LEVEL_SORTS = [
  'product_name',
  'sku',
  'quantity',
  'reserved_quantity',
  'available_quantity',
  'sellable_quantity',
  'average_cost',
  'unit_price',
  'created_at',
] as const;

const { by: _, ids: __, room_type, ...filters } = ListInventory.shape;

export const ListLevels = z.strictObject({
  ...filters,
  room_type: room_type.meta({ description: 'Only variants that are, or were, in a room of this type' }),
  blocked: z
    .boolean()
    .meta({ description: '`true` for levels with units of batches that are on hold, expired or failed' })
    .optional(),
  expires_within: wholeNumber()
    .min(0)
    .max(365)
    .meta({
      description: 'Only levels with units of a batch that expires within this many days, or has expired',
    })
    .optional(),
  sort: sortBy(LEVEL_SORTS),
  ...Walking,
});
