import { expect, onTestFinished, test } from 'vitest';
import type { PosConnector, PosItem } from '../../../../server/features/pos/vendors/connector';
import { CursorExpired } from '../../../../server/features/pos/vendors/pos-error';
import { openSquare as connectSquare } from '../../../../server/features/pos/vendors/square';
import { openParsing } from '../../../factories/parsing';
import { openSquare, type Square } from '../../../setup/square';

const outgoing = { allowLoopback: true };
const patience = { timeoutMs: 2_000, attempts: 3 };
const parsing = openParsing();

/** Counts in stock at one location: as many variations, each a second older than the one before. */
async function open(
  variations: number,
  config: object = {},
): Promise<{ square: Square; connector: PosConnector }> {
  const square = await openSquare();
  onTestFinished(() => square.close());
  for (let i = 0; i < variations; i++) {
    square.variations.push({ id: `V${i}`, sku: `SKU-${i}` });
    count(square, `V${i}`, String(i), i);
  }
  const connector = connectSquare({
    config: { base_url: square.url, location_id: 'L1', page_size: 4, ...config },
    credentials: { token: square.token },
    outgoing,
    patience,
    parsing,
  });
  return { square, connector };
}

function count(square: Square, id: string, quantity: string, age = 0, state = 'IN_STOCK', locationId = 'L1') {
  const calculatedAt = new Date(Date.UTC(2026, 0, 2) - age * 1000).toISOString();
  square.counts.push({ id, state, locationId, quantity, calculatedAt });
}

async function everything(connector: PosConnector): Promise<PosItem[]> {
  const items: PosItem[] = [];
  for (let page: string | null = null, first = true; first || page !== null; first = false) {
    const answer = await connector.listItems(page);
    items.push(...answer.items);
    page = answer.next;
  }
  return items;
}

test('lists all counts in stock of the location, page by page, with SKU and name', async () => {
  const { square, connector } = await open(10);
  const [variation] = square.variations;
  if (variation) variation.itemName = 'Blue Dream';
  const items = await everything(connector);
  expect(items.map(({ sku, quantity }) => `${sku} ${quantity}`)).toEqual(
    Array.from({ length: 10 }, (_, i) => `SKU-${i} ${i}`),
  );
  expect(items[0]).toEqual({
    externalId: 'V0',
    packageId: null,
    lot: null,
    sku: 'SKU-0',
    name: 'Blue Dream – Regular',
    room: 'sales_floor',
    quantity: 0,
    unitCostCents: null,
  });
  const asked = square.requests.filter(({ path }) => path.includes('inventory'));
  expect(asked).toHaveLength(3);
  expect(asked.every(({ body }) => body.limit === 4 && !('updated_after' in body))).toBe(true);
});

test('leaves out other states, other locations and deleted variations; identifies items without SKU by id', async () => {
  const { square, connector } = await open(1);
  for (const state of ['SOLD', 'WASTE', 'RESERVED_FOR_SALE', 'IN_TRANSIT_TO', 'NONE'])
    count(square, 'V0', '99', 5, state);
  count(square, 'V0', '77', 6, 'IN_STOCK', 'L2');
  square.variations.push({ id: 'GONE', sku: 'GONE', deleted: true }, { id: 'BARE' });
  count(square, 'GONE', '5', 7);
  count(square, 'UNHEARD', '5', 8);
  count(square, 'BARE', '6', 9);
  const items = await everything(connector);
  expect(items.map(({ externalId, sku, quantity }) => [externalId, sku, quantity])).toEqual([
    ['V0', 'SKU-0', 0],
    ['BARE', null, 6],
  ]);
});

test('passes fractions and negative quantities on, for the run to reject', async () => {
  const { square, connector } = await open(0);
  for (const [i, quantity] of ['12', '-3', '1.5', '7.00000', '1e9', ''].entries()) {
    square.variations.push({ id: `V${i}`, sku: `S${i}` });
    count(square, `V${i}`, quantity, i);
  }
  expect((await everything(connector)).map(({ quantity }) => quantity)).toEqual([
    12,
    -3,
    1.5,
    7,
    Number.NaN,
    Number.NaN,
  ]);
});

test('keeps one of counts that repeat as pages shift', async () => {
  const { square, connector } = await open(10);
  square.overlap = 1;
  const items = await everything(connector);
  expect(items.length).toBeGreaterThan(10);
  expect(new Set(items.map(({ sku }) => sku)).size).toBe(10);
});

test('lists changes counted since a moment of Square’s clock, and a little before', async () => {
  const { square, connector } = await open(3);
  const since = (await connector.cursor()) ?? '';
  expect(Date.now() - Date.parse(since)).toBeGreaterThan(60_000);
  expect((await connector.listChanges(since, null)).items).toEqual([]);
  square.counts.push({
    id: 'V1',
    state: 'IN_STOCK',
    locationId: 'L1',
    quantity: '41',
    calculatedAt: new Date().toISOString(),
  });
  const { items } = await connector.listChanges(since, null);
  expect(items.map(({ sku, quantity }) => [sku, quantity])).toEqual([['SKU-1', 41]]);
});

test('waits out 429, and reports it after the last try', async () => {
  const { square, connector } = await open(2);
  square.limitRate(2, 0);
  expect(await everything(connector)).toHaveLength(2);
  square.limitRate(9);
  await expect(connector.listItems(null)).rejects.toMatchObject({ code: 'pos_rate_limited', lasting: false });
  square.limitRate(9, 120);
  const error = await connector.health().catch((failure) => failure);
  expect(error.retryAfter.getTime() - Date.now()).toBeGreaterThan(110_000);
});

test('reports an expired cursor', async () => {
  const { square, connector } = await open(10);
  const { next } = await connector.listItems(null);
  square.expireCursors();
  await expect(connector.listItems(next)).rejects.toBeInstanceOf(CursorExpired);
});

test('treats a wrong token and an unknown location as permanent, and can still list locations', async () => {
  const { square, connector } = await open(1, { location_id: 'L9' });
  await expect(connector.health()).rejects.toMatchObject({ code: 'pos_misconfigured', lasting: true });
  expect(await connector.listLocations()).toEqual([{ id: 'L1', name: 'Main Street' }]);
  square.token = 'another';
  const config = { base_url: square.url, location_id: 'L1' };
  const stranger = connectSquare({ config, credentials: { token: 'wrong' }, outgoing, patience, parsing });
  await expect(stranger.health()).rejects.toMatchObject({ code: 'pos_unauthorized', lasting: true });
});
