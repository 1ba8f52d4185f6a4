import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { addProduct, searched, searchPath, titles, written } from '../../factories/search';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

const SKU = { n: 0 };
const sku = () => `FND-${process.pid}-${++SKU.n}`;

async function openSeller(name = 'Golden Coast') {
  const seller = await createBusiness(db, 'wholesaler', { name });
  return { seller, client: await stage.signIn(await createMember(db, seller, 'owner')) };
}

describe('words', () => {
  test('each begins a word of any field, in any order', async () => {
    const { client } = await openSeller();
    await addProduct(
      client,
      'Sour Gummies',
      { brand: 'Élan Vital', category: 'edibles', subcategory: 'gummies' },
      [{ name: '100 mg', sku: sku() }],
    );
    await written(stage);
    for (const q of ['gummies 100', '100 gumm', 'elan', 'ÉLAN sour', 'edib', 'vital gum sour']) {
      expect(await titles(client, q), q).toEqual(['product Sour Gummies', 'variant Sour Gummies · 100 mg']);
    }
    for (const q of ['mmies', 'sour chocolate', 'our']) expect(await titles(client, q), q).toEqual([]);
  });

  test('a hyphen joins and parts, and apostrophes vanish', async () => {
    const { client } = await openSeller();
    await addProduct(client, 'Pre-Roll of Grandma’s Best');
    await written(stage);
    for (const q of [
      'preroll',
      'pre roll',
      'roll',
      'pre-roll',
      'pre‑roll',
      'grandmas',
      "grandma's",
      'Grandma’s preroll',
    ]) {
      expect(await titles(client, q), q).toEqual(['product Pre-Roll of Grandma’s Best']);
    }
  });

  test('of one or two letters match whole', async () => {
    const { client } = await openSeller();
    await addProduct(client, 'OG Kush', {}, [{ name: '3.5 g', sku: sku() }]);
    await addProduct(client, 'Ogre Kush');
    await written(stage);
    expect(await titles(client, 'og', { kinds: 'product' })).toEqual(['product OG Kush']);
    expect(await titles(client, 'o', { kinds: 'product' })).toEqual([]);
    expect(await titles(client, 'ogr', { kinds: 'product' })).toEqual(['product Ogre Kush']);
    for (const q of ['kush 3.5', 'kush 3.5g', 'kush g'])
      expect(await titles(client, q, { kinds: 'variant' }), q).toEqual(['variant OG Kush · 3.5 g']);
  });

  test('one letter off finds where nothing else is found, in words of five or more', async () => {
    const { client } = await openSeller();
    await addProduct(client, 'Harbor Gummies');
    await addProduct(client, 'Kush');
    await written(stage);
    for (const q of [
      'harbpr',
      'harbr',
      'harboor',
      'hrabor',
      'arbor',
      'harbor gumimes',
      'xharbor',
      'harbox',
    ]) {
      const { data } = await searched(client, q);
      expect(data, q).toMatchObject([{ title: 'Harbor Gummies', match: 'close' }]);
    }
    for (const q of ['kusj', 'kuhs', 'hxxbor', 'kush harbr']) expect(await titles(client, q), q).toEqual([]);
    expect((await searched(client, 'harbor')).data).toMatchObject([{ match: 'name' }]);
  });

  test('other words for categories find, too', async () => {
    const { client } = await openSeller();
    await addProduct(client, 'Blue Dream', { category: 'flower', subcategory: 'hybrid' });
    await written(stage);
    for (const q of ['bud', 'flower', 'hybrid dream'])
      expect(await titles(client, q), q).toEqual(['product Blue Dream']);
  });
});

describe('numbers', () => {
  test('match whole, those of orders also by their last part', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrder(trade, 1, { po_number: 'PO-77/A' });
    const other = await placeOrder(trade);
    await written(stage);
    const number = order.order_number;
    for (const q of [
      number,
      number.toLowerCase(),
      number.slice(-6),
      number.slice(-11),
      'po-77/a',
      `${number} ${trade.retailer.name}`,
    ]) {
      const { data } = await searched(trade.seller, q, { kinds: 'order' });
      expect(data, q).toMatchObject([{ id: order.id, match: 'exact', number, path: `/orders/${order.id}` }]);
    }
    for (const q of [
      number.slice(0, -1),
      number.slice(-5),
      'ORD-',
      `${number} ${other.order_number}`,
      `${number} nothing`,
    ])
      expect(await titles(trade.seller, q, { kinds: 'order' }), q).toEqual([]);
  });

  test('SKUs find variants with their product, and licenses find partners', async () => {
    const { seller, client } = await openSeller();
    const code = sku();
    const id = await addProduct(client, 'Blue Dream', {}, [{ name: 'Eighth', sku: code }]);
    const shop = await createBusiness(db, 'retailer', { name: 'Harbor Shop', licenseNumber: 'C10-00 077' });
    await connect(db, shop, seller);
    await written(stage);
    expect(await titles(client, code.toLowerCase())).toEqual([
      'product Blue Dream',
      'variant Blue Dream · Eighth',
    ]);
    expect((await searched(client, code)).data[0]).toMatchObject({ id, match: 'exact' });
    expect(await titles(client, code.slice(0, -1))).toEqual([]);
    expect((await searched(client, 'c1000077')).data).toMatchObject([
      { kind: 'customer', id: shop.id, match: 'exact' },
    ]);
  });
});

describe('states', () => {
  test('are those of now', async () => {
    const trade = await openTrade(stage, { retailer: { name: 'Harbor Shop' } });
    const [shipped, pending] = [await placeOrderIn(trade, 'shipped'), await placeOrder(trade)];
    await written(stage);
    const of = async (q: string) =>
      (await searched(trade.seller, q, { kinds: 'order' })).data.map(({ id, status }) => [id, status]);
    expect(await of('harbor shipped')).toEqual([[shipped.id, 'shipped']]);
    expect(await of('shipped')).toEqual([[shipped.id, 'shipped']]);
    expect(await of('harbor pend')).toEqual([[pending.id, 'pending']]);
    await trade.seller.post(`/api/v1/orders/${pending.id}/cancel`);
    expect(await of('harbor pending')).toEqual([]);
    expect(await of('harbor canceled')).toEqual([[pending.id, 'cancelled']]);
    const [invoice] = (await searched(trade.seller, 'harbor', { kinds: 'invoice' })).data;
    expect(invoice).toMatchObject({ status: 'open' });
    await sql`update invoices set issued_on = '2026-01-01', due_on = '2026-01-02' where id = ${invoice?.id ?? ''}`;
    expect(
      (await searched(trade.seller, 'overdue harbor', { kinds: 'invoice,customer' })).data,
    ).toMatchObject([
      { kind: 'customer', id: trade.retailer.id },
      { kind: 'invoice', id: invoice?.id, status: 'overdue' },
    ]);
  });
});

describe('the call', () => {
  test('rejects what is too long, too many words and unknown kinds (400)', async () => {
    const { client } = await openSeller();
    const bad: Array<[string, string]> = [
      [searchPath(''), 'q'],
      ['/api/v1/search', 'q'],
      [searchPath('x'.repeat(101)), 'q'],
      [searchPath('a b c d e f g h i'), 'q'],
      [searchPath('a.b,c;d:e f/g(h)i'), 'q'],
      [searchPath('x', { kinds: 'order,elephant' }), 'kinds'],
      [searchPath('x', { limit: '21' }), 'limit'],
      [searchPath('x', { limit: '0' }), 'limit'],
      [searchPath('\0'), 'q'],
    ];
    for (const [path, field] of bad) expectInvalid(await client.get(path), field);
  });

  test('takes signs of patterns and queries as what they are (200)', async () => {
    const { client } = await openSeller();
    await addProduct(client, 'Harbor Mix');
    await written(stage);
    for (const q of [
      '%',
      '_',
      '\\',
      ':*',
      '|',
      '&',
      '!',
      "'",
      '""',
      '()',
      '--',
      '% _',
      'h%r',
      'harb_r',
      '*',
      '<->',
      'ß',
      '٣',
      '🌿',
    ]) {
      const { status, body } = await client.get<{ data: { title: string }[] }>(searchPath(q));
      expect([q, status]).toEqual([q, 200]);
      expect(body.data, q).toEqual([]);
    }
    for (const q of ['harbor:*', 'harbor | nothing', 'harbor & mix', '(harbor)', "harbor'"]) {
      expect((await client.get(searchPath(q))).status, q).toBe(200);
    }
    expect(await titles(client, '(harbor) & mix')).toEqual(['product Harbor Mix']);
    expect((await client.get(searchPath('x'.repeat(1_000_000)))).status).toBeGreaterThanOrEqual(400);
  });

  test('limits each kind and says of which there are more', async () => {
    const { client } = await openSeller();
    for (let n = 0; n < 3; n += 1)
      await addProduct(client, `Harbor ${'ABC'[n]}`, {}, [{ name: 'One', sku: sku() }]);
    await written(stage);
    expect(await titles(client, 'harbor', { limit: '2', kinds: 'product' })).toEqual([
      'product Harbor C',
      'product Harbor B',
    ]);
    expect(await searched(client, 'harbor', { limit: '2', kinds: 'product,variant' })).toMatchObject({
      searched: ['product', 'variant'],
      more: ['product', 'variant'],
    });
    expect((await searched(client, 'harbor', { limit: '3' })).more).toEqual([]);
  });
});

describe('texts', () => {
  test('are written within five seconds of an event, and follow names', async () => {
    const trade = await openTrade(stage, { retailer: { name: 'Harbor Shop' } });
    const order = await placeOrder(trade);
    const began = Date.now();
    while ((await titles(trade.seller, 'harbor', { kinds: 'order' })).length === 0) {
      expect(Date.now() - began).toBeLessThan(5_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await titles(trade.buyer, trade.wholesaler.name, { kinds: 'order,supplier' })).toEqual([
      `supplier ${trade.wholesaler.name}`,
      `order ${order.order_number}`,
    ]);
    await trade.seller.patch(`/api/v1/customers/${trade.retailer.id}`, { nickname: 'The Lighthouse' });
    await written(stage);
    expect(await titles(trade.seller, 'lighthouse', { kinds: 'order,customer' })).toEqual([
      'customer Harbor Shop',
      `order ${order.order_number}`,
    ]);
    await trade.buyer.patch('/api/v1/entity', { name: 'Anchor Shop' });
    await written(stage);
    expect(await titles(trade.seller, 'harbor', { kinds: 'order,customer' })).toEqual([]);
    expect(await titles(trade.seller, 'anchor', { kinds: 'order,customer' })).toHaveLength(2);
    const [{ wrong } = { wrong: -1 }] = await sql<{ wrong: number }[]>`
      select count(*)::int as wrong from (
        select owner_id, kind, word, count(*) as n from search_texts t cross join lateral (
          select distinct unnest(string_to_array(btrim(t.words), ' ')) as word) w where word <> '' group by 1, 2, 3
      ) c full join search_words s using (owner_id, kind, word) where c.n is distinct from s.objects`;
    expect(wrong).toBe(0);
  });
});
