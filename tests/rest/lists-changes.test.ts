import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../factories/business';
import { uploadCoa } from '../factories/coa';
import { createLot, type LotBody } from '../factories/lots';
import { openRecall, type RecallBody } from '../factories/recalls';
import { correct, file, returnOf, shipLots } from '../factories/receipts';
import { openTrade, placeOrderIn, type Trade } from '../factories/trade';
import { type Client, ok } from '../setup/client';
import { expectInvalid } from '../setup/expect';
import { eachOf, IS_SHORT } from '../setup/full';
import { openStage } from '../setup/stage';

interface Row {
  id: string;
  updated_at: string;
}
interface List {
  data: Row[];
  pagination: { total: number | null; has_more: boolean; next_cursor: string | null };
  as_of: string;
}

const stage = await openStage();
const { db, signIn } = stage;
const LISTS = {
  batches: '/api/v1/batches',
  lots: '/api/v1/lots',
  returns: '/api/v1/returns',
  recalls: '/api/v1/recalls',
  receipts: '/api/v1/receipts',
  transfers: '/api/v1/inventory/transfers',
  counts: '/api/v1/inventory/counts',
};
type Name = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as Name[];

const read = async (client: Client, name: Name, query = '') =>
  ok(await client.get<List>(`${LISTS[name]}?${query}`));
/** A moment before which all that was done so far has ended. */
async function moment(client: Client, name: Name): Promise<string> {
  // An `as_of` is shared for 100 ms.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const { as_of } = await read(client, name, 'limit=1');
  await new Promise((resolve) => setTimeout(resolve, 5));
  return as_of;
}
/** What an act changes in a list, by id. */
async function changedBy(client: Client, name: Name, act: () => Promise<unknown>): Promise<Row[]> {
  const since = await moment(client, name);
  await act();
  const { data } = await read(client, name, `updated_since=${since}`);
  for (const row of data) expect(row.updated_at >= since, `${name}: ${row.updated_at} ≥ ${since}`).toBe(true);
  return data;
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('every list', () => {
  let trade: Trade;
  beforeAll(async () => {
    trade = await openTrade(stage, { quantity: 1000 });
    const { seller, stockId, wholesaler } = trade;
    for (let n = 0; n < 3; n++) {
      const lot = await createLot(seller, stockId, `B-${n}`, 5);
      await openRecall(seller, lot.batch);
      ok(await file(trade, await placeOrderIn(trade, 'shipped', 2), { accepted: 1, damaged: 1 }));
      const place = { to_location_id: wholesaler.locationIds[0], to_room_type: 'quarantine' };
      const lines = [{ inventory_id: stockId, quantity: 1, ...place }];
      ok(await seller.post(LISTS.transfers, { lines, notes: 'x' }));
      const count = { location_id: wholesaler.locationIds[0], room_type: 'vault' };
      ok(await seller.post(LISTS.counts, count));
    }
  });

  test.each(eachOf(NAMES, 3))(
    'of %s is walked by a cursor, each row once, with the as_of of its beginning',
    async (name) => {
      const whole = await read(trade.seller, name);
      const seen: Row[] = [];
      let list = await read(trade.seller, name, 'limit=2');
      expect(list.pagination.total).toBe(whole.data.length);
      for (;;) {
        seen.push(...list.data);
        const { next_cursor } = list.pagination;
        if (next_cursor === null) break;
        const next = await read(trade.seller, name, `limit=2&cursor=${next_cursor}`);
        expect(next.as_of).toBe(list.as_of);
        expect(next.pagination.total).toBeNull();
        list = next;
      }
      expect(idsOf(seen)).toEqual(idsOf(whole.data));
      expect(seen.length).toBeGreaterThanOrEqual(3);
    },
  );

  test.each(eachOf(NAMES, 3))(
    'of %s lists nothing where nothing has changed, and all that did since long ago',
    async (name) => {
      const whole = await read(trade.seller, name);
      const since = await moment(trade.seller, name);
      expect((await read(trade.seller, name, `updated_since=${since}`)).data).toEqual([]);
      const old = await read(trade.seller, name, 'updated_since=2020-01-01T00:00:00Z');
      expect(idsOf(old.data)).toEqual(idsOf(whole.data));
      const bad = await trade.seller.get(`${LISTS[name]}?updated_since=yesterday`);
      expectInvalid(bad, 'updated_since');
    },
  );
});

describe('batches since', () => {
  test('list what was created, changed, certified or held, and what came into reach', async () => {
    const { seller, buyer, product, stockId, ...trade } = await openTrade(stage);
    const lot = await createLot(seller, stockId, 'BD-1', 50);
    await createLot(seller, stockId, 'BD-2', 10);
    const path = `${LISTS.batches}/${lot.batch}`;
    const acts: Array<() => Promise<unknown>> = [
      async () => ok(await seller.patch(path, { expires_on: '2099-01-01' })),
      async () => ok(await uploadCoa(seller, product.id, undefined)),
      async () => ok(await seller.post(`${path}/hold`, { reason: 'x' })),
      async () => ok(await seller.post(`${path}/release`)),
    ];
    expect(idsOf(await changedBy(seller, 'batches', acts[0] as () => Promise<unknown>))).toEqual([lot.batch]);
    const certified = await changedBy(seller, 'batches', acts[1] as () => Promise<unknown>);
    expect(certified).toMatchObject([{ batch_id: 'B-1', has_coa: true }]);
    for (const act of acts.slice(2))
      expect(idsOf(await changedBy(seller, 'batches', act))).toEqual([lot.batch]);
    const arrived = await changedBy(buyer, 'batches', () =>
      placeOrderIn({ ...trade, seller, buyer, product, stockId }, 'delivered', 50),
    );
    expect(idsOf(arrived)).toContain(lot.batch);
    const own = () => buyer.post(`${path}/hold`, { reason: 'Our own' }).then(ok);
    expect(await changedBy(buyer, 'batches', own)).toMatchObject([{ id: lot.batch, held: 'self' }]);
    const release = () => buyer.post(`${path}/release`).then(ok);
    expect(await changedBy(buyer, 'batches', release)).toMatchObject([{ id: lot.batch, held: null }]);
    expect(await changedBy(seller, 'batches', own)).toEqual([]);
  });
});

describe('lots since', () => {
  test('list new ones, those whose batch changed, those that came into reach; not those whose units moved', async () => {
    const trade = await openTrade(stage);
    const { seller, buyer, stockId } = trade;
    let lot: LotBody | undefined;
    const created = await changedBy(seller, 'lots', async () => {
      lot = await createLot(seller, stockId, 'BD-1', 50);
    });
    expect(idsOf(created)).toEqual([lot?.id]);
    const dated = () => seller.patch(`${LISTS.batches}/${lot?.batch}`, { expires_on: '2099-01-01' }).then(ok);
    expect(await changedBy(seller, 'lots', dated)).toMatchObject([{ id: lot?.id, expires_on: '2099-01-01' }]);
    const arrived = await changedBy(buyer, 'lots', () => placeOrderIn(trade, 'delivered', 5));
    expect(idsOf(arrived)).toEqual([lot?.id]);
    expect(await changedBy(seller, 'lots', () => placeOrderIn(trade, 'delivered', 5))).toEqual([]);
  });

  test.skipIf(IS_SHORT)("list a holder's once its batch is the owner's", async () => {
    const trade = await openTrade(stage);
    const { seller, buyer, product, retailer } = trade;
    await placeOrderIn(trade, 'delivered', 5);
    const { id } = ok(
      await buyer.post<LotBody>(LISTS.lots, {
        product_id: product.id,
        batch_id: 'own-1',
        variant_id: product.variantId,
        location_id: retailer.locationIds[0],
        quantity: 5,
      }),
    );
    const adopt = () => seller.post(LISTS.batches, { product_id: product.id, batch_id: 'OWN 1' }).then(ok);
    expect(idsOf(await changedBy(buyer, 'lots', adopt))).toEqual([id]);
    expect((await read(seller, 'lots')).data.length).toBe(1);
  });
});

describe('receipts and returns since', () => {
  test.skipIf(IS_SHORT)('list what was filed, corrected and received, for both parties', async () => {
    const trade = await openTrade(stage);
    const { seller, buyer } = trade;
    const order = await shipLots(trade, { loose: 5 });
    await file(trade, await placeOrderIn(trade, 'shipped', 1), { accepted: 1 });
    const filed = { accepted: 3, damaged: 2 };
    let receipt = await changedBy(seller, 'receipts', () => file(trade, order, filed).then(ok));
    expect(receipt).toMatchObject([{ order_id: order.id }]);
    const [first] = receipt;
    expect((await read(buyer, 'receipts')).data[0]).toEqual(first);
    const amend = () => correct(trade, first as never, { accepted: 2, damaged: 3 }).then(ok);
    receipt = await changedBy(buyer, 'receipts', amend);
    expect(receipt).toMatchObject([{ id: first?.id, corrected_at: expect.any(String) }]);
    const { id } = await returnOf(trade, receipt[0] as never);
    const location_id = trade.wholesaler.locationIds[0];
    const take = () => seller.post(`${LISTS.returns}/${id}/receive`, { location_id }).then(ok);
    for (const client of [buyer]) {
      expect(await changedBy(client, 'returns', take)).toMatchObject([{ id, status: 'received' }]);
    }
  });

  test('never list those of other businesses', async () => {
    const trade = await openTrade(stage);
    ok(await file(trade, await placeOrderIn(trade, 'shipped', 1), { accepted: 1 }));
    const [outsider] = [await openTrade(stage)];
    for (const client of [outsider.seller, outsider.buyer]) {
      expect((await read(client, 'receipts')).data).toEqual([]);
      expect((await read(client, 'receipts', 'updated_since=2020-01-01T00:00:00Z')).data).toEqual([]);
    }
  });
});

describe('recalls since', () => {
  test.skipIf(IS_SHORT)(
    'list what was opened, responded to and closed, to the owner and to holders',
    async () => {
      const trade = await openTrade(stage);
      const { seller, buyer, stockId } = trade;
      const lot = await createLot(seller, stockId, 'BD-1', 60);
      await placeOrderIn(trade, 'delivered', 10);
      let recall: RecallBody | undefined;
      const opened = await changedBy(buyer, 'recalls', async () => {
        recall = await openRecall(seller, lot.batch);
      });
      expect(idsOf(opened)).toEqual([recall?.id]);
      const path = `${LISTS.recalls}/${recall?.id}`;
      const numbers = { quarantined: 10, destroyed: 0, returned: 0, already_sold: 0 };
      const respond = () => buyer.post(`${path}/responses`, numbers).then(ok);
      expect(await changedBy(seller, 'recalls', respond)).toMatchObject([{ progress: { responded: 1 } }]);
      const close = () => seller.post(`${path}/close`, { reason: 'Done' }).then(ok);
      expect(await changedBy(buyer, 'recalls', close)).toMatchObject([{ status: 'closed' }]);
    },
  );
});

describe('counts since', () => {
  test.skipIf(IS_SHORT)('list what was started, counted, cleared, reviewed and canceled', async () => {
    const trade = await openTrade(stage);
    const { seller, stockId, wholesaler } = trade;
    let id = '';
    const count = { location_id: wholesaler.locationIds[0], room_type: 'vault' };
    const started = await changedBy(seller, 'counts', async () => {
      id = ok(await seller.post<{ id: string }>(LISTS.counts, count)).id;
    });
    expect(idsOf(started)).toEqual([id]);
    const line = (fields: object) => () =>
      seller.put(`${LISTS.counts}/${id}/lines`, { inventory_id: stockId, ...fields }).then(ok);
    expect(await changedBy(seller, 'counts', line({ add: 1 }))).toMatchObject([{ id, counted: 1 }]);
    expect(await changedBy(seller, 'counts', line({ add: 1 }))).toMatchObject([{ id, counted: 1 }]);
    expect(await changedBy(seller, 'counts', line({ clear: true }))).toMatchObject([{ id, counted: 0 }]);
    for (const status of ['review', 'cancelled']) {
      const move = () => seller.patch(`${LISTS.counts}/${id}`, { status }).then(ok);
      expect(await changedBy(seller, 'counts', move)).toMatchObject([{ id, status }]);
    }
    const limited = await signIn(await createMember(db, wholesaler, 'manager', []));
    expect((await read(limited, 'counts', 'updated_since=2020-01-01T00:00:00Z')).data).toEqual([]);
  });
});
