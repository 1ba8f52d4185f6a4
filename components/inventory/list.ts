import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsFlag, parseAsId } from '@/components/data-table/list-definition';
import { CATEGORY, ROOM } from './labels';
import type { RoomType } from './types';

/** The stock of the business, one row per item; the filters are named as in the API. */
export const inventoryList = defineList({
  noun: 'item',
  limit: 50,
  sorts: [
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
  ],
  defaultSort: 'product_name',
  filters: {
    location_id: parseAsId,
    room_type: parseAsStringLiteral(Object.keys(ROOM) as RoomType[]),
    category: parseAsStringLiteral(Object.keys(CATEGORY) as (keyof typeof CATEGORY)[]),
    low_stock: parseAsFlag,
  },
  queues: { low_stock: [true] },
});
