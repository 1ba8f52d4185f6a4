import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CATALOG } from '../../../server/features/webhooks/catalog';
import type { EventType } from '../../../server/kernel/events';
import { connect, createBusiness, createLocation, createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { uploadCoa } from '../../factories/coa';
import type { Envelope } from '../../factories/event';
import { addImage } from '../../factories/images';
import { applyImport, checkCsv } from '../../factories/imports';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql, signIn } = stage;

const SUBJECTS = /^(?:product|connection|location|batch)\./;
/** What a member reads of those events, oldest first. */
async function readEvents(client: Client): Promise<Envelope[]> {
  const { data } = ok(await client.get<{ data: Envelope[] }>('/api/v1/events?limit=500'));
  return data.filter(({ type }) => SUBJECTS.test(type));
}

/** Exactly these events, each with data as the catalog says. @returns the data, oldest first */
async function expectEvents(client: Client, types: EventType[]): Promise<Record<string, unknown>[]> {
  await eventually(
    () => readEvents(client),
    (seen) => expect(seen.map(({ type }) => type)).toEqual(types),
  );
  const events = await readEvents(client);
  for (const { type, data } of events) {
    const { schema } = CATALOG[type as EventType];
    expect(z.strictObject(schema.shape).safeParse(data).error?.issues, type).toBeUndefined();
  }
  return events.map(({ data }) => data);
}

/** All that was committed so far has been handed out, to partners too. */
async function settle(): Promise<void> {
  await eventually(
    () => sql`select (select count(*)::int from events where sequence is null) as events,
      (select count(*)::int from shared_events) as shared`,
    ([waiting]) => expect(waiting).toEqual({ events: 0, shared: 0 }),
  );
}

async function openOwner(type: 'wholesaler' | 'retailer' = 'wholesaler') {
  const business = await createBusiness(db, type);
  return { business, client: await signIn(await createMember(db, business, 'owner')) };
}
const variantOf = (sku: string) => ({ name: '3.5 g', sku, price: 35 });

describe.concurrent('products emit to their owner', () => {
  test('each change of a product and of its variants once, with the product', async () => {
    const { client } = await openOwner();
    const product = ok(
      await client.post<{ id: string; variants: { id: string }[] }>('/api/v1/products', {
        name: 'Blue Dream',
        category: 'flower',
        variants: [variantOf('BD-1')],
      }),
    );
    const path = `/api/v1/products/${product.id}`;
    ok(await client.patch(path, { name: 'Green Dream' }));
    const added = ok(await client.post<{ id: string }>(`${path}/variants`, variantOf('BD-2')));
    ok(await client.patch(`${path}/variants/${added.id}`, { price: 40 }));
    ok(await client.delete(`${path}/variants/${added.id}`));
    await addImage(client, product.id);
    const last = ok(await client.get<Record<string, unknown>>(path));
    ok(await client.delete(path));
    const events = await expectEvents(client, [
      'product.created',
      ...Array<EventType>(5).fill('product.updated'),
      'product.deleted',
    ]);
    expect(events[0]).toEqual(product);
    expect(events[1]).toMatchObject({ id: product.id, name: 'Green Dream' });
    expect(events[3]).toMatchObject({ variants: [{ sku: 'BD-1' }, { sku: 'BD-2', price: 40 }] });
    expect(events[4]).toMatchObject({ variants: [{ sku: 'BD-1' }] });
    expect(events[5]).toEqual({ ...last, changed: ['images'] });
    expect(events[6]).toEqual({ ...last, deleted_at: expect.any(String) });
  });

  test('nothing where nothing changed', async () => {
    const { client, business } = await openOwner();
    const product = await createProduct(db, business);
    const [variant] = product.variants;
    const path = `/api/v1/products/${product.id}`;
    ok(await client.patch(path, { name: product.name, active: true }));
    ok(await client.patch(`${path}/variants/${variant?.id}`, { sku: variant?.sku }));
    ok(await client.patch(path, { brand: 'High Plains' }));
    expect(await expectEvents(client, ['product.updated'])).toMatchObject([{ brand: 'High Plains' }]);
  });

  test('a certificate: the product with its results, and the batch', async () => {
    const { client, business } = await openOwner();
    const product = await createProduct(db, business);
    ok(await uploadCoa(client, product.id));
    const [created, batch, updated] = await expectEvents(client, [
      'batch.created',
      'batch.updated',
      'product.updated',
    ]);
    expect(created).toMatchObject({ product_id: product.id, has_coa: false });
    expect(batch).toMatchObject({ id: created?.id, has_coa: true });
    expect(updated).toMatchObject({ id: product.id, test_results: { batch_id: batch?.batch_id } });
  });

  test.skipIf(IS_SHORT)('an import: one event for each product, however many lines it has', async () => {
    const { client, business } = await openOwner();
    const known = await createProduct(db, business, { name: 'Known' });
    const file = [
      'sku,name,category,price,variant_name,brand',
      'A-1,Amber,flower,10,Small,',
      'A-2,Amber,flower,20,Large,',
      'B-1,Birch,edibles,5,One,',
      `${known.variants[0]?.sku},Known,flower,99,Other,Renamed`,
    ].join('\n');
    const checked = await checkCsv(client, 'products', file);
    expect(await applyImport(client, checked.id)).toMatchObject({ status: 'completed' });
    await settle();
    const events = await readEvents(client);
    expect(events.map(({ type, data }) => `${type} ${data.name}`).sort()).toEqual([
      'product.created Amber',
      'product.created Birch',
      'product.updated Known',
    ]);
    expect(events.find(({ data }) => data.name === 'Amber')?.data.variants).toMatchObject([
      { sku: 'A-1' },
      { sku: 'A-2' },
    ]);
    expect(events.find(({ data }) => data.name === 'Known')?.data).toMatchObject({
      brand: 'Renamed',
      variants: [{ price: 99, name: 'Other' }],
    });
  });
});

describe('a long import', () => {
  test.skipIf(IS_SHORT)('emits one event for a product whose lines are far apart', async () => {
    const { client } = await openOwner();
    const others = Array.from({ length: 210 }, (_, n) => `O-${n},Other ${n},flower,1,One,`);
    const lines = ['F-1,Far,flower,10,First,', ...others, 'F-2,Far,flower,20,Last,'];
    const file = ['sku,name,category,price,variant_name,brand', ...lines].join('\n');
    const checked = await checkCsv(client, 'products', file);
    expect(await applyImport(client, checked.id)).toMatchObject({ status: 'completed' });
    await settle();
    const events = await readEvents(client);
    expect(events.length).toBe(211);
    const [far, ...more] = events.filter(({ data }) => data.name === 'Far');
    expect(more).toEqual([]);
    expect(far).toMatchObject({
      type: 'product.created',
      data: { variants: [{ sku: 'F-1' }, { sku: 'F-2' }] },
    });
  });
});

describe.concurrent('partners get product.updated and product.deleted', () => {
  test('holders and buyers of open orders, as they see the product; merely connected ones do not', async () => {
    const trade = await openTrade(stage);
    const { retailer, wholesaler, seller, buyer, product } = trade;
    const [holder, former, connected] = await Promise.all([
      openOwner('retailer'),
      openOwner('retailer'),
      openOwner('retailer'),
    ]);
    for (const { business } of [holder, former, connected]) await connect(db, business, wholesaler);
    await createStock(db, holder.business, product.variantId, 3);
    await placeOrderIn({ ...trade, retailer: former.business, buyer: former.client }, 'cancelled');
    await placeOrder(trade);
    expect(retailer.id).not.toBe(holder.business.id);
    const path = `/api/v1/products/${product.id}`;
    const variant = { id: product.variantId, low_stock_threshold: 5, price: 77 };
    ok(await seller.patch(path, { variants: [variant] }));
    for (const client of [buyer, holder.client]) {
      const [data] = await expectEvents(client, ['product.updated']);
      expect(data).toEqual(ok(await client.get(path)));
      expect(data).toMatchObject({ variants: [{ price: 77, low_stock_threshold: null }] });
    }
    await settle();
    expect(await readEvents(former.client)).toEqual([]);
    expect(await readEvents(connected.client)).toEqual([]);
  });

  test('nothing of a change that they do not see', async () => {
    const { wholesaler, seller, product } = await openTrade(stage);
    const holder = await openOwner('retailer');
    await createStock(db, holder.business, product.variantId, 3);
    const path = `/api/v1/products/${product.id}/variants/${product.variantId}`;
    ok(await seller.patch(path, { low_stock_threshold: 5 }));
    await expectEvents(seller, ['product.updated']);
    await settle();
    expect(await readEvents(holder.client)).toEqual([]);
    expect(wholesaler.id).not.toBe(holder.business.id);
  });

  test('a deletion, with what the product last was', async () => {
    const { seller, product } = await openTrade(stage);
    const holder = await openOwner('retailer');
    await createStock(db, holder.business, product.variantId, 3);
    ok(await seller.delete(`/api/v1/products/${product.id}`));
    const [data] = await expectEvents(holder.client, ['product.deleted']);
    expect(data).toMatchObject({ id: product.id, name: product.name, deleted_at: expect.any(String) });
    expect(data).toMatchObject({ variants: [{ id: product.variantId }] });
  });

  test.skipIf(IS_SHORT)('changes that wait together as one event, its last state', async () => {
    const { seller, product } = await openTrade(stage);
    const holder = await openOwner('retailer');
    await createStock(db, holder.business, product.variantId, 3);
    const path = `/api/v1/products/${product.id}`;
    for (let n = 1; n <= 20; n++) ok(await seller.patch(path, { description: `Text ${n}` }));
    await settle();
    const events = await readEvents(holder.client);
    expect(events.length).toBeLessThan(20);
    expect(events.at(-1)?.data).toMatchObject({ description: 'Text 20' });
    expect((await readEvents(seller)).length).toBe(20);
  });
});

describe.concurrent('connections emit to both parties', () => {
  const PATH = '/api/v1/entity/connections';

  test('a request, its acceptance and its end, as each sees the connection', async () => {
    const [one, other] = await Promise.all([openOwner('retailer'), openOwner()]);
    const asked = { entity_id: other.business.id, message: 'May we order?' };
    const { id } = ok(await one.client.post<{ id: string }>(`${PATH}/request`, asked));
    ok(await other.client.post(`${PATH}/${id}/accept`));
    const [mine, theirs] = await Promise.all(
      [one, other].map(async ({ client }) => ok(await client.get<object>(`${PATH}?status=accepted`))),
    );
    ok(await one.client.delete(`${PATH}/${id}`));
    const types = ['connection.requested', 'connection.accepted', 'connection.ended'] as const;
    for (const [{ client }, listed] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      const events = await expectEvents(client, [...types]);
      expect(events[0]).toMatchObject({ id, status: 'pending', message: 'May we order?' });
      expect([events[1]]).toEqual((listed as { data: unknown }).data);
      expect(events[2]).toEqual(events[1]);
    }
  });

  test('a rejection, and a mirrored request, which accepts', async () => {
    const [one, other] = await Promise.all([openOwner('retailer'), openOwner()]);
    const { id } = ok(
      await one.client.post<{ id: string }>(`${PATH}/request`, { entity_id: other.business.id }),
    );
    ok(await other.client.post(`${PATH}/${id}/reject`));
    ok(await other.client.post(`${PATH}/request`, { entity_id: one.business.id }));
    ok(await one.client.post(`${PATH}/request`, { entity_id: other.business.id }));
    const types: EventType[] = [
      'connection.requested',
      'connection.rejected',
      'connection.requested',
      'connection.accepted',
    ];
    const events = await expectEvents(one.client, types);
    expect(events.map(({ direction }) => direction)).toEqual([
      'outgoing',
      'outgoing',
      'incoming',
      'incoming',
    ]);
    await expectEvents(other.client, types);
  });

  test.skipIf(IS_SHORT)('the end of those of a business that is deleted', async () => {
    const [one, other] = await Promise.all([openOwner('retailer'), openOwner()]);
    await connect(db, one.business, other.business);
    const member = await createMember(db, one.business, 'owner');
    const client = await signIn(member);
    ok(await client.delete('/api/v1/entity', { body: { password: member.password } }));
    const [ended] = await expectEvents(other.client, ['connection.ended']);
    expect(ended).toMatchObject({ entity: { id: one.business.id }, status: 'accepted' });
  });
});

describe.concurrent('locations emit', () => {
  const PATH = '/api/v1/entity/locations';

  test('creation, change and deletion; nothing where nothing changed', async () => {
    const { client } = await openOwner();
    const address = { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' };
    const created = ok(await client.post<{ id: string }>(PATH, { name: 'Harbor', address }));
    ok(await client.patch(`${PATH}/${created.id}`, { name: 'Harbor' }));
    const changed = ok(await client.patch<object>(`${PATH}/${created.id}`, { name: 'Pier' }));
    ok(await client.delete(`${PATH}/${created.id}`));
    expect(await expectEvents(client, ['location.created', 'location.updated', 'location.deleted'])).toEqual([
      created,
      { ...changed, changed: ['name'] },
      changed,
    ]);
  });

  test('to a member who is limited to locations those alone', async () => {
    const { client, business } = await openOwner();
    const own = await createLocation(db, business.id, 1);
    const limited = await signIn(await createMember(db, business, 'admin', [own]));
    ok(await client.patch(`${PATH}/${business.locationIds[0]}`, { name: 'Elsewhere' }));
    ok(await client.patch(`${PATH}/${own}`, { name: 'Here' }));
    await expectEvents(client, ['location.updated', 'location.updated']);
    expect(await expectEvents(limited, ['location.updated'])).toMatchObject([{ id: own, name: 'Here' }]);
  });
});

describe.concurrent('batches emit', () => {
  const PATH = '/api/v1/batches';

  test('those of the owner to the owner alone; nothing where nothing changed', async () => {
    const { seller, buyer, retailer, product } = await openTrade(stage);
    await createStock(db, retailer, product.variantId, 3);
    const created = ok(await seller.post<{ id: string }>(PATH, { product_id: product.id, batch_id: 'BD-1' }));
    ok(await seller.patch(`${PATH}/${created.id}`, { test_status: 'untested' }));
    const changed = ok(await seller.patch<object>(`${PATH}/${created.id}`, { expires_on: '2030-01-01' }));
    const without = (batch: object) => {
      const { quantity, amount, external_ids, ...rest } = batch as Record<string, unknown>;
      return rest;
    };
    const events = await expectEvents(seller, ['batch.created', 'batch.updated']);
    expect(events).toEqual([without(created), { ...without(changed), changed: ['expires_on'] }]);
    await settle();
    expect(await readEvents(buyer)).toEqual([]);
  });

  test("a holder's private one to the holder alone, until it is the owner's", async () => {
    const { seller, buyer, retailer, product } = await openTrade(stage);
    await createStock(db, retailer, product.variantId, 3);
    const own = ok(await buyer.post<{ id: string }>(PATH, { product_id: product.id, batch_id: 'X-9' }));
    expect(await expectEvents(buyer, ['batch.created'])).toMatchObject([{ id: own.id, adopted: false }]);
    await settle();
    expect(await readEvents(seller)).toEqual([]);
    const lot = {
      batch: own.id,
      variant_id: product.variantId,
      quantity: 3,
      location_id: retailer.locationIds[0],
    };
    ok(await buyer.post('/api/v1/lots', lot));
    const adopted = ok(await seller.post<{ id: string }>(PATH, { product_id: product.id, batch_id: 'x9' }));
    const [, merged] = await expectEvents(buyer, ['batch.created', 'batch.updated']);
    expect(merged).toMatchObject({ id: adopted.id, batch_id: 'x9', adopted: true });
    await expectEvents(seller, ['batch.created']);
  });

  test.skipIf(IS_SHORT)('one that an import of stock names', async () => {
    const { client, business } = await openOwner();
    const product = await createProduct(db, business);
    const file = `sku,quantity,batch_id\n${product.variants[0]?.sku},5,NEW-1\n`;
    const checked = await checkCsv(client, 'inventory', file);
    expect(await applyImport(client, checked.id)).toMatchObject({ status: 'completed' });
    expect(await expectEvents(client, ['batch.created'])).toMatchObject([{ batch_id: 'NEW-1' }]);
  });
});
