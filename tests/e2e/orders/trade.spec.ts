import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { textOf } from '../../setup/pdf-text';
import { countActs } from '../acts';
import { catalogOf, DEMO, expect, placeOrderOverRest, restOf, test } from '../support';

type Offer = {
  product_id: string;
  variant_id: string;
  sku: string;
  available_quantity: number;
  wholesale_price: number;
};
type Order = { id: string; order_number: string; items: Array<{ id: string; product_name: string }> };
type Bill = { id: string; order_number: string; total: number; items: Array<{ sku: string }> };
type Item = { id: string; product_id: string; variant_id: string; location_id: string };

/**
 * The text of the PDF that an act downloads, page by page. A busy machine may take longer than one PDF is allowed to: the page
 * then offers Retry.
 */
async function printedBy(page: Page, act: Locator, name: RegExp): Promise<string[]> {
  const retry = page.getByRole('button', { name: 'Retry' });
  const saved = page.waitForEvent('download', { timeout: 0 });
  await act.click();
  let file: Download | null = null;
  while (!file) {
    const rejected = retry.waitFor({ timeout: 0 }).then(() => null);
    rejected.catch(() => {});
    file = await Promise.race([saved, rejected]);
    if (!file) await retry.click();
  }
  expect(file.suggestedFilename()).toMatch(name);
  return textOf(await readFile(await file.path()));
}

test('buys by typing quantities down the catalog, at the total that the cart shows, and finds the rows again', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  await buyer.goto(`${await catalogOf(buyer)}?in_stock=true`, { waitUntil: 'networkidle' });
  const quantities = buyer.getByRole('textbox', { name: /^Quantity of / });
  await expect(quantities.first()).toHaveValue('');
  await quantities.first().fill('2');
  await buyer.keyboard.press('Enter');
  await expect(quantities.nth(1)).toBeFocused();
  await buyer.keyboard.type('3');
  await buyer.keyboard.press('Enter');
  await expect(quantities.nth(2)).toBeFocused();
  await expect(buyer.getByRole('region', { name: 'Cart' })).toContainText('2 items in the cart');
  const names = await Promise.all(
    [0, 1].map(async (index) => (await quantities.nth(index).getAttribute('aria-label')) ?? ''),
  );
  await buyer.getByRole('link', { name: 'Review order' }).click();
  const sum = (term: string) =>
    buyer
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${term}`) })
      .first()
      .locator('dd');
  await expect(sum('Total')).toHaveText(/^\$/);
  const shown = await Promise.all(['Subtotal', 'Tax', 'Total'].map((term) => sum(term).textContent()));
  expect(shown[1]).not.toBe('$0.00');
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await buyer.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  for (const [index, term] of ['Subtotal', 'Tax', 'Total'].entries()) {
    await expect(sum(term)).toHaveText(shown[index] ?? '');
  }

  await buyer.goto(`${await catalogOf(buyer)}?in_stock=true`, { waitUntil: 'networkidle' });
  await buyer.getByRole('button', { name: 'Buy again', exact: true }).click();
  await expect(buyer).toHaveURL(/ordered=true/);
  for (const name of names) await expect(buyer.getByRole('textbox', { name, exact: true })).toBeVisible();
  await expect(buyer.getByRole('columnheader', { name: 'Last paid' })).toBeVisible();
});

test('reorders low stock in three acts; the supplier sees the order within 15 seconds', async ({
  signedInAs,
}) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  // A list without rows shows the new one at once.
  await seller.goto('/orders', { waitUntil: 'networkidle' });
  await buyer.goto('/', { waitUntil: 'networkidle' });
  const acts = await countActs(buyer);
  await buyer.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reorder' }).click();
  await buyer.getByRole('button', { name: 'Add to cart from Golden Coast Distribution' }).click();
  await buyer.getByRole('button', { name: /^Place \d+ orders?/ }).click();
  await buyer.waitForURL(/\/orders$/);
  acts.expectAtMost(3);
  // Lists poll every 15 seconds.
  await expect(seller.getByText(/^\d+ new orders?/)).toBeVisible({ timeout: 30_000 });
  await seller.getByRole('button', { name: 'Show', exact: true }).click();
  const number = (await buyer.getByRole('link', { name: /^ORD-/ }).first().textContent()) ?? '';
  await expect(seller.getByRole('link', { name: number })).toBeVisible();
});

test('enters a phone order of five lines in eight acts, and repeats it in three', async ({ signedInAs }) => {
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  const customer = await rest<{ id: string; name: string }>('POST', '/customers', {
    ...{ type: 'retailer', name: 'Piedmont Phone Shop', license_number: `C10-${Date.now()}` },
    address: { street: '4100 Piedmont Avenue', city: 'Oakland', state: 'CA', zip: '94611' },
  });
  const { data } = await rest<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?customer_id=${customer.id}&in_stock=true&limit=500`,
  );
  const offers = data.filter(({ available_quantity }) => available_quantity >= 10).slice(0, 5);
  await seller.goto('/orders');
  const acts = await countActs(seller);
  await seller.getByRole('link', { name: 'New order' }).click();
  await expect(seller.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await seller.keyboard.type('piedmont phone');
  await seller.keyboard.press('Enter');
  const lines = seller.getByRole('table', { name: 'Lines of the order' });
  for (const [index, { sku }] of offers.entries()) {
    await expect(seller.getByRole('combobox', { name: 'SKU or product' })).toBeFocused();
    await seller.keyboard.type(`${sku} x2`);
    await seller.keyboard.press('Enter');
    await expect(lines.getByRole('row')).toHaveCount(index + 2);
  }
  await seller.getByRole('button', { name: 'Place order' }).click();
  await seller.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  await expect(seller.getByText('Accepted', { exact: true }).first()).toBeVisible();
  expect(offers).toHaveLength(5);
  acts.expectAtMost(8);

  await seller.goto(`/customers/${customer.id}`);
  acts.restart();
  await seller.getByRole('link', { name: 'New order' }).click();
  await seller.getByRole('button', { name: 'Repeat last order' }).click();
  await expect(lines.getByRole('row')).toHaveCount(6);
  for (const amount of await lines.getByRole('textbox', { name: /^Amount of/ }).all())
    await expect(amount).toHaveValue('2');
  await seller.getByRole('button', { name: 'Place order' }).click();
  await seller.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  acts.expectAtMost(3);
});

test('sends a quote in two acts, which the buyer accepts in one', async ({ signedInAs }) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const [me, shop] = [
    await asSeller<{ id: string }>('GET', '/entity'),
    await asBuyer<{ id: string; name: string }>('GET', '/entity'),
  ];
  const { data } = await asSeller<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?customer_id=${shop.id}&in_stock=true&limit=500`,
  );
  const [offer] = data.filter(({ available_quantity }) => available_quantity >= 10);
  await seller.goto(`/orders/new?customer=${shop.id}`);
  await seller.getByRole('combobox', { name: 'SKU or product' }).fill(offer?.sku ?? '');
  await seller.keyboard.press('Enter');
  await expect(seller.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused();
  await seller.keyboard.type('2');
  await seller.keyboard.press('Enter');
  await seller.getByRole('button', { name: 'Save as draft' }).click();
  await seller.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  await seller.getByRole('button', { name: 'Send quote' }).click();
  await seller
    .getByRole('dialog', { name: 'Send quote' })
    .getByRole('button', { name: 'Send quote' })
    .click();
  await expect(seller.getByText('Sent', { exact: true }).first()).toBeVisible();

  await buyer.setViewportSize({ width: 390, height: 844 });
  await buyer.goto(new URL(seller.url()).pathname);
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/^Quote from /);
  const accept = buyer.getByRole('button', { name: 'Accept' });
  await expect(accept).toBeInViewport();
  await accept.click();
  await buyer.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  await expect(buyer.getByText('Accepted', { exact: true }).first()).toBeVisible();
  await seller.goto('/drafts?status=accepted');
  await seller.getByRole('link', { name: shop.name }).first().click();
  await expect(seller.getByRole('link', { name: 'Open order' })).toBeVisible();
});

test('moves a delivery in two acts; both parties see the day before and after', { tag: '@full' }, async ({
  signedInAs,
}) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  await placeOrderOverRest(buyer);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const { data } = await rest<{ data: Order[] }>('GET', '/orders?side=selling&status=pending&limit=1');
  const path = `/orders/${data[0]?.id}`;
  await seller.goto(path);
  await seller.getByRole('button', { name: 'Edit delivery' }).click();
  const day = new Date(Date.now() + 5 * 86_400_000);
  await seller.getByLabel('Delivery date').fill(day.toISOString().slice(0, 10));
  await seller.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(seller.getByLabel('Delivery date')).toHaveCount(0);
  const shown = day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  for (const page of [seller, buyer]) {
    if (page === buyer) await buyer.goto(path);
    const edits = page.getByRole('list', { name: 'Order history' }).getByRole('listitem');
    await expect(edits.filter({ hasText: /^Delivery date:/ }).first()).toContainText(`to ${shown}`);
  }
});

test('puts on backorder what a phone order is short of, from its row, and leads to it', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const [me, customers] = [
    await rest<{ id: string }>('GET', '/entity'),
    await rest<{ data: { id: string }[] }>('GET', '/customers?status=claimed'),
  ];
  const id = customers.data[0]?.id;
  const { data } = await rest<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?customer_id=${id}&in_stock=true&limit=500`,
  );
  const [offer] = data.sort((a, b) => a.available_quantity - b.available_quantity);
  await seller.goto(`/orders/new?customer=${id}`);
  await seller.getByRole('combobox', { name: 'SKU or product' }).fill(offer?.sku ?? '');
  await seller.keyboard.press('Enter');
  await expect(seller.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused();
  await seller.keyboard.type(String((offer?.available_quantity ?? 0) + 12));
  await seller.keyboard.press('Enter');
  await seller.getByRole('button', { name: /^Backorder 12/ }).click();
  await expect(seller.getByText(/ now, 12 on backorder$/)).toBeVisible();
  await seller.getByRole('button', { name: 'Place order' }).click();
  await seller.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  await seller.getByRole('button', { name: 'Show backorders' }).click();
  await seller.waitForURL(/\/backorders$/);
  await expect(seller.getByText(offer?.sku ?? '').first()).toBeVisible();
});

test('ships chosen lots with a driver who stays on the manifest, receives lot by lot, and takes the return back', async ({
  signedInAs,
}) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const me = await asSeller<{ id: string }>('GET', '/entity');
  const { data: offers } = await asBuyer<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?in_stock=true&limit=500`,
  );
  const { data: stock } = await asSeller<{ data: Array<Item & { unassigned_quantity: number }> }>(
    'GET',
    '/inventory?room_type=vault&limit=500',
  );
  const item = stock.find(
    ({ variant_id, unassigned_quantity }) =>
      unassigned_quantity > 20 && offers.some((offer) => offer.variant_id === variant_id),
  );
  const offer = offers.find(({ variant_id }) => variant_id === item?.variant_id);
  if (!item || !offer) throw new Error('no stock without a lot');
  for (const [batch_id, expires_on] of [
    ['E2E-A', '2099-01-01'],
    ['E2E-B', '2099-06-01'],
  ]) {
    const { product_id, variant_id, location_id } = item;
    const place = { location_id, room_type: 'vault', quantity: 3 };
    await asSeller('POST', '/lots', { product_id, variant_id, batch_id, expires_on, ...place });
  }
  const driver = await asSeller<{ id: string }>('POST', '/drivers', {
    name: 'Dana Reyes',
    license_number: 'D1234567',
  });
  const items = [{ product_id: offer.product_id, variant_id: offer.variant_id, quantity: 2 }];
  const order = await asBuyer<Order>('POST', '/orders', { wholesaler_id: me.id, items });
  for (const status of ['accepted', 'preparing']) {
    await asSeller('PATCH', `/orders/${order.id}/status`, { status });
  }

  await seller.goto(`/orders/${order.id}`, { waitUntil: 'networkidle' });
  await seller.getByRole('button', { name: /^Choose lots of / }).click();
  const dialog = seller.getByRole('dialog', { name: 'Choose lots' });
  await dialog.getByRole('textbox', { name: 'Units of lot E2E-A' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Units of lot E2E-B' }).fill('1');
  for (const field of await dialog.getByRole('textbox').all()) {
    const name = (await field.getAttribute('aria-label')) ?? '';
    if (!name.includes('E2E-') && (await field.isEnabled())) await field.fill('0');
  }
  await expect(dialog.getByText('1 unit too many. The line has 2.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save lots' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Units of lot E2E-A' }).fill('1');
  await dialog.getByRole('button', { name: 'Save lots' }).click();
  await expect(dialog).toBeHidden();
  await expect(seller.getByText('2 lots')).toBeVisible();

  await seller.getByRole('button', { name: 'Ship with driver' }).click();
  const shipping = seller.getByRole('dialog', { name: `Ship ${order.order_number}` });
  await shipping.getByRole('combobox', { name: 'Driver' }).click();
  await seller.getByRole('option', { name: 'Dana Reyes' }).first().click();
  await shipping.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(shipping).toBeHidden();
  await asSeller('PATCH', `/drivers/${driver.id}`, { name: 'Robin Vale' });
  await seller.goto(`/orders/${order.id}/manifest`);
  await expect(seller.getByText('Dana Reyes')).toBeVisible();
  for (const batch of ['E2E-A', 'E2E-B']) {
    await expect(seller.getByRole('cell', { name: new RegExp(`^${batch}`) })).toBeVisible();
  }

  await buyer.goto(`/orders/${order.id}`, { waitUntil: 'networkidle' });
  await buyer.getByRole('button', { name: 'Receive', exact: true }).click();
  const receiving = buyer.getByRole('dialog', { name: `Receive ${order.order_number}` });
  await receiving.getByLabel('Scan or type a SKU, batch or package tag').fill('E2E-A');
  await buyer.keyboard.press('Enter');
  await expect(receiving.getByRole('textbox', { name: /^Accepted .*E2E-A$/ })).toHaveValue('1');
  await expect(receiving.getByRole('textbox', { name: /^Accepted .*E2E-B$/ })).toHaveValue('0');
  const damaged = receiving.getByRole('textbox', { name: /^Damaged .*E2E-B$/ });
  await damaged.fill('1');
  await receiving.getByRole('button', { name: 'Receive 1 unit' }).click();
  await expect(receiving).toBeHidden();
  await expect(buyer.getByText('On its way back')).toBeVisible();
  const { data: receipts } = await asBuyer<{
    data: Array<{ lines: Array<{ lots: Array<{ batch_id: string; accepted: number; damaged: number }> }> }>;
  }>('GET', `/orders/${order.id}/receipts`);
  expect(receipts[0]?.lines[0]?.lots).toMatchObject([
    { batch_id: 'E2E-A', accepted: 1, damaged: 0 },
    { batch_id: 'E2E-B', accepted: 0, damaged: 1 },
  ]);

  await seller.goto(`/orders/${order.id}`, { waitUntil: 'networkidle' });
  await seller.getByRole('button', { name: 'Count return' }).click();
  await seller.getByRole('button', { name: 'Receive 1 unit' }).click();
  await expect(seller.getByText('Received', { exact: true })).toBeVisible();
});

test('accepts pending orders and prints their packing slips in three acts, and other documents in three', async ({
  signedInAs,
  faults,
}) => {
  faults.allow(/status of 503/);
  const seller = await signedInAs(DEMO.wholesaler);
  await placeOrderOverRest(seller);
  await placeOrderOverRest(seller);
  await seller.goto('/orders?status=pending', { waitUntil: 'networkidle' });
  const orders = seller.getByRole('checkbox', { name: /^Select ORD-/ });
  const pending = await orders.count();
  const acts = await countActs(seller);
  await seller.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const slips = await printedBy(
    seller,
    seller.getByRole('button', { name: 'Accept and print' }),
    /^packing-slip-\d+-orders\.pdf$/,
  );
  expect(slips.length).toBeGreaterThanOrEqual(pending);
  await expect(seller.getByText(/^\d+ orders accepted$/)).toBeVisible();
  const asked = () => acts.done.filter((act) => act !== 'press Retry');
  expect(asked()).toHaveLength(2);

  const rest = await restOf(seller.request, DEMO.wholesaler);
  const { data } = await rest<{ data: Bill[] }>('GET', '/orders?status=accepted&limit=1');
  const [order] = data;
  if (!order) throw new Error('No order was accepted');
  type Parties = Record<'shipper' | 'receiver', { license_number: string }>;
  const parties = await rest<Parties>('GET', `/orders/${order.id}/manifest`);
  await seller.goto(`/orders?status=accepted&q=${order.order_number}`, { waitUntil: 'networkidle' });
  acts.restart();
  await seller.getByRole('checkbox', { name: `Select ${order.order_number}` }).check();
  await seller.getByRole('button', { name: 'Print' }).click();
  const invoice = await printedBy(
    seller,
    seller.getByRole('menuitem', { name: 'Invoices' }),
    new RegExp(`^invoice-${order.order_number}\\.pdf$`),
  );
  expect(asked()).toHaveLength(3);
  const total = `$${order.total.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const { shipper, receiver } = parties;
  const [line] = order.items;
  const expected = [order.order_number, shipper.license_number, receiver.license_number, line?.sku, total];
  for (const text of expected) expect(invoice.join('\n')).toContain(text);
});
