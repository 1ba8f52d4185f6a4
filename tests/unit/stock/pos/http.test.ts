import { describe, expect, onTestFinished, test } from 'vitest';
import type { PosConnector, PosItem, PosPage } from '../../../../server/features/pos/vendors/connector';
import { openHttp } from '../../../../server/features/pos/vendors/http';
import { CursorExpired, PosError } from '../../../../server/features/pos/vendors/pos-error';
import { type SimulatorOptions, startSimulator } from '../../../../simulator/server';
import { madeUpShelves, Shop } from '../../../../simulator/shop';
import { openParsing } from '../../../factories/parsing';
import { IS_SHORT } from '../../../setup/full';
import { type Answer, openReceiver } from '../../../setup/receiver';

const outgoing = { allowLoopback: true };
const patience = { timeoutMs: 2_000, attempts: 3 };
const parsing = openParsing();

async function open(options: Partial<SimulatorOptions> & { items?: number } = {}, config: object = {}) {
  const shop = options.shop ?? new Shop(madeUpShelves(options.items ?? 7, 1), 1);
  const simulator = await startSimulator({ shop, ...options });
  onTestFinished(() => simulator.close());
  const connector = openHttp({
    config: { base_url: simulator.url, location_id: 'shop-1', page_size: 3, ...config },
    credentials: {},
    outgoing,
    patience,
    parsing,
  });
  return { shop, simulator, connector };
}

/** A connector to a server that responds to every request the same way. */
async function openTo(answer: Answer, over: Partial<Parameters<typeof openHttp>[0]> = {}) {
  const receiver = await openReceiver();
  receiver.answer(answer);
  onTestFinished(() => receiver.close());
  const config = { base_url: receiver.url, location_id: 'shop-1' };
  return { receiver, connector: openHttp({ config, credentials: {}, outgoing, patience, parsing, ...over }) };
}

async function everything(connector: PosConnector): Promise<PosItem[]> {
  const items: PosItem[] = [];
  let page: string | null = null;
  do {
    const { items: more, next } = await connector.listItems(page);
    items.push(...more);
    page = next;
  } while (page !== null);
  return items;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error) =>
      error instanceof PosError ? `${error.code}${error.lasting ? ' for good' : ''}` : String(error),
  );
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));

describe('the published contract', () => {
  test('health, locations, all pages of items with their fields, and what changed since a moment', async () => {
    const { connector, shop } = await open();
    await connector.health();
    expect(await connector.listLocations()).toEqual([{ id: 'shop-1', name: 'Simulated shop' }]);
    const first = await connector.listItems(null);
    expect(first).toMatchObject({ total: 7, faults: [] });
    expect(first.items[0]).toEqual({
      externalId: 'item-0001',
      packageId: null,
      lot: null,
      sku: 'SIM-0001',
      name: 'Simulated item 0001',
      room: 'sales_floor',
      quantity: shop.shelves[0]?.quantity,
      unitCostCents: Math.round((shop.shelves[0]?.unitCost ?? 0) * 100),
    });
    expect((await everything(connector)).map(({ sku }) => sku)).toEqual(shop.shelves.map(({ sku }) => sku));
    const since = (await connector.cursor()) ?? '';
    expect((await connector.listChanges(since, null)).items).toEqual([]);
    while (shop.tick() === 0);
    const changed = (await connector.listChanges(since, null)).items.map(({ sku }) => sku);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed).toEqual(
      shop
        .changedSince(0)
        .map(({ sku }) => sku)
        .slice(0, 3),
    );
  });

  test('reads the lot of a package, empty fields as none, and marks one that it cannot read', async () => {
    const lots: Array<[fields: object, lot: unknown]> = [
      [{}, null],
      [{ batch_id: '', package_tag: null, expires_on: '' }, null],
      [{ expires_on: '2026-11-30' }, null],
      [
        { batch_id: ' B-1 ', expires_on: '2026-11-30' },
        { batchId: 'B-1', packageTag: null, expiresOn: '2026-11-30' },
      ],
      [{ package_tag: '1A4FF' }, { batchId: null, packageTag: '1A4FF', expiresOn: null }],
      [{ batch_id: 7 }, 'unreadable'],
      [{ batch_id: 'B', expires_on: '11/30/2026' }, 'unreadable'],
      [{ package_tag: 'x'.repeat(101) }, 'unreadable'],
    ];
    const items = lots.map(([fields], i) => ({ id: `p${i}`, quantity: 1, ...fields }));
    const { connector } = await openTo(json(200, { items, next_cursor: null }));
    expect((await connector.listItems(null)).items.map(({ lot }) => lot)).toEqual(lots.map(([, lot]) => lot));
  });

  test('uses the configured room for an item without one', async () => {
    const items = [
      { id: 'a', quantity: 1 },
      { sku: 'b', quantity: 2, room: 'vault' },
    ];
    const { receiver } = await openTo(json(200, { items, next_cursor: null }));
    const config = { base_url: receiver.url, location_id: 'x', room_type: 'secret_menu' };
    const connector = openHttp({ config, credentials: {}, outgoing, patience, parsing });
    expect((await connector.listItems(null)).items.map(({ room }) => room)).toEqual(['secret_menu', 'vault']);
  });

  test.each([
    ['bearer', { token: 'a-token' }, 'Bearer a-token'],
    [
      'basic',
      { username: 'till', password: 'pässword' },
      `Basic ${Buffer.from('till:pässword').toString('base64')}`,
    ],
    ['nothing', {}, undefined],
  ])('credentials: %s', async (_kind, credentials, header) => {
    const { receiver, connector } = await openTo(json(200, { status: 'ok' }), { credentials });
    await connector.health();
    expect(receiver.requests[0]?.headers.authorization).toBe(header);
  });

  test.each([404, 501])('treats %i for changes as unsupported', async (status) => {
    const { connector } = await openTo(json(status, {}));
    expect(await connector.cursor()).toBeNull();
  });

  test('restarts a list at 410, and forgets a moment', async () => {
    const { connector, simulator } = await open();
    const { next } = await connector.listItems(null);
    const since = (await connector.cursor()) ?? '';
    simulator.forget();
    const pageGone = await connector.listItems(next).catch((error) => error);
    const sinceGone = await connector.listChanges(since, null).catch((error) => error);
    expect([pageGone, sinceGone].map((error) => error instanceof CursorExpired && error.of)).toEqual([
      'page',
      'since',
    ]);
  });
});

describe('a failing POS', () => {
  test.skipIf(IS_SHORT)(
    'is retried: failures in a third of the requests lose and repeat nothing',
    async () => {
      const { connector, shop } = await open(
        { items: 60, fail: 0.3, retryAfter: 0, seed: 5 },
        { page_size: 5 },
      );
      const items: PosItem[] = [];
      for (let page: string | null = null, first = true; first || page !== null; first = false) {
        const answer: PosPage = await connector.listItems(page).catch(() => connector.listItems(page));
        items.push(...answer.items);
        page = answer.next;
      }
      expect(items.map(({ sku }) => sku)).toEqual(shop.shelves.map(({ sku }) => sku));
    },
  );

  test.skipIf(IS_SHORT)('waits for a Retry-After of a few seconds, and hands a longer one on', async () => {
    let asked = 0;
    const { receiver, connector } = await openTo((request, response) => {
      asked += 1;
      const answer = asked === 1 ? json(429, {}, { 'retry-after': '1' }) : json(200, { status: 'ok' });
      answer(request, response);
    });
    await connector.health();
    const [one, two] = receiver.requests;
    expect((two?.at.getTime() ?? 0) - (one?.at.getTime() ?? 0)).toBeGreaterThan(950);
    receiver.answer(json(429, {}, { 'retry-after': '600' }));
    const error = await connector.health().catch((failure) => failure);
    expect(error).toMatchObject({ code: 'pos_rate_limited', lasting: false });
    expect(error.retryAfter.getTime() - Date.now()).toBeGreaterThan(590_000);
    expect(asked).toBe(2);
  });

  test.each([
    [401, 'pos_unauthorized for good', 1],
    [403, 'pos_unauthorized for good', 1],
    [404, 'pos_misconfigured for good', 1],
    [302, 'pos_misconfigured for good', 1],
    [500, 'pos_unavailable', 3],
    [503, 'pos_unavailable', 3],
    [429, 'pos_rate_limited', 3],
  ])('treats %i as %s after %i tries', async (status, code, tries) => {
    const { receiver, connector } = await openTo(json(status, {}));
    expect(await codeOf(connector.health())).toBe(code);
    expect(receiver.requests).toHaveLength(tries);
  });

  const item = { id: 'a', quantity: 1 };
  test.each([
    ['no JSON', 'nothing of the kind'],
    ['no list', { items: {}, next_cursor: null }],
    ['no next_cursor', { items: [] }],
    ['a cursor that is none', { items: [], next_cursor: 7 }],
    ['a cursor without an end', { items: [], next_cursor: 'x'.repeat(2_001) }],
    ['a cursor with NUL', { items: [], next_cursor: 'a\0b' }],
    ['a total below nothing', { items: [], next_cursor: null, total: -1 }],
    ['more items than asked for', { items: Array(201).fill(item), next_cursor: null }],
  ])('pos_protocol: %s', async (_what, body) => {
    const answer: Answer = (_request, response) =>
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    const { connector } = await openTo(answer);
    expect(await codeOf(connector.listItems(null))).toBe('pos_protocol');
  });

  test('cuts off an endless response, and gives up a silent one', async () => {
    const { connector, receiver } = await openTo((_request, response) => {
      response.write('x'.repeat(5 * 1024 * 1024));
    });
    expect(await codeOf(connector.health())).toBe('pos_unavailable');
    receiver.answer(() => {});
    const began = Date.now();
    const config = { base_url: receiver.url, location_id: 'x' };
    const hasty = openHttp({
      config,
      credentials: {},
      outgoing,
      patience: { timeoutMs: 200, attempts: 2 },
      parsing,
    });
    expect(await codeOf(hasty.health())).toBe('pos_unavailable');
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  test("rejects entries that aren't items one by one", async () => {
    const entries = [
      item,
      null,
      7,
      { quantity: 1 },
      { id: '', quantity: 1 },
      { id: 'a\0', quantity: 1 },
      { sku: 'x'.repeat(201), quantity: 1 },
      { sku: 'S', quantity: '5' },
      { sku: 'S', quantity: 1, room: 'attic' },
    ];
    const { connector } = await openTo(json(200, { items: entries, next_cursor: null }));
    const page = await connector.listItems(null);
    expect(page.items).toHaveLength(1);
    expect(page.faults).toHaveLength(8);
    expect(page.faults?.at(-1)).toEqual({ externalId: null, packageId: null, sku: 'S' });
  });
});

test.each([
  'http://127.0.0.1:9/',
  'http://pos.example.com/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
])('applies the guard of webhooks: %s', async (base_url) => {
  const strict = { allowLoopback: false };
  const connector = openHttp({
    config: { base_url, location_id: 'x' },
    credentials: {},
    outgoing: strict,
    patience,
    parsing,
  });
  expect(await codeOf(connector.health())).toBe('pos_misconfigured for good');
});
