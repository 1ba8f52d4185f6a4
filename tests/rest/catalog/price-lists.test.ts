import { describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { applyImport, checkCsv, linesOf } from '../../factories/imports';
import { openTrade } from '../../factories/trade';
import { type Answer, type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/price-lists';

interface List {
  id: string;
  name: string;
  discount_bps: number;
  active: boolean;
  rule_count: number;
  customers_count: number;
  updated_at: string;
}
interface RuleRow {
  sku: string;
  min_amount: number;
  unit_price: number;
  variant_id: string;
}
interface Rules {
  data: RuleRow[];
  pagination: { total: number };
}

/** A wholesaler with two products, and a list. */
async function openSeller(list: object = {}) {
  const trade = await openTrade(stage);
  const second = await createProduct(stage.db, trade.wholesaler);
  const { id } = ok(await trade.seller.post<List>(PATH, { name: 'Gold', ...list }));
  const [sku = '', other = ''] = [trade.product.variants[0]?.sku, second.variants[0]?.sku];
  const path = `${PATH}/${id}`;
  const set = (rules: object[]) => trade.seller.put<List>(`${path}/rules`, { rules });
  const csv = (text: string) =>
    trade.seller.send<List>('PUT', `${path}/rules`, { body: text, headers: { 'content-type': 'text/csv' } });
  return { ...trade, id, path, sku, other, second, set, csv };
}
const faultsOf = (answer: Answer) => expectError(answer, 'INVALID_REQUEST').errors;
const rulesAt = async (client: Client, path: string) => ok(await client.get<Rules>(`${path}/rules`)).data;
const priceOf = ({ sku, min_amount, unit_price }: RuleRow) => [sku, min_amount, unit_price];

test('lists are added, changed and deleted, each with an audit row', async () => {
  const { seller, id, path } = await openSeller({ discount_bps: 1250 });
  const list = ok(await seller.get<List>(path));
  expect(list).toMatchObject({
    name: 'Gold',
    discount_bps: 1250,
    active: true,
    rule_count: 0,
    customers_count: 0,
  });
  expect(ok(await seller.get<{ data: List[] }>(PATH)).data).toEqual([list]);
  expect(ok(await seller.patch<List>(path, { discount_bps: 500, active: false }))).toMatchObject({
    ...{ discount_bps: 500, active: false },
  });
  expect(expectError(await seller.post(PATH, { name: 'Gold' }), 'CONFLICT')).toMatchObject({
    reason: 'name_taken',
  });
  expectInvalid(await seller.patch(path, { discount_bps: 10_001 }), 'discount_bps');
  expectInvalid(await seller.patch(path, { rule_count: 7 }), 'rule_count');
  expect((await seller.delete(path)).status).toBe(204);
  expectAbsent(await seller.get(path));
  const { data } = ok(await seller.get<{ data: { action: string }[] }>(`/api/v1/audit?object_id=${id}`));
  expect(data.map(({ action }) => action)).toEqual(
    ['deleted', 'updated', 'created'].map((one) => `price_list.${one}`),
  );
});

test('a business has at most 100 lists (409 too_many)', async () => {
  const { seller, wholesaler } = await openSeller();
  await stage.sql`insert into price_lists (id, entity_id, name)
    select gen_random_uuid(), ${wholesaler.id}, 'List ' || n from generate_series(1, 99) n`;
  expect(expectError(await seller.post(PATH, { name: 'One more' }), 'CONFLICT')).toMatchObject({
    reason: 'too_many',
    limit: 100,
  });
});

describe('prices of a list', () => {
  test('are replaced as a whole by SKU or id, and listed by page and as CSV', async () => {
    const { seller, path, sku, other, second, set } = await openSeller();
    const list = ok(
      await set([
        { sku, min_amount: 10, unit_price: 18 },
        { sku, min_amount: 1, unit_price: 20 },
        { variant_id: second.variantId, min_amount: 50, unit_price: 7.35 },
      ]),
    );
    expect(list.rule_count).toBe(3);
    expect((await rulesAt(seller, path)).map(priceOf)).toEqual(
      expect.arrayContaining([
        [sku, 1, 20],
        [sku, 10, 18],
        [other, 50, 7.35],
      ]),
    );
    expect(ok(await seller.get<Rules>(`${path}/rules?limit=2`))).toMatchObject({ pagination: { total: 3 } });
    const { text } = await seller.get(`${path}/rules?format=csv`);
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toBe('sku,min_amount,unit_price');
    expect(lines.sort()).toEqual([`${sku},1,20`, `${sku},10,18`, `${other},50,7.35`].sort());
    expect(ok(await set([{ sku, min_amount: 1, unit_price: 19 }])).rule_count).toBe(1);
    expect((await rulesAt(seller, path)).map(priceOf)).toEqual([[sku, 1, 19]]);
  });

  test('move updated_at, and their audit row has the prices that changed', async () => {
    const { seller, id, path, sku, set } = await openSeller();
    const before = ok(await seller.get<List>(path)).updated_at;
    ok(await set([{ sku, min_amount: 1, unit_price: 20 }]));
    const { updated_at } = ok(
      await set([
        { sku, min_amount: 1, unit_price: 20 },
        { sku, min_amount: 10, unit_price: 18 },
      ]),
    );
    expect(updated_at > before).toBe(true);
    const again = await set([
      { sku, min_amount: 10, unit_price: 18 },
      { sku, min_amount: 1, unit_price: 20 },
    ]);
    expect(ok(again).updated_at).toBe(updated_at);
    const { data } = ok(
      await seller.get<{ data: { before: object; after: object }[] }>(`/api/v1/audit?object_id=${id}`),
    );
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({ before: {}, after: { [`${sku} from 10`]: 18 } });
  });

  test.skipIf(IS_SHORT)(
    'are taken as CSV, with dollar signs, blank lines and any order of columns',
    async () => {
      const { seller, path, sku, other, csv } = await openSeller();
      ok(await csv(`min_amount,SKU,unit_price\r\n1,${sku},$20.00\r\n\r\n1000,${other},"$1,234.50"\r\n`));
      expect((await rulesAt(seller, path)).map(priceOf)).toEqual(
        expect.arrayContaining([
          [sku, 1, 20],
          [other, 1000, 1234.5],
        ]),
      );
      const copy = (await seller.get(`${path}/rules?format=csv`)).text;
      expect(ok(await csv(copy)).rule_count).toBe(2);
    },
  );

  test.skipIf(IS_SHORT)('are all rejected for one wrong line, each with its line', async () => {
    const { seller, path, sku, set, csv } = await openSeller();
    ok(await set([{ sku, min_amount: 1, unit_price: 20 }]));
    const wrong = await csv(
      `sku,min_amount,unit_price\n${sku},1,18\nNO-SUCH,1,18\n${sku},1.5,18\n${sku},1,17\n`,
    );
    expect(faultsOf(wrong)).toMatchObject([
      { path: 'rules[1].sku', code: 'unknown_sku', line: 3 },
      { path: 'rules[2].min_amount', code: 'off_step', line: 4 },
      { path: 'rules[3].min_amount', code: 'duplicate', line: 5 },
    ]);
    const typed = await csv(`sku,min_amount,unit_price\n${sku},1,cheap\n${sku},,1\n`);
    expect(faultsOf(typed)).toMatchObject([
      { path: 'rules[0].unit_price', line: 2 },
      { path: 'rules[1].min_amount', code: 'required', line: 3 },
    ]);
    expect(faultsOf(await csv('sku,price\nx,1\n'))).toMatchObject([{ code: 'unknown_column', line: 1 }]);
    expect((await rulesAt(seller, path)).map(priceOf)).toEqual([[sku, 1, 20]]);
  });

  test('of a body in CSV are read to the first row beyond 10,000 (400)', async () => {
    const { sku, csv } = await openSeller();
    const rows = (count: number) => `${sku},1,18\n`.repeat(count);
    const tooMany = { path: 'rules', code: 'too_many_items' };
    // What is behind it isn't read: its quoting would be another fault.
    const answers = [
      await csv(`sku,min_amount,unit_price\n${rows(10_001)}"x"y,1,18\n`),
      await csv(`sku,min_amount,unit_price\n\n${rows(12_000)}`),
    ];
    for (const answer of answers) expect(faultsOf(answer)).toMatchObject([tooMany]);
    const whole = await csv(`sku,min_amount,unit_price\n${rows(3)}"x"y,1,18\n`);
    expect(faultsOf(whole)).toMatchObject([{ code: 'unreadable', line: 5 }]);
  });

  test('that are wrong are reported up to the fiftieth, and all are rejected, wherever they are', async () => {
    const { seller, path, sku, set } = await openSeller();
    ok(await set([{ sku, min_amount: 1, unit_price: 20 }]));
    const right = Array.from({ length: 700 }, (_, n) => ({ sku, min_amount: n + 1, unit_price: 18 }));
    const wrong = Array.from({ length: 60 }, () => ({ sku, min_amount: 0, unit_price: 18 }));
    const few = wrong.slice(0, 3);
    const pathsOf = async (rules: RuleRow[]) =>
      (faultsOf(await set(rules)) as { path: string }[]).map((fault) => fault.path);
    const at = (n: number) => `rules[${n}].min_amount`;
    expect(await pathsOf([...right, ...wrong] as RuleRow[])).toEqual(
      wrong.slice(10).map((_, n) => at(700 + n)),
    );
    // Between right ones, and at the end: a list that is checked in parts is checked whole.
    const spread = [...few, ...right, ...few] as RuleRow[];
    expect(await pathsOf(spread)).toEqual([0, 1, 2, 703, 704, 705].map(at));
    expect((await rulesAt(seller, path)).map(priceOf)).toEqual([[sku, 1, 20]]);
  });

  test('are of what the seller sells alone: another business reads as an unknown id', async () => {
    const [own, foreign] = [await openSeller(), await openSeller()];
    const errorsOf = async (fields: object) =>
      (await own.set([{ min_amount: 1, unit_price: 1, ...fields }])).text;
    const of = (text: string) => JSON.parse(text).error;
    expect(of(await errorsOf({ variant_id: foreign.product.variantId }))).toEqual(
      of(await errorsOf({ variant_id: ABSENT_ID })),
    );
    expect(of(await errorsOf({ sku: foreign.sku })).details.errors[0].code).toBe('unknown_sku');
    expectInvalid(await own.set([{ min_amount: 1, unit_price: 1 }]), 'rules[0]');
    expectAbsent(await own.seller.get(`${foreign.path}/rules`));
  });

  test.skipIf(IS_SHORT)('are at most 5,000 (409 too_many), which JSON with ids holds', async () => {
    const { product, set } = await openSeller();
    const rules = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        variant_id: product.variantId,
        min_amount: n + 1,
        unit_price: 12.5,
      }));
    expect(ok(await set(rules(5_000))).rule_count).toBe(5_000);
    expect(expectError(await set(rules(5_001)), 'CONFLICT')).toMatchObject({
      reason: 'too_many',
      limit: 5_000,
    });
  });

  test('of goods by weight are amounts of their unit, in whole steps', async () => {
    const { seller, path, sku, product, set } = await openSeller();
    await stage.sql`update product_variants set unit = 'lb', step = 100 where id = ${product.variantId}`;
    ok(await set([{ sku, min_amount: 0.25, unit_price: 1250 }]));
    expect(await rulesAt(seller, path)).toMatchObject([
      { sku, min_amount: 0.25, unit: 'lb', unit_price: 1250 },
    ]);
    const [row] = await stage.sql`select min_steps from price_rules where variant_id = ${product.variantId}`;
    expect(row?.min_steps).toBe(25);
    expectInvalid(await set([{ sku, min_amount: 0.255, unit_price: 1 }]), 'rules[0].min_amount');
  });
});

test('finds what is sold of SKUs, with its cost for those who may see that', async () => {
  const { seller, wholesaler, product, sku, buyer } = await openSeller();
  const find = (client: Client, skus: string[]) => client.post<{ data: object[] }>(`${PATH}/items`, { skus });
  await stage.sql`update inventory_items set average_cost = 4.25 where entity_id = ${wholesaler.id}
    and variant_id = ${product.variantId}`;
  const { data } = ok(await find(seller, [sku, 'NO-SUCH', sku]));
  expect(data).toEqual([expect.objectContaining({ sku, variant_id: product.variantId, unit_cost: 4.25 })]);
  expectError(await find(buyer, [sku]), 'FORBIDDEN');
  expectInvalid(await find(seller, []), 'skus');
  expectInvalid(
    await find(
      seller,
      Array.from({ length: 5_001 }, (_, n) => `S${n}`),
    ),
    'skus',
  );
});

describe('terms of a customer', () => {
  test('one list per customer; a list in use stays; null clears', async () => {
    const { seller, path, id, retailer } = await openSeller();
    const customer = `/api/v1/customers/${retailer.id}`;
    expect(ok(await seller.patch(customer, { price_list_id: id, minimum_order: 500 }))).toMatchObject({
      ...{ price_list_id: id, minimum_order: 500 },
    });
    const found = await seller.get<{ data: { id: string }[] }>(`/api/v1/customers?price_list_id=${id}`);
    expect(ok(found).data.map((one) => one.id)).toEqual([retailer.id]);
    expect(ok(await seller.get<List>(path)).customers_count).toBe(1);
    expect(expectError(await seller.delete(path), 'CONFLICT')).toMatchObject({
      reason: 'in_use',
      customers: 1,
    });
    const cleared = ok(await seller.patch(customer, { price_list_id: null, minimum_order: null }));
    expect(cleared).toMatchObject({ price_list_id: null, minimum_order: null });
    expect((await seller.delete(path)).status).toBe(204);
    expectAbsent(await seller.patch(customer, { price_list_id: id }));
    expectInvalid(await seller.patch(customer, { minimum_order: -1 }), 'minimum_order');
  });

  test('a list needs update:prices, a minimum update:terms, and an unchanged value neither', async () => {
    const { seller, wholesaler, retailer, id } = await openSeller();
    const manager = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
    const customer = `/api/v1/customers/${retailer.id}`;
    const lacks = (permission: string) => ({ reason: 'permission_required', permission });
    expect(expectError(await manager.patch(customer, { price_list_id: id }), 'FORBIDDEN')).toMatchObject(
      lacks('update:prices'),
    );
    expect(expectError(await manager.patch(customer, { minimum_order: 1 }), 'FORBIDDEN')).toMatchObject(
      lacks('update:terms'),
    );
    ok(await manager.patch(customer, { price_list_id: null, minimum_order: null, nickname: 'x' }));
    expect(expectError(await manager.post(PATH, { name: 'x' }), 'FORBIDDEN')).toMatchObject(
      lacks('update:prices'),
    );
    ok(await seller.patch(customer, { price_list_id: id }));
    ok(await manager.patch(customer, { price_list_id: id, nickname: 'y' }));
  });

  test('the list of another business reads as one that never was (404)', async () => {
    const [own, foreign] = [await openSeller(), await openSeller()];
    const customer = `/api/v1/customers/${own.retailer.id}`;
    const give = async (price_list_id: string) =>
      JSON.parse((await own.seller.patch(customer, { price_list_id })).text);
    expect((await give(foreign.id)).error).toEqual((await give(ABSENT_ID)).error);
  });

  test('a buyer pays the price of its list, and the wholesale price while the list is off', async () => {
    const { seller, buyer, retailer, wholesaler, product, id, path, sku, set } = await openSeller({
      discount_bps: 1000,
    });
    ok(await set([{ sku, min_amount: 3, unit_price: 1.25 }]));
    ok(await seller.patch(`/api/v1/customers/${retailer.id}`, { price_list_id: id }));
    const place = async (quantity: number) =>
      ok(
        await buyer.post<{ items: { unit_price: number }[] }>('/api/v1/orders', {
          ...{ wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity }] },
        }),
      ).items[0]?.unit_price;
    const wholesale = (product.variants[0]?.wholesalePriceCents ?? 0) / 100;
    expect(await place(3)).toBe(1.25);
    expect(await place(1)).toBeCloseTo(wholesale * 0.9, 2);
    ok(await seller.patch(path, { active: false }));
    expect(await place(3)).toBe(wholesale);
  });
});

test.skipIf(IS_SHORT)(
  'an import gives lists by name, and without the right its line is forbidden',
  async () => {
    const { seller, wholesaler, id } = await openSeller();
    const line = (name: string, license: string, list: string) =>
      `${name},retailer,${license},1 Pier,Oakland,CA,94607,${list}`;
    const head = 'name,type,license_number,street,city,state,zip,price_list';
    const file = [head, line('New shop', 'L-NEW-1', 'gold'), line('Other', 'L-NEW-2', 'Silver')].join('\n');
    const checked = await checkCsv(seller, 'customers', file);
    const lines = await linesOf(seller, checked.id);
    expect(lines.map(({ outcome, errors }) => [outcome, errors.map(({ field }) => field)])).toEqual([
      ['create', []],
      ['error', ['price_list']],
    ]);
    await applyImport(seller, checked.id);
    const found = await seller.get<{ data: { name: string; id: string }[] }>(
      `/api/v1/customers?price_list_id=${id}`,
    );
    expect(ok(found).data.map(({ name }) => name)).toEqual(['New shop']);
    const manager = await stage.signIn(await createMember(stage.db, wholesaler, 'manager'));
    const again = await checkCsv(manager, 'customers', [head, line('Third', 'L-NEW-3', 'Gold')].join('\n'));
    expect((await linesOf(manager, again.id))[0]?.errors).toMatchObject([
      { field: 'price_list', code: 'forbidden' },
    ]);
  },
);

test('settings keep a minimum order, the floor of manual prices and the tolerance of weights', async () => {
  const { seller } = await openSeller();
  const set = (settings: object) => seller.patch<{ settings: object }>('/api/v1/entity', { settings });
  const present = ok(await seller.get<{ settings: object }>('/api/v1/entity')).settings;
  expect(present).toMatchObject({
    minimum_order: null,
    max_manual_discount_bps: 10_000,
    weight_tolerance_bps: 0,
  });
  const settings = { minimum_order: 250.5, max_manual_discount_bps: 500, weight_tolerance_bps: 200 };
  expect(ok(await set(settings)).settings).toMatchObject(settings);
  expect(ok(await set({ minimum_order: null })).settings).toMatchObject({ ...settings, minimum_order: null });
  expectInvalid(await set({ weight_tolerance_bps: 1_001 }), 'settings.weight_tolerance_bps');
  expectInvalid(await set({ max_manual_discount_bps: 10_001 }), 'settings.max_manual_discount_bps');
});
