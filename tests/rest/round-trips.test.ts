import { expect, test } from 'vitest';
import { createProduct, createStock } from '../factories/catalog';
import { checkCsv, linesOf } from '../factories/imports';
import { openTrade, type Trade } from '../factories/trade';
import { ok } from '../setup/client';
import { openStage } from '../setup/stage';

const stage = await openStage();
/** Signs that programs stumble over. */
const ODD = ['Half; half, “best”', '=1+1', 'Line "two"', '@home – Café €', '-12'];

const exported = async ({ seller }: Trade, path: string) =>
  (await seller.get(`/api/v1/${path}${path.includes('?') ? '&' : '?'}format=csv&bom=true`)).text;

test('products that were exported are imported again without a change', async () => {
  const trade = await openTrade(stage);
  for (const name of ODD) {
    await createProduct(stage.db, trade.wholesaler, { name, brand: name, prices: [1000, 1999] });
  }
  const created = await trade.seller.post('/api/v1/products', {
    ...{ name: 'By weight', category: 'flower', thc_percentage: 22.5, description: 'First\nsecond; third' },
    variants: [
      { name: 'Bulk', sku: 'BULK; 1', price: 3.5, sold_by: 'weight', unit: 'g', step: 0.1 },
      { name: 'Each', sku: '000124', price: 10, wholesale_price: 4.99, case_size: 12 },
    ],
  });
  ok(created);
  const { id, counts, unread_columns } = await checkCsv(
    trade.seller,
    'products',
    await exported(trade, 'products'),
  );
  const lines = await linesOf(trade.seller, id);
  expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
  expect(counts.unchanged).toBeGreaterThanOrEqual(ODD.length + 1);
  expect(unread_columns).toContain('images');
});

test('a price that was changed in an export changes that variant alone', async () => {
  const trade = await openTrade(stage);
  const product = await createProduct(stage.db, trade.wholesaler, {
    name: 'Two',
    brand: 'Twice',
    prices: [1000, 2000],
  });
  const text = await exported(trade, 'products?brand=Twice');
  const content = text.replace('""price"":40,', '""price"":41,');
  expect(content).not.toBe(text);
  const { id } = await checkCsv(trade.seller, 'products', content);
  const sku = product.variants[1]?.sku;
  expect(await linesOf(trade.seller, id)).toMatchObject([
    { outcome: 'update', before: { [`${sku} price`]: 40 }, after: { [`${sku} price`]: 41 } },
  ]);
});

test('customers that were exported are imported again without a change', async () => {
  const trade = await openTrade(stage);
  for (const [n, name] of ODD.entries()) {
    ok(
      await trade.seller.post('/api/v1/customers', {
        ...{ type: 'retailer', name, license_number: `RT-${n}`, nickname: name, terms_days: n * 15 },
        ...{
          license_expiry: '2027-01-31',
          contact: { email: `rt${n}@example.test`, phone: '+1 510 555 0144' },
        },
        address: {
          street: `${n} Main; Unit 2`,
          city: 'Salem',
          state: n % 2 ? 'MA' : 'Massachusetts',
          zip: '01970',
        },
        external_ids: { erp: `E-${n}` },
      }),
    );
  }
  const text = await exported(trade, 'customers');
  expect(text.split('\r\n')[0]).toMatch(/,street,city,state,zip,email,phone$/);
  const { id } = await checkCsv(trade.seller, 'customers', text);
  const lines = await linesOf(trade.seller, id);
  expect(lines).toHaveLength(ODD.length + 1);
  expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});

test('inventory that was exported is imported again without a change', async () => {
  const trade = await openTrade(stage);
  for (const name of ODD) {
    const { variantId } = await createProduct(stage.db, trade.wholesaler, { name });
    await createStock(stage.db, trade.wholesaler, variantId, 1250);
  }
  const { id } = await checkCsv(trade.seller, 'inventory', await exported(trade, 'inventory'));
  const lines = await linesOf(trade.seller, id);
  expect(lines.length).toBeGreaterThanOrEqual(ODD.length);
  expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});

test('prices that were exported are imported again without a change', async () => {
  const trade = await openTrade(stage);
  const skus = ['-PLAIN', '=A;1', '000124'];
  ok(
    await trade.seller.post('/api/v1/products', {
      ...{ name: 'Priced', category: 'flower' },
      variants: skus.map((sku) => ({ name: sku, sku, price: 10, wholesale_price: 5 })),
    }),
  );
  const list = ok(
    await trade.seller.post<{ id: string }>('/api/v1/price-lists', { name: 'Gold', discount_bps: 0 }),
  );
  const rules = `/api/v1/price-lists/${list.id}/rules`;
  ok(
    await trade.seller.put(rules, {
      rules: skus.flatMap((sku) => [
        { sku, min_amount: 1, unit_price: 4.5 },
        { sku, min_amount: 10, unit_price: 4 },
      ]),
    }),
  );
  const before = await trade.seller.get(`${rules}?format=csv&bom=true`);
  const headers = { 'content-type': 'text/csv' };
  ok(await trade.seller.send('PUT', rules, { body: before.text, headers }));
  expect((await trade.seller.get(`${rules}?format=csv&bom=true`)).text).toBe(before.text);
  expect(before.text).toContain("'-PLAIN");
});
