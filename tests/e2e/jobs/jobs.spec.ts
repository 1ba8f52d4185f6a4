import { textPdf } from '../../factories/text-pdf';
import { countActs } from '../acts';
import { shipOrder } from '../money';
import { DEMO, expect, restOf, test } from '../support';
import { end, expectAll, type Job, tableOf } from './table';

/** A job that another spec counts. */
const ELSEWHERE: Partial<Record<Job, string>> = {
  'stranger: from the welcome page to a first order': 'counted in orders/journey.spec.ts',
};

test.afterAll(() => {
  process.stdout.write(tableOf(ELSEWHERE));
});

test('receives goods from outside with a certificate', { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  type Product = { variants: { sku: string; unit: string | null }[] };
  const { data } = await rest<{ data: Product[] }>('GET', `/products?entity_id=${me.id}&limit=50`);
  const sku = data.flatMap(({ variants }) => variants).find(({ unit }) => unit === null)?.sku;
  const batch = `JOB-${Date.now().toString(36).toUpperCase()}`;
  await page.goto('/inventory');
  const acts = await countActs(page);
  await page.getByRole('link', { name: 'Receive goods' }).click();
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toBeFocused();
  await page.keyboard.type(`Farm ${batch}`);
  await page.keyboard.press('Tab');
  const goods = page.getByRole('combobox', { name: 'SKU or product' });
  await goods.focus();
  await goods.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `${sku}\t24\t${batch}\t\t\t11/30/2099\t16.50`);
  await page.getByLabel('Certificates as PDFs').setInputFiles({
    ...{ name: `${batch}.pdf`, mimeType: 'application/pdf' },
    buffer: textPdf([
      [50, 760, 'Juniper Ridge Labs'],
      [300, 760, 'www.juniperridge.com'],
      [50, 740, `Batch #: ${batch}`],
      [300, 740, `Date Collected: ${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`],
      [50, 700, 'Total THC: 22.40%'],
      [50, 680, 'Overall Result: Pass'],
    ]),
  });
  await expect(page.getByRole('list', { name: 'Certificates' })).toContainText(`Batch ${batch}`);
  await page.getByRole('button', { name: 'Receive 1 line' }).click();
  await page.waitForURL(/\/inventory\/receipts\/[0-9a-f-]{36}$/);
  end('receive goods from outside with a certificate', acts);
});

test('receives an order with two damaged units and one short, and the order says so', {
  tag: '@full',
}, async ({ request, signedInAs }) => {
  const { order, product } = await shipOrder(request);
  const page = await signedInAs(DEMO.retailer);
  await page.goto(`/orders/${order}`);
  const acts = await countActs(page);
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Receive ORD-/ });
  await dialog.getByRole('textbox', { name: new RegExp(`^Damaged .*${product}`) }).fill('2');
  await dialog.getByRole('textbox', { name: new RegExp(`^Accepted .*${product}`) }).fill('7');
  await expect(dialog).toContainText('1 short');
  await dialog.getByRole('button', { name: /^Receive 7/ }).click();
  await expect(dialog).toHaveCount(0);
  end('receive an order with two damaged units and one short', acts);

  const rest = await restOf(request, DEMO.retailer);
  const { data } = await rest<{ data: { credit_total: number }[] }>('GET', `/orders/${order}/receipts`);
  expect(data[0]?.credit_total).toBeGreaterThanOrEqual(60);
  const main = page.getByRole('main');
  await expect(main).toContainText('2 damaged');
  await expect(main).toContainText('1 short');
});

const FOUND = [
  ['find a customer', '/customers?limit=1', 'name', /^\/customers\//],
  ['find an invoice', '/invoices?limit=1', 'number', /^\/invoices\//],
  ['find a batch', '/batches?limit=1', 'batch_id', /^\/batches\//],
  ['find a package tag', '/lots?limit=50', 'package_tag', /^\/batches\//],
] as const;

for (const [job, path, field, address] of FOUND) {
  test(`${job}: Ctrl K, the word, Enter`, { tag: '@full' }, async ({ signedInAs }) => {
    const page = await signedInAs(DEMO.wholesaler);
    const rest = await restOf(page.request, DEMO.wholesaler);
    const { data } = await rest<{ data: Record<string, string | null>[] }>('GET', path);
    const word = data.map((row) => row[field]).find((text) => text) ?? '';
    expect(word).not.toBe('');
    await page.goto('/reports', { waitUntil: 'networkidle' });
    const acts = await countActs(page);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(palette.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
    await page.keyboard.type(word);
    await expect(palette.getByRole('option').first()).toContainText(word);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL((url) => address.test(url.pathname));
    end(job, acts);
  });
}

test('records a check over three invoices', { tag: '@full' }, async ({ request, signedInAs }) => {
  const { customer } = await shipOrder(request);
  for (const _ of [2, 3]) await shipOrder(request);
  const page = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(request, DEMO.wholesaler);
  type Invoice = { number: string; balance: number; buyer: { name: string } };
  const open = `/invoices?side=selling&status=open&customer_id=${customer}&sort=due_on&limit=3`;
  const { data } = await rest<{ data: Invoice[] }>('GET', open);
  const sum = data.reduce((cents, { balance }) => cents + Math.round(balance * 100), 0) / 100;
  await page.goto('/payments');
  const acts = await countActs(page);
  await page.getByRole('link', { name: 'Record payment' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(data[0]?.buyer.name ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.keyboard.type(String(sum));
  await expect(page.getByRole('textbox', { name: `Apply to ${data[2]?.number}` })).not.toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment recorded')).toBeVisible();
  end('check over three invoices', acts);
});

test('credits a damaged case from the order', { tag: '@full' }, async ({ request, signedInAs }) => {
  const { order, number, product } = await shipOrder(request);
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto(`/orders/${order}`);
  const acts = await countActs(page);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Credit lines' }).click();
  await page.getByRole('textbox', { name: new RegExp(`Credit of ${product}`) }).fill('6');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/CRN-\d{7} issued/)).toBeVisible();
  end('credit a damaged case from the order', acts);
});

test('changes 40 prices by paste, and sees them before they apply', { tag: '@full' }, async ({
  signedInAs,
}) => {
  const page = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  type Product = { variants: { sku: string; unit: string | null }[] };
  const { data } = await rest<{ data: Product[] }>('GET', `/products?entity_id=${me.id}&limit=60`);
  const skus = data.flatMap(({ variants }) => variants.map(({ sku }) => sku)).slice(0, 40);
  expect(skus).toHaveLength(40);
  const list = await rest<{ id: string }>('POST', '/price-lists', { name: `Pasted ${Date.now()}` });
  await page.goto(`/price-lists/${list.id}`);
  const acts = await countActs(page);
  await page.getByRole('button', { name: 'Paste prices' }).click();
  await page.getByLabel('Cells').fill(['SKU\t1', ...skus.map((sku) => `${sku}\t77.70`)].join('\n'));
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('region', { name: 'Price changes' })).toContainText('$77.70');
  await page.getByRole('button', { name: 'Apply 40 changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  end('40 prices by paste, seen before they apply', acts);
  await rest('DELETE', `/price-lists/${list.id}`);
});

test("opens last month's margin by brand", { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto('/', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await page.keyboard.type('margin brand');
  await expect(palette.getByRole('option').first()).toContainText('Margin by brand, last month');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/reports/margins?group=brand&range=last_month');
  await expect(page.getByLabel('Range')).toHaveValue('last_month');
  end('margin by brand of last month', acts);
});

test('tells a seller that an invoice was paid', { tag: '@full' }, async ({ request, signedInAs }) => {
  const { invoice, number } = await shipOrder(request);
  const page = await signedInAs(DEMO.retailer);
  await page.goto('/invoices', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('link', { name: number }).first().click();
  await page.waitForURL(`**/invoices/${invoice}`);
  await page.getByRole('button', { name: 'I sent this' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I sent this' }).click();
  await expect(page.getByText('You said you sent')).toBeVisible();
  end('pay what is due', acts);
});

type Offer = { variant_id: string; sku: string; available_quantity: number; unit: string | null };

test('takes a phone order of five lines for a customer that is unknown', { tag: '@full' }, async ({
  signedInAs,
}) => {
  const page = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  const { data } = await rest<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?in_stock=true&limit=200`,
  );
  const offers = data.filter((one) => one.unit === null && one.available_quantity >= 48).slice(0, 5);
  const name = `Unknown Shop ${Date.now()}`;
  await page.goto('/orders', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('link', { name: 'New order' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: `Add “${name}” as a new customer` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('License number')).toBeFocused();
  await page.keyboard.type(`C10-${Date.now()}`);
  await page.keyboard.press('Enter');
  const goods = page.getByRole('combobox', { name: 'SKU or product' });
  await expect(goods).toBeFocused();
  await page.keyboard.type(offers.map(({ sku }) => `${sku} x24`).join(', '));
  await page.keyboard.press('Enter');
  for (const { sku } of offers) await expect(page.getByRole('main')).toContainText(sku);
  await page.getByRole('button', { name: /^Place/ }).click();
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  end('phone order of five lines for a customer that is unknown', acts);
  await expect(page.getByRole('main')).toContainText(name);
});

test('reorders from three suppliers for two stores', { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.retailer);
  const rest = await restOf(page.request, DEMO.retailer);
  type Place = { id: string; receives_orders: boolean };
  type Suggestion = { supplier: { id: string }; location: { id: string }; suggested_quantity: number };
  const { data: places } = await rest<{ data: Place[] }>('GET', '/entity/locations');
  const { data: suppliers } = await rest<{ data: { id: string }[] }>('GET', '/market/suppliers');
  const lines = [];
  for (const { id } of suppliers.slice(0, 3)) {
    const path = `/market/suppliers/${id}/catalogue?in_stock=true&limit=200`;
    const { data } = await rest<{ data: Offer[] }>('GET', path);
    const [first] = data
      .filter((one) => one.unit === null)
      .toSorted((one, other) => other.available_quantity - one.available_quantity);
    for (const place of places.slice(0, 2))
      lines.push({ variant_id: first?.variant_id, location_id: place.id, reorder_point: 9_000, par: 9_000 });
  }
  await rest('PUT', '/inventory/levels-wanted', { lines });
  const { data: asked } = await rest<{ data: Suggestion[] }>('GET', '/market/reorder?limit=500');
  expect(new Set(asked.map(({ supplier }) => supplier.id)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(asked.map(({ location }) => location.id)).size).toBeGreaterThanOrEqual(2);
  await page.goto('/reorder', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('button', { name: /^Add all/ }).click();
  const place = page.getByRole('button', { name: /^Place \d+ orders/ });
  await expect(place).toBeVisible();
  const orders = Number(/\d+/.exec((await place.textContent()) ?? '')?.[0]);
  expect(orders).toBeGreaterThanOrEqual(6);
  await place.click();
  await page.waitForURL(/\/orders/);
  end('reorder from three suppliers for two stores', acts);
  await rest('PUT', '/inventory/levels-wanted', {
    lines: lines.map((line) => ({ ...line, reorder_point: null, par: null })),
  });
});

test('starts a weekly offer of 12 goods', { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  const name = `Weekly ${Date.now()}`;
  await page.goto('/offers', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('button', { name: 'Start offer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Add a category').selectOption({ label: 'Flower' });
  const prices = dialog.getByRole('textbox', { name: /^Price of/ });
  await expect.poll(() => prices.count()).toBeGreaterThanOrEqual(12);
  await dialog.getByLabel(/^Percent off wholesale/).fill('10');
  await expect(prices.first()).not.toHaveValue('');
  await dialog.getByLabel('For', { exact: true }).selectOption('all');
  await dialog.getByRole('button', { name: 'Start offer' }).click();
  await expect(dialog).toHaveCount(0);
  end('weekly offer of 12 goods', acts);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Running');
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'End now' }).click();
  await expect(row).toContainText('Ended');
});

test('says what a customer bought last month, by product', { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto('/customers', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('table').getByRole('link').first().click();
  const months = page.getByRole('region', { name: 'Products by month' });
  const last = new Date();
  last.setUTCDate(0);
  const month = last.toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  await expect(months.getByRole('columnheader', { name: month })).toBeVisible();
  await expect(months.getByRole('rowheader').first()).toBeVisible();
  end('what a customer bought last month, by product', acts);
});

test('has every job of the table counted, or said where it is', { tag: '@full' }, () => {
  expectAll(ELSEWHERE);
});
