import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag, parseAsId } from '@/components/ui/data-table/list-definition';
import { CATEGORY, ROOM } from './labels';
import type { RoomType } from './types';

/** Days ahead in which stock counts as expiring. */
const EXPIRING_DAYS = 30;

/** The stock of the business, one row per variant and location. */
export const inventoryList = defineList({
  noun: 'item',
  limit: 50,
  sorts: [
    'product_name',
    'sku',
    'quantity',
    'reserved_quantity',
    'available_quantity',
    'sellable_quantity',
    'average_cost',
    'unit_price',
  ],
  defaultSort: 'product_name',
  filters: {
    location_id: parseAsId,
    room_type: parseAsStringLiteral(Object.keys(ROOM) as RoomType[]),
    category: parseAsStringLiteral(Object.keys(CATEGORY) as (keyof typeof CATEGORY)[]),
    low_stock: parseAsFlag,
    expiring: parseAsFlag,
    held: parseAsFlag,
  },
  queues: { low_stock: [true], expiring: [true], held: [true] },
  toRequest: ({ location_id, room_type, category, low_stock, expiring, held }) => ({
    ...(location_id && { location_id }),
    ...(room_type && { room_type }),
    ...(category && { category }),
    ...(low_stock && { low_stock }),
    ...(expiring && { expires_within: EXPIRING_DAYS }),
    ...(held && { blocked: true }),
  }),
});
