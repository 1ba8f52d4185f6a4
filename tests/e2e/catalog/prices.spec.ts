import { countActs } from '../acts';
import { DEMO, expect, restOf, test } from '../support';

type Offer = { sku: string; wholesale_price: number };

test('makes a list, pastes prices, gives it to a buyer, who sees its own', async ({ signedInAs }) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const [me, shop] = [
    await asSeller<{ id: string }>('GET', '/entity'),
    await asBuyer<{ id: string; name: string }>('GET', '/entity'),
  ];
  const catalog = `/market/suppliers/${me.id}/catalogue?limit=1`;
  const offerOf = async () => (await asBuyer<{ data: Offer[] }>('GET', catalog)).data[0];
  const { sku = '' } = (await offerOf()) ?? {};

  await seller.goto('/price-lists');
  await seller.getByRole('button', { name: 'Add price list' }).first().click();
  await seller.getByLabel('Name').fill(`Gold ${Date.now()}`);
  await seller.getByRole('dialog').getByRole('button', { name: 'Add price list' }).click();
  await seller.waitForURL(/\/price-lists\/[0-9a-f-]{36}$/);
  await seller.getByRole('button', { name: 'Paste prices' }).click();
  await seller.getByLabel('Cells').fill(`SKU\t1\t10\nNO-SUCH\t1\t1\n${sku}\t7.77\t8.88`);
  await seller.getByRole('button', { name: 'Preview changes' }).click();
  await expect(seller.getByText('Not found in what you sell, left out: NO-SUCH')).toBeVisible();
  // What an item costs now is seen on a phone, too, beside the longest doubt about it.
  await seller.setViewportSize({ width: 390, height: 844 });
  await expect(seller.getByText('More than a smaller amount')).toBeVisible();
  const changes = seller.getByRole('region', { name: 'Price changes' });
  expect(await changes.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await seller.setViewportSize({ width: 1440, height: 900 });
  await seller.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(seller.getByRole('dialog')).toHaveCount(0);

  const acts = await countActs(seller);
  await seller.getByRole('combobox', { name: 'Give to a customer' }).fill(shop.name);
  await seller.keyboard.press('Enter');
  await expect(seller.getByRole('link', { name: shop.name })).toBeVisible();
  acts.expectAtMost(2);
  try {
    expect((await offerOf())?.wholesale_price).toBe(7.77);
    await buyer.goto(`/market/${me.id}?q=${sku}`);
    await expect(buyer.getByText('$7.77').first()).toBeVisible();
    await seller.goto(`/customers/${shop.id}`);
    await expect(seller.getByLabel('Price list')).toHaveText(/Gold/);
  } finally {
    await asSeller('PATCH', `/customers/${shop.id}`, { price_list_id: null });
  }
  expect((await offerOf())?.wholesale_price).not.toBe(7.77);
});

test('a buyer orders across a break and takes units off; its seller enters an order by weight', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const [me, shop] = [
    await asSeller<{ id: string }>('GET', '/entity'),
    await asBuyer<{ id: string; name: string }>('GET', '/entity'),
  ];
  const catalog = `/market/suppliers/${me.id}/catalogue?in_stock=true&limit=200`;
  const { data } = await asBuyer<{ data: Array<Offer & { available_quantity: number; case_size: number }> }>(
    'GET',
    catalog,
  );
  const { sku = '' } =
    data.find(({ available_quantity, case_size }) => available_quantity > 50 && case_size === 1) ?? {};
  const bulk = `BULK-${Date.now()}`;
  const variant = { name: 'Bulk', sku: bulk, price: 2000, wholesale_price: 1250 };
  await asSeller('POST', '/products', {
    ...{ name: bulk, category: 'flower' },
    variants: [{ ...variant, sold_by: 'weight', unit: 'lb', step: 0.01 }],
  });
  const stock = await asSeller<{ data: Array<{ id: string }> }>('GET', `/inventory?sku=${bulk}`);
  await asSeller('PATCH', `/inventory/${stock.data[0]?.id}`, { quantity_change: 5000, reason_code: 'AUDIT' });
  const list = await asSeller<{ id: string }>('POST', '/price-lists', { name: `Silver ${Date.now()}` });
  const rules = [
    { sku, min_amount: 1, unit_price: 20 },
    { sku, min_amount: 10, unit_price: 18 },
  ];
  await asSeller('PUT', `/price-lists/${list.id}/rules`, { rules });
  await asSeller('PATCH', `/customers/${shop.id}`, { price_list_id: list.id });
  try {
    await seller.goto(`/customers/${shop.id}`);
    await seller.getByRole('link', { name: `See the catalog as ${shop.name}` }).click();
    await expect(seller.getByRole('note')).toContainText(`You see your catalog as ${shop.name}`);
    await seller.getByLabel('Search the catalog').fill(sku);
    await expect(seller.getByText('10+ for $18.00')).toBeVisible();

    await buyer.goto(`/market/${me.id}?q=${sku}`);
    await expect(buyer.getByText('10+ for $18.00')).toBeVisible();
    const amount = buyer.getByRole('textbox', { name: /^Quantity of/ }).first();
    await amount.fill('8');
    await expect(buyer.getByText('2 more for $18.00')).toBeVisible();
    await amount.fill('10');
    await amount.press('Enter');
    await buyer.getByRole('link', { name: 'Review order' }).click();
    await expect(buyer.getByText('$180.00').first()).toBeVisible();
    await buyer.getByRole('button', { name: 'Place order' }).click();
    await buyer.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
    await expect(buyer.getByText('Price list, 10+')).toBeVisible();
    await buyer.getByRole('button', { name: /^Change quantity of/ }).click();
    await buyer.getByLabel('Quantity', { exact: true }).fill('9');
    await expect(buyer.getByText('$18.00 → $20.00 each')).toBeVisible();
    await buyer.getByRole('button', { name: 'Save' }).click();
    await expect(buyer.getByText('1 more for $18.00')).toBeVisible();

    await seller.goto(`/orders/new?customer=${shop.id}`);
    const goods = seller.getByRole('combobox', { name: 'SKU or product' });
    await goods.fill(bulk);
    await expect(seller.getByRole('option', { name: new RegExp(bulk) })).toBeVisible();
    await goods.press('Enter');
    await expect(seller.getByLabel('Amount', { exact: true })).toBeFocused();
    await seller.keyboard.type('12.345');
    await seller.keyboard.press('Enter');
    await expect(seller.getByText('Sold in steps of 0.01 lb')).toBeVisible();
    await seller.getByLabel('Amount', { exact: true }).fill('12.34');
    await seller.keyboard.press('Enter');
    await expect(seller.getByText('$15,425.00').first()).toBeVisible();
    await seller.getByRole('button', { name: `Change price of ${bulk} ${bulk}, now $1,250.00` }).click();
    await seller.getByLabel('Discount').fill('10');
    await seller.getByRole('button', { name: 'Save price' }).click();
    // In the line and, once the server was asked, as the subtotal.
    await expect(seller.getByText('$13,882.50')).toHaveCount(2);
    const total = seller
      .getByRole('definition')
      .filter({ hasText: /^\$[\d,.]+$/ })
      .last();
    const before = (await total.textContent()) ?? '';
    await seller.getByRole('button', { name: 'Place order' }).click();
    await seller.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
    await expect(seller.getByText(before).first()).toBeVisible();
    await seller.getByRole('button', { name: 'Add discount or freight' }).click();
    await seller.getByRole('button', { name: 'Add freight' }).click();
    await seller.getByLabel('Amount', { exact: true }).fill('50');
    await seller.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(seller.getByText('Freight: $50.00')).toBeVisible();
  } finally {
    await asSeller('PATCH', `/customers/${shop.id}`, { price_list_id: null });
  }
});

test('takes stock of goods by weight: a scan asks what they weigh, and packages add up', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const sku = `WEIGHED-${Date.now()}`;
  const sold = { sold_by: 'weight', unit: 'lb', step: 0.01 };
  const variants = [{ name: 'Bulk', sku, price: 2000, ...sold }];
  await rest('POST', '/products', { name: sku, category: 'flower', variants });
  const { data } = await rest<{ data: Array<{ id: string; location_id: string; room_type: string }> }>(
    'GET',
    `/inventory?sku=${sku}`,
  );
  const [item] = data;
  await rest('PATCH', `/inventory/${item?.id}`, { amount_change: 14, reason_code: 'AUDIT' });
  const place = { location_id: item?.location_id, room_type: item?.room_type };
  const { id } = await rest<{ id: string }>('POST', '/inventory/counts', place);
  await seller.goto(`/inventory/count/${id}`);
  const scan = seller.getByLabel('Scan or type a SKU');
  const weight = seller.getByLabel(`${sku} Bulk, in lb`);
  const weigh = async (text: string) => {
    await scan.fill(sku);
    await scan.press('Enter');
    await expect(weight).toBeFocused();
    await weight.fill(text);
    await weight.press('Enter');
  };
  await weigh('12.345');
  await expect(seller.getByText('Enter multiples of 0.01 lb.')).toBeVisible();
  await weight.fill('12.34');
  await weight.press('Enter');
  await expect(scan).toBeFocused();
  await expect(seller.getByText(`${sku} Bulk: 12.34 lb counted`)).toBeVisible();
  await weigh('1.5');
  await expect(seller.getByText(`${sku} Bulk: 13.84 lb counted`)).toBeVisible();
  await seller.getByRole('button', { name: 'Review differences' }).click();
  await expect(seller.getByText('−0.16 lb')).toBeVisible();
  await seller.getByRole('button', { name: 'Apply 1 difference' }).click();
  await expect(seller.getByRole('button', { name: 'Apply 1 difference' })).toHaveCount(0);
  expect(await rest('GET', `/inventory/${item?.id}`)).toMatchObject({ quantity: 1384, amount: 13.84 });
});
