import { LEVEL_SORTS } from '../server/features/inventory/levels/schema';
import { INVENTORY_SORTS } from '../server/features/inventory/schema';
import { BATCHES } from '../server/features/lots/queries.sql';
import { CATALOG_SORTS } from '../server/features/market/schema';
import { ORDERS } from '../server/features/orders/queries.sql';
import { PRODUCTS } from '../server/features/products/queries.sql';
import { customerCases } from './scale-customers';
import type { Scale } from './scale-data';
import { reportCases } from './scale-reports';
import { searchCases } from './scale-search';
import { tradeCases } from './scale-trade';

/** A request of a large business. */
export interface Case {
  name: string;
  path: string;
  token: string;
  accept?: string;
  /** Of a write: the nth request's, so that no two of them meet on a row. */
  write?: (n: number) => { method: 'PATCH' | 'POST'; path: string; body: object };
  /** The path, from the number of rows that `path` lists. */
  pathAtEnd?: (rows: number) => string;
  /** Sent once: a second request would do something else. */
  once?: boolean;
}

const SORTED = 'an index for it would cost each movement of stock more than it saves';
const UNOFFERED = `${SORTED}; no page sorts all stock by it`;
const COUNTED = 'the rows that match are counted, so that `total` is exact';
/** A request that grows with the rows that it reads, and why that is accepted. All others fail the run when they do. */
interface Growing {
  names: RegExp;
  why: string;
  /** Milliseconds at p95 that it may take in place of the run's limit: it isn't waited for all day. */
  limit?: number;
}

const GROWING: readonly Growing[] = [
  {
    names: /^stock, by -?(reserved_quantity|unit_cost|average_cost|unit_price|last_sync|synced_at)$/,
    why: UNOFFERED,
    limit: 2_000,
  },
  { names: /^levels, by -?(quantity|available_quantity|unit_price)$/, why: UNOFFERED, limit: 2_000 },
  // 0.4 s for 500,000 levels: few sort by it, and an index would take each order four times as long to update.
  { names: /^levels, by -?reserved_quantity$/, why: SORTED, limit: 1_000 },
  { names: /^(stock|levels), search of all$/, why: `every row matches; ${COUNTED}`, limit: 2_000 },
  {
    names: /^orders of a retailer, (middle )?by -?(status|delivery_date|total)$/,
    why: 'a buyer has fewer orders than a seller: an index for it would cost each step of each order',
  },
  { names: /^orders, (pending|late)$/, why: 'open orders are sorted: they are few' },
  {
    names: /^orders.*, (middle )?by -?order_number$/,
    why: 'the numbers of all businesses are read in order',
    limit: 1_500,
  },
  { names: /^levels, by -?sellable_quantity$/, why: 'levels of one band are sorted' },
  { names: /^export/, why: 'all rows are written', limit: 1_000 },
  { names: /^recall/, why: 'all holders are notified in one transaction', limit: 2_000 },
  { names: /^stock, by lot$/, why: COUNTED },
  { names: /^(stock|levels), (low stock|search|changed lately|expiring|blocked)$/, why: COUNTED },
  { names: /^(stock|levels), /, why: 'empty rows of deleted products are left out of the total one by one' },
  {
    names: /^market, ordered$/,
    why: 'what the retailer has bought and all offers are read and counted',
    limit: 1_000,
  },
  {
    names: /^(sales|purchases|sell-through) .*(90 days|last year|366 days)/,
    why: 'what was sold in a quarter or a year is added up for 50,000 goods',
    limit: 1_000,
  },
  { names: /^batch ages/, why: 'all stock that is in lots is added up', limit: 1_000 },
  { names: /^(sales|purchases|sell-through)\b/, why: 'what was sold in the days is added up' },
  { names: /^(products|market)/, why: 'catalogs of all suppliers are merged and counted' },
  { names: /^batches, (search|held|expiring|on hand|without certificate)$/, why: COUNTED },
  {
    names: /^one search, /,
    why: 'at most 5,000 candidates of each kind are put in their order',
    limit: 100,
  },
  { names: /^batches by product$/, why: 'the batches of each product are counted' },
];

/** Why a request may grow; undefined when it must not. */
export const mayGrow = (name: string): Growing | undefined => GROWING.find(({ names }) => names.test(name));

interface List {
  sorts?: readonly string[];
  filters?: Record<string, string>;
}

/** First page, page 100 and last page of a list, every sort in both directions, and every filter. */
export function listCases(
  token: string,
  name: string,
  path: string,
  { sorts = [], filters = {} }: List = {},
): Case[] {
  const of = (what: string, query: string) => ({ name: `${name}, ${what}`, path: `${path}?${query}`, token });
  return [
    of('first page', 'page=1'),
    { ...of('page 100', ''), pathAtEnd: (rows) => `${path}?page=${Math.min(100, lastPage(rows))}` },
    { ...of('last page', ''), pathAtEnd: (rows) => `${path}?page=${lastPage(rows)}` },
    ...sorts.flatMap((sort) => [sort, `-${sort}`].map((by) => of(`by ${by}`, `sort=${by}`))),
    ...Object.entries(filters).map(([what, query]) => of(what, query)),
  ];
}

const ORDER_PAGES = Object.keys(ORDERS.sorts).flatMap((sort) => [sort, `-${sort}`]);

/** The page farthest from both ends, by each sort. */
const middleOf = (token: string, name: string, sorts: readonly string[]): Case[] =>
  sorts.map((sort) => ({
    name: `${name}, middle by ${sort}`,
    path: `/api/v1/orders?sort=${sort}`,
    token,
    pathAtEnd: (rows) => `/api/v1/orders?sort=${sort}&page=${Math.ceil(lastPage(rows) / 2)}`,
  }));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const lastPage = (rows: number) => Math.max(1, Math.ceil(rows / 50));

/** Every list, report and write of the business. */
export function casesOf(scale: Scale): Case[] {
  const { tokens, buyerToken } = scale;
  return [
    ...homeCases(scale),
    ...orderCases(scale),
    ...stockCases(scale),
    ...goodsCases(scale),
    { name: 'audit, by action', path: '/api/v1/audit?action=order.created', token: tokens.owner },
    {
      name: 'audit, one day',
      path: `/api/v1/audit?start_date=${daysAgo(30)}&end_date=${daysAgo(30)}`,
      token: tokens.owner,
    },
    ...listCases(tokens.owner, 'audit', '/api/v1/audit'),
    { name: 'events, first page', path: '/api/v1/events?after=0', token: tokens.owner },
    {
      name: 'events, last page',
      path: '/api/v1/events?after=0',
      pathAtEnd: (rows) => `/api/v1/events?after=${Math.max(0, rows - 50)}`,
      token: tokens.owner,
    },
    ...customerCases(scale),
    ...searchCases(scale),
    ...tradeCases(scale),
    ...reportCases(scale),
    ...listCases(tokens.owner, 'connections', '/api/v1/entity/connections'),
    ...listCases(buyerToken, 'directory', '/api/v1/entities', {
      filters: { search: 'search=holder%201' },
    }),
    ...writeCases(scale),
  ];
}

function homeCases({ tokens, buyerToken }: Scale): Case[] {
  return [
    ...[7, 30, 90].map((days) => ({
      name: `home, ${days} days`,
      path: `/api/v1/overview?days=${days}`,
      token: tokens.owner,
    })),
    ...[7, 30, 90].map((days) => ({
      name: `report, ${days} days`,
      path: `/api/v1/reports/stock?days=${days}`,
      token: tokens.owner,
    })),
    { name: 'report, 30 days, limited member', path: '/api/v1/reports/stock', token: tokens.limited },
    { name: 'home, 90 days, limited member', path: '/api/v1/overview?days=90', token: tokens.limited },
    { name: 'home, 90 days, retailer', path: '/api/v1/overview?days=90', token: buyerToken },
  ];
}

function orderCases({ tokens, buyerToken, orderId, buyerId, entityId }: Scale): Case[] {
  const filters = {
    pending: 'status=pending',
    delivered: 'status=delivered',
    canceled: 'status=cancelled',
    'canceled, page 100': 'status=cancelled&page=100',
    'delivered, page 5000': 'status=delivered&page=5000',
    late: 'late=true',
    'of a day': `delivery_date=${daysAgo(30)}`,
    'of a retailer': `retailer_id=${buyerId}`,
    'one day': `start_date=${daysAgo(30)}&end_date=${daysAgo(30)}`,
    'a year': `start_date=${daysAgo(365)}`,
    'changed lately': `updated_since=${daysAgo(1)}T00:00:00Z`,
    'search by number': 'search=00012345',
    'search by party': 'search=retailer%2017',
    'search without a match': 'search=nothing',
  };
  const ofBuyer = {
    pending: 'status=pending',
    canceled: 'status=cancelled',
    'changed lately': filters['changed lately'],
    'search by party': 'search=wholesaler',
    'of a wholesaler': `wholesaler_id=${entityId}`,
  };
  return [
    ...listCases(tokens.owner, 'orders', '/api/v1/orders', {
      sorts: Object.keys(ORDERS.sorts),
      filters,
    }),
    ...listCases(buyerToken, 'orders of a retailer', '/api/v1/orders', {
      sorts: Object.keys(ORDERS.sorts),
      filters: ofBuyer,
    }),
    ...middleOf(tokens.owner, 'orders', ORDER_PAGES),
    ...middleOf(buyerToken, 'orders of a retailer', ORDER_PAGES),
    { name: 'order counts', path: '/api/v1/orders/counts', token: tokens.owner },
    { name: 'one order', path: `/api/v1/orders/${orderId}`, token: tokens.owner },
    { name: 'history of an order', path: `/api/v1/orders/${orderId}/history`, token: tokens.owner },
    {
      name: 'export of a day of orders',
      path: `/api/v1/orders?start_date=${daysAgo(30)}&end_date=${daysAgo(30)}`,
      token: tokens.owner,
      accept: 'text/csv',
    },
  ];
}

function stockCases({ tokens, locationIds, itemId }: Scale): Case[] {
  const day = daysAgo(30);
  const filters = {
    'one location': `location_id=${locationIds[3]}`,
    'one room': 'room_type=vault',
    category: 'category=flower',
    'low stock': 'low_stock=true',
    sku: 'sku=SKU-0000012',
    search: 'search=product%20012',
    'search of all': 'search=product',
    'search without a match': 'search=nothing',
    'changed lately': `updated_since=${daysAgo(1)}T00:00:00Z`,
  };
  const ofLevels = { ...filters, blocked: 'blocked=true', expiring: 'expires_within=30' };
  return [
    ...listCases(tokens.owner, 'stock', '/api/v1/inventory', {
      sorts: INVENTORY_SORTS,
      filters,
    }),
    { name: 'stock, limited member', path: '/api/v1/inventory', token: tokens.limited },
    { name: 'stock, by lot', path: '/api/v1/inventory?by=lot', token: tokens.owner },
    ...listCases(tokens.owner, 'levels', '/api/v1/inventory/levels', {
      sorts: LEVEL_SORTS,
      filters: ofLevels,
    }),
    { name: 'levels, limited member', path: '/api/v1/inventory/levels', token: tokens.limited },
    { name: 'one item', path: `/api/v1/inventory/${itemId}`, token: tokens.owner },
    { name: 'movements', path: `/api/v1/inventory/${itemId}/movements`, token: tokens.owner },
    { name: 'snapshot', path: `/api/v1/inventory/snapshot?date=${day}`, token: tokens.owner },
    { name: 'comparison', path: `/api/v1/inventory/snapshot/comparison?date=${day}`, token: tokens.owner },
    {
      name: 'export of a location',
      path: `/api/v1/inventory?location_id=${locationIds[3]}`,
      token: tokens.owner,
      accept: 'text/csv',
    },
  ];
}

function goodsCases({ tokens, buyerToken, buyerId, entityId, batchId, productIds }: Scale): Case[] {
  const search = { search: 'search=product%20012', category: 'category=flower' };
  const batches = {
    search: 'search=B-00012',
    expiring: `expires_before=${daysAgo(-30)}`,
    held: 'held=true',
    'on hand': 'on_hand=true',
    'without certificate': 'has_coa=false',
  };
  const market = `/api/v1/market/suppliers/${entityId}/catalogue`;
  return [
    ...listCases(tokens.owner, 'products', '/api/v1/products', {
      sorts: Object.keys(PRODUCTS.sorts),
      filters: { ...search, brand: 'brand=Brand%2012' },
    }),
    ...listCases(buyerToken, 'market', market, {
      sorts: CATALOG_SORTS,
      filters: { ...search, 'in stock': 'in_stock=true', ordered: 'ordered=true' },
    }),
    { name: 'suppliers', path: '/api/v1/market/suppliers', token: buyerToken },
    { name: 'reorder', path: '/api/v1/market/reorder', token: buyerToken },
    ...listCases(tokens.owner, 'batches', '/api/v1/batches', {
      sorts: Object.keys(BATCHES.sorts),
      filters: batches,
    }),
    ...listCases(tokens.owner, 'lots', '/api/v1/lots'),
    { name: 'trace', path: `/api/v1/batches/${batchId}/trace`, token: tokens.owner },
    {
      name: 'totals of a partner',
      path: `/api/v1/partners/totals?side=selling&ids=${buyerId}`,
      token: tokens.owner,
    },
    { name: 'batches by product', path: '/api/v1/batches/products', token: tokens.owner },
    {
      name: 'figures of 50 products',
      path: `/api/v1/reports/products?ids=${productIds.slice(0, 50)}`,
      token: tokens.owner,
    },
    {
      name: 'sales of a product',
      path: `/api/v1/reports/products/${productIds[0]}/sales`,
      token: tokens.owner,
    },
    {
      name: 'batches on offer',
      path: `/api/v1/market/suppliers/${entityId}/products/${productIds[0]}/batches`,
      token: buyerToken,
    },
    { name: "a recall's reach", path: `/api/v1/batches/${batchId}/reach`, token: tokens.owner },
  ];
}

function writeCases({ tokens, buyerToken, entityId, itemIds, productIds, batchId }: Scale): Case[] {
  const pick = (ids: readonly string[], n: number) => ids[n % ids.length] ?? '';
  return [
    {
      name: 'adjustment',
      path: '/api/v1/inventory/{id}',
      token: tokens.owner,
      write: (n) => ({
        method: 'PATCH',
        path: `/api/v1/inventory/${pick(itemIds, n)}`,
        body: { quantity_change: 1, reason_code: 'ADJUSTMENT', notes: 'counted again' },
      }),
    },
    {
      name: 'order of three lines',
      path: '/api/v1/orders',
      token: buyerToken,
      write: (n) => ({
        method: 'POST',
        path: '/api/v1/orders',
        body: {
          wholesaler_id: entityId,
          items: [0, 1, 2].map((line) => ({
            product_id: pick(productIds, 3 * n + line),
            quantity: 1 + line,
          })),
        },
      }),
    },
    {
      name: 'recall of all holders',
      path: '/api/v1/batches/{id}/recalls',
      token: tokens.owner,
      once: true,
      write: () => ({
        method: 'POST',
        path: `/api/v1/batches/${batchId}/recalls`,
        body: { class: 'II', reason: 'Bench', instructions: 'Return all units.' },
      }),
    },
  ];
}
