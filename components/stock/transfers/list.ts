import { parseAsStringLiteral } from 'nuqs/server';
import { ROOM } from '@/components/stock/inventory/labels';
import type { RoomType } from '@/components/stock/inventory/types';
import { defineList, parseAsId } from '@/components/ui/data-table/list-definition';

/** What was moved between rooms and locations, newest first. */
export const transfersList = defineList({
  noun: 'transfer',
  limit: 50,
  searchable: false,
  filters: { location_id: parseAsId },
});

/** The stock that a new transfer chooses from, one row per variant, location and room. */
export const stockList = defineList({
  noun: 'item',
  limit: 50,
  sorts: ['product_name', 'room_type', 'available_quantity'],
  defaultSort: 'product_name',
  filters: {
    location_id: parseAsId,
    room_type: parseAsStringLiteral(Object.keys(ROOM) as RoomType[]),
  },
});
