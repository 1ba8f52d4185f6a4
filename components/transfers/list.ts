import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, parseAsId } from '@/components/data-table/list-definition';
import { ROOM } from '@/components/inventory/labels';
import type { RoomType } from '@/components/inventory/types';

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
