import type { Page } from '@playwright/test';
import { addShop, connectShop, openRegister, type Register, removeShop, type Shop, TOKEN } from '../register';
import { DEMO, expect, restOf, signIn, test } from '../support';

const EMAIL = DEMO.wholesalerAdmin;
let register: Register;
let shop: Shop;

test.beforeEach(async ({ request }) => {
  register = await openRegister();
  shop = await addShop(request, EMAIL);
});

test.afterEach(async ({ request }) => {
  register.hold(false);
  await removeShop(request, EMAIL, shop);
  await register.close();
});

/** SKUs of the business's catalog without stock in the new location. */
async function ownSkus(page: Page, howMany: number): Promise<string[]> {
  const rest = await restOf(page.request, EMAIL);
  const { data } = await rest<{ data: { sku: string }[] }>('GET', '/inventory?sort=sku&limit=200');
  return [...new Set(data.map(({ sku }) => sku))].slice(0, howMany);
}

const runs = (page: Page) => page.getByRole('table', { name: 'Syncs', exact: true }).locator('tbody tr');

/** Asks for a sync of the shop from the page of syncs. */
async function syncNow(page: Page, type: 'Full' | 'Incremental'): Promise<void> {
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sync now' });
  await dialog.getByLabel('Location').selectOption(shop.name);
  await dialog.getByRole('radio', { name: type }).check();
  await dialog.getByRole('button', { name: 'Start sync' }).click();
  await expect(dialog).toBeHidden();
}

test("shows a sync's progress over a reload, with counts and explained errors", { tag: '@full' }, async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = await ownSkus(page, 3);
  register.stock = [
    { id: '1', sku: first, name: 'First', quantity: 5 },
    { id: '2', sku: second, name: 'Second', quantity: 7 },
    { id: '3', sku: third, name: 'Third', quantity: -1 },
    { id: '4', sku: 'NOWHERE-1', name: 'Moon Rocks', quantity: 3 },
  ];
  register.hold(true);
  await connectShop(page.request, EMAIL, shop, register);
  await signIn(page, DEMO.wholesalerManager);
  await page.goto('/inventory');
  await page.getByRole('main').getByRole('link', { name: 'Syncs' }).click();
  await page.waitForURL('**/inventory/syncs');
  await syncNow(page, 'Full');

  const row = runs(page).filter({ hasText: shop.name });
  const bar = row.getByRole('progressbar');
  await expect(row).toContainText('Running');
  await expect(bar).toHaveAttribute('aria-valuenow', '2');
  await expect(bar).toHaveAttribute('aria-valuemax', '4');
  await expect(row).toContainText('2 of 4');
  await page.reload();
  await expect(row).toContainText('Running');
  await expect(bar).toHaveAttribute('aria-valuenow', '2');

  register.hold(false);
  await expect(row).toContainText('2 failed');
  await expect(page.getByText('Sync completed')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(row).toContainText('4 of 4');
  await row.getByRole('button', { name: /^View sync of / }).click();
  await expect(page).toHaveURL(/run=[0-9a-f-]{36}/);
  const dialog = page.getByRole('dialog', { name: /^Sync of / });
  await expect(dialog.getByRole('region', { name: 'Not imported' })).toContainText('whole number');
  await expect(dialog.getByRole('region', { name: 'Not imported' })).toContainText(third);
  await expect(dialog.getByRole('region', { name: 'Unmatched' })).toContainText('Moon Rocks');
  await page.reload();
  await expect(dialog).toContainText('Rows created');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).not.toHaveURL(/run=/);

  await page.goto(`/inventory?location_id=${shop.id}`);
  await expect(page.getByRole('row').filter({ hasText: second })).toContainText('7');
});

test('maps an unmatched item to a variant, imports it in the next sync, and removes the mapping', {
  tag: '@full',
}, async ({ page }) => {
  const [sku = ''] = await ownSkus(page, 1);
  register.stock = [{ id: 'moon', sku: 'NOWHERE-1', name: 'Moon Rocks', quantity: 3 }];
  await connectShop(page.request, EMAIL, shop, register);
  await signIn(page, EMAIL);
  await page.goto(`/inventory/syncs?location_id=${shop.id}`);
  await expect(page.getByText('All caught up')).toBeVisible();
  await syncNow(page, 'Incremental');
  const unmatched = page.getByRole('table', { name: 'Unmatched items' });
  await expect(unmatched).toContainText('NOWHERE-1');

  await unmatched.getByRole('button', { name: 'Map Moon Rocks to a variant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Map Moon Rocks' });
  await dialog.getByRole('button', { name: 'Map to variant' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Variant' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('combobox', { name: 'Variant' }).fill(sku);
  await dialog.getByRole('option').filter({ hasText: sku }).first().click();
  await dialog.getByRole('button', { name: 'Map to variant' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('All caught up')).toBeVisible();
  const mapping = page.getByRole('table', { name: 'Mappings' }).locator('tbody tr');
  await expect(mapping).toContainText(sku);

  await syncNow(page, 'Incremental');
  await expect(runs(page)).toHaveCount(2);
  await expect(runs(page).first()).toContainText('Completed');
  const rest = await restOf(page.request, EMAIL);
  const stock = await rest('GET', `/inventory?location_id=${shop.id}`);
  expect(stock).toMatchObject({ data: [{ sku, quantity: 3 }] });

  await mapping.getByRole('button', { name: /^Remove mapping of / }).click();
  await expect(page.getByRole('table', { name: 'Mappings' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mapping).toContainText(sku);
});

test('keeps the filters of syncs in the URL', { tag: '@full' }, async ({ page }) => {
  register.lockOut(true);
  await connectShop(page.request, EMAIL, shop, register);
  await signIn(page, EMAIL);
  await page.goto('/inventory/syncs');
  await syncNow(page, 'Full');
  await page.getByRole('button', { name: 'Location', exact: true }).first().click();
  await page.getByRole('option', { name: shop.name }).click();
  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/location_id=.*status=failed|status=failed.*location_id=/);
  await expect(runs(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Status: Failed' })).toBeVisible();
  await runs(page)
    .getByRole('button', { name: /^View sync of / })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Replace the credentials in the settings.');
});

test('says that a location has no POS; an admin connects, tests, changes and disconnects it', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto(`/inventory/syncs?location_id=${shop.id}`);
  await page.getByRole('button', { name: 'Sync now' }).first().click();
  const asking = page.getByRole('dialog', { name: 'Sync now' });
  await expect(asking.getByRole('alert')).toContainText('No POS is connected');
  await expect(asking.getByRole('button', { name: 'Start sync' })).toBeDisabled();
  await asking.getByRole('link', { name: 'Connect one in the settings' }).click();
  await page.waitForURL('**/settings/pos');

  await page.getByRole('button', { name: `Connect ${shop.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Connect ${shop.name}` });
  await dialog.getByLabel('POS', { exact: true }).selectOption('HTTP-JSON');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await expect(dialog.getByText('Enter the token')).toBeVisible();
  await dialog.getByLabel('Address').fill('https://10.0.0.1/pos');
  await dialog.getByLabel('Location ID in the POS').fill('shop-1');
  await dialog.getByLabel('Token').fill('wrong-token');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Address').fill(register.url);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog).toBeHidden();

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: shop.name }) });
  await expect(card).toContainText('HTTP-JSON');
  await card.getByRole('button', { name: `Test connection of ${shop.name}` }).click();
  await expect(card.getByRole('status')).toContainText(/credentials|let us in|refuse/i);

  await card.getByRole('button', { name: `Change ${shop.name}` }).click();
  const change = page.getByRole('dialog', { name: `Change ${shop.name}` });
  await expect(change).toContainText('never shown again');
  await change.getByRole('button', { name: 'Replace' }).click();
  await change.getByLabel('Token').fill(TOKEN);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await card.getByRole('button', { name: `Test connection of ${shop.name}` }).click();
  await expect(card.getByRole('status')).toContainText('The POS responds.');
  await expect(card.getByRole('status')).toContainText('Main Street');
  expect(await page.content()).not.toContain(TOKEN);

  await card.getByRole('button', { name: `Disconnect ${shop.name}` }).click();
  const sure = page.getByRole('alertdialog', { name: `Disconnect ${shop.name}?` });
  await sure.getByRole('button', { name: 'Disconnect' }).click();
  await expect(card).toContainText('No POS connected.');
});

test('previews settings, saves them, and keeps them over a reload', { tag: '@full' }, async ({ page }) => {
  const rest = await restOf(page.request, EMAIL);
  const { settings } = await rest<{ settings: Record<string, unknown> }>('GET', '/entity');
  const { auto_sync, sync_frequency, low_stock_threshold } = settings;
  const low = await rest<{ pagination: { total: number } }>(
    'GET',
    '/inventory/levels?low_stock=true&limit=1',
  );
  await signIn(page, EMAIL);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Inventory' }).click();
  await page.waitForURL('**/settings/inventory');
  try {
    await expect(
      page.getByRole('link', { name: new RegExp(`^${low.pagination.total} items? (is|are) low`) }),
    ).toBeVisible();
    await page.getByLabel('Threshold').fill('0');
    await expect(page.getByText('0 items would be low.')).toBeVisible();
    await page.getByLabel('Threshold').fill('1000000');
    // Rooms of one location that sell count together.
    const places = new Set<string>();
    for (const room of ['vault', 'sales_floor']) {
      type Item = { variant_id: string; location_id: string };
      for (let at = 1, more = true; more; at++) {
        const path = `/inventory?room_type=${room}&limit=100&page=${at}`;
        const { data } = await rest<{ data: Item[] }>('GET', path);
        for (const { variant_id, location_id } of data) places.add(`${variant_id} ${location_id}`);
        more = data.length === 100;
      }
    }
    const sellable = places.size;
    await expect(page.getByText(`${sellable.toLocaleString('en-US')} items would be low.`)).toBeVisible();
    await page.getByLabel('Threshold').fill('12');

    await page.getByRole('link', { name: 'Home' }).click();
    const guard = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await guard.getByRole('button', { name: 'Stay' }).click();
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Threshold')).toHaveValue('12');

    await page.getByRole('main').getByRole('link', { name: 'POS settings' }).click();
    await page.waitForURL('**/settings/pos');
    await page.getByLabel('Frequency').selectOption('Every day');
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Frequency')).toHaveValue('daily');
  } finally {
    await rest('PATCH', '/entity', { settings: { auto_sync, sync_frequency, low_stock_threshold } });
  }
});

test('lets a viewer read syncs but start none, and hides the settings of inventory and POS from all but owners and admins', {
  tag: '@full',
}, async ({ page, signedInAs, faults }) => {
  faults.allow(/403/);
  await signIn(page, DEMO.wholesalerViewer);
  await page.goto('/inventory/syncs');
  await expect(page.getByRole('heading', { level: 1, name: 'Syncs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Unmatched' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync now' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Map|Remove mapping)/ })).toHaveCount(0);
  expect((await page.goto('/settings/pos'))?.status()).toBe(403);
  expect((await page.goto('/settings/inventory'))?.status()).toBe(403);
  await expect(page.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(sections.getByRole('link', { name: /^(Inventory|POS)$/ })).toHaveCount(0);

  const manager = await signedInAs(DEMO.wholesalerManager);
  await manager.goto('/settings/inventory');
  await expect(manager.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
});
