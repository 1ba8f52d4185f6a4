import { createParser, type inferParserType, parseAsBoolean, parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import type { ListInput, RoomType } from './types';
import { CATEGORY, ROOM } from './words';

/** Rows of a page. */
export const LIMIT = 50;
export const MAX_PAGE = 1_000_000;
const MAX_SEARCH = 100;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// An address typed by hand must not make the server refuse the whole page.
export const parseAsId = createParser({
  parse: (text) => (UUID.test(text) ? text.toLowerCase() : null),
  serialize: String,
});

/** What of the inventory list lives in the address; the filters are named as in the API. */
export const inventoryList = defineList({
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
    low_stock: parseAsBoolean,
  },
});

/** The request that shows what the address says; the same on the server and in the browser. */
export function listInput(
  state: inferParserType<typeof inventoryList.parsers>,
): ListInput & { page: number; limit: number } {
  return {
    page: Math.min(state.page, MAX_PAGE),
    limit: LIMIT,
    sort: state.sort,
    search: state.q.slice(0, MAX_SEARCH) || undefined,
    location_id: state.location_id ?? undefined,
    room_type: state.room_type ?? undefined,
    category: state.category ?? undefined,
    low_stock: state.low_stock || undefined,
  };
}
