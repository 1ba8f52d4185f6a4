import type { Page } from '@playwright/test';
import { DEMO, expect, restOf, signIn, signInAnew, test } from '../support';

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  return { palette, field };
}

test('finds and opens an order by number and a product by SKU with the keyboard', async ({ page }) => {
  const rest = await restOf(page.request, DEMO.retailer);
  const orders = await rest<{ data: { id: string; order_number: string }[] }>('GET', '/orders?limit=1');
  const stock = await rest<{ data: { sku: string; product_name: string }[] }>('GET', '/inventory?limit=1');
  const [order, item] = [orders.data[0], stock.data[0]];
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  const first = await openPalette(page);
  await first.field.fill(order?.order_number ?? '');
  await expect(first.palette.getByRole('option').first()).toContainText(order?.order_number ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/orders/${order?.id}`);
  await expect(first.palette).toHaveCount(0);
  const second = await openPalette(page);
  await second.field.fill(item?.sku ?? '');
  await expect(second.palette.getByRole('option').first()).toContainText(item?.product_name ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(item?.product_name ?? '');
});

test("offers the member's actions, found by synonyms too", { tag: '@full' }, async ({ page }) => {
  await signInAnew(page, DEMO.retailer);
  await page.goto('/');
  const { palette, field } = await openPalette(page);
  await field.fill('stocktake');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inventory/count');
  await expect(palette).toHaveCount(0);
  await (await openPalette(page)).field.fill('no such thing');
  await expect(palette.getByText('No results for “no such thing”')).toBeVisible();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await palette.getByRole('option', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openPalette(page);
  await palette.getByRole('option', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test('offers a viewer no changing action', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailerViewer);
  await page.goto('/');
  const { palette } = await openPalette(page);
  const actions = palette.getByRole('group', { name: 'Actions' }).getByRole('option');
  await expect(actions).toHaveText([
    'View goods receipts',
    'Scan a code',
    'View past stock',
    'Edit profile',
    'Security settings',
    /^Keyboard shortcuts/,
    'Sign out',
  ]);
});

for (const width of [1440, 390]) {
  test(`finds customer, invoice, batch and package tag by name or number, and opens each, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const rest = await restOf(page.request, DEMO.wholesaler);
    const firstOf = async <Row>(path: string) => {
      const { data } = await rest<{ data: Row[] }>('GET', path);
      if (!data[0]) throw new Error(`nothing at ${path}`);
      return data[0];
    };
    const customer = await firstOf<{ id: string; name: string }>('/customers?limit=1');
    const invoice = await firstOf<{ id: string; number: string }>('/invoices?limit=1');
    const batch = await firstOf<{ id: string; batch_id: string }>('/batches?limit=1');
    const lots = await rest<{ data: { batch: string; package_tag: string | null }[] }>(
      'GET',
      '/lots?limit=50',
    );
    const lot = lots.data.find(({ package_tag }) => package_tag);
    await signIn(page, DEMO.wholesaler);
    await page.goto('/');
    for (const [group, text, path] of [
      ['Customers', customer.name, `/customers/${customer.id}`],
      ['Invoices', invoice.number, `/invoices/${invoice.id}`],
      ['Batches', batch.batch_id, `/batches/${batch.id}`],
      ['Packages', lot?.package_tag ?? '', `/batches/${lot?.batch}`],
    ] as const) {
      await page.getByRole('button', { name: 'Search and commands' }).click();
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await palette.getByRole('combobox', { name: 'Search and commands' }).fill(text);
      await palette
        .getByRole('group', { name: new RegExp(`^${group}`) })
        .getByRole('option')
        .first()
        .click();
      await expect(page).toHaveURL(path);
      await expect(palette).toHaveCount(0);
    }
  });
}

test('opens with “/” on lists, pages and settings, and writes it in fields', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const { data } = await rest<{ data: { id: string }[] }>('GET', '/orders?side=selling&limit=1');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  for (const path of [
    '/',
    '/orders',
    `/orders/${data[0]?.id}`,
    '/inventory',
    '/reports',
    '/settings/profile',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    await expect(palette.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  }
  await page.goto('/orders', { waitUntil: 'networkidle' });
  await page.keyboard.press('f');
  const field = page.getByRole('textbox', { name: /^Search/ }).first();
  await expect(field).toBeFocused();
  await page.keyboard.type('a/b');
  await expect(field).toHaveValue('a/b');
  await expect(palette).toHaveCount(0);
});

test('a scanned tag opens the jar: its batch, its certificate and the order it came from', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  const rest = await restOf(page.request, DEMO.retailer);
  type Lot = { batch_id: string; package_tag: string | null; has_coa: boolean };
  type Order = { order_number: string; items: { lots: Lot[] }[] };
  const { data } = await rest<{ data: Order[] }>('GET', '/orders?side=buying&status=delivered&limit=50');
  const came = data.flatMap(({ order_number, items }) =>
    items.flatMap(({ lots }) => lots.map((lot) => ({ order_number, ...lot }))),
  );
  const lot = came.find(({ package_tag, has_coa }) => package_tag && has_coa);
  const tag = lot?.package_tag ?? '';
  expect(tag).not.toBe('');
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  // A scanner types it at once, and ends with Enter.
  await page.keyboard.insertText(tag);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lot?.batch_id ?? '');
  const main = page.getByRole('main');
  await expect(main).toContainText(tag);
  await expect(main.getByRole('link', { name: /certificate|\.pdf/i }).first()).toBeVisible();
  const from = came.filter(({ package_tag }) => package_tag === tag).map(({ order_number }) => order_number);
  await expect(main.getByText(new RegExp(from.join('|'))).first()).toBeVisible();
});
