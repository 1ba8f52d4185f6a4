import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { DEMO, expect, settled, signIn, test } from '../support';

/** Opens the list and waits until the browser has taken it over: the hidden cards that came with the page are gone then. */
async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/inventory${query}`);
  await expect(page.getByRole('table', { name: 'Inventory items' })).toBeVisible();
  await expect(page.locator('ul[aria-label="Inventory items"]')).toHaveCount(0);
}

function rowAt(page: Page, index: number): Locator {
  return page.locator('tbody tr').nth(index);
}

/** The cell of a row under a heading. */
async function cell(page: Page, row: Locator, heading: string): Promise<Locator> {
  await expect(page.getByRole('columnheader', { name: heading })).toBeVisible();
  const headings = await page.locator('thead th').allTextContents();
  const index = headings.findIndex((text) => text.trim() === heading);
  expect(index, `a column ${heading}`).toBeGreaterThanOrEqual(0);
  return row.locator('th, td').nth(index);
}

/** How a row's item is called: what its link says. */
async function nameOf(row: Locator): Promise<string> {
  return (await row.getByRole('rowheader').getByRole('link').textContent())?.trim() ?? '';
}

/** What adjusts the balance of a row in one room. */
function adjust(row: Locator, room = 'Vault'): Locator {
  return row.getByRole('button', { name: new RegExp(`^Adjust .*, ${room}$`) });
}

async function numberIn(locator: Locator): Promise<number> {
  return Number((await locator.textContent())?.replaceAll(/[^\d]/g, ''));
}

const count = (value: number) => value.toLocaleString('en-US');

/** The value of a figure at the top of an item's page. */
function figure(page: Page, label: string): Locator {
  return page
    .getByRole('main')
    .getByText(label, { exact: true })
    .first()
    .locator('xpath=following-sibling::p[1]');
}

function history(page: Page): Locator {
  return page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem');
}

test('adjusts by keyboard alone; value, available and history follow without a reload', async ({ page }) => {
  await signIn(page, DEMO.wholesalerManager);
  await openList(page, '?sort=-sellable_quantity&room_type=vault&category=edibles');
  const row = rowAt(page, 0);
  const quantity = await cell(page, row, 'Vault');
  const available = await cell(page, row, 'Available');
  const [before, free] = [await numberIn(quantity), await numberIn(available)];

  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /^Adjust / });
  await expect(dialog.getByLabel('Change')).toBeFocused();
  await page.keyboard.type('-3');
  await expect(dialog.getByRole('status')).toContainText(count(before - 3));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(quantity).toHaveText(count(before - 3));
  await expect(available).toHaveText(count(free - 3));

  // K leads from the cell to its row, Enter opens it.
  await expect(adjust(row)).toBeFocused();
  await page.keyboard.press('k');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/inventory\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(history(page).first()).toContainText('Adjustment −3');
  await expect(history(page).first()).toContainText(`Quantity ${count(before)} → ${count(before - 3)}`);
  // The page may have been read while the change was under way; what is typed now is held against what it shows.
  await expect(figure(page, 'Quantity')).toHaveText(count(before - 3));

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Adjust / })
    .first()
    .press('Enter');
  await page.keyboard.type(`=${before}`);
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Quantity')).toHaveText(count(before));
  await expect(history(page).first()).toContainText('Adjustment +3');
});

test('undoes an adjustment and keeps both changes in the history and the audit log', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?sort=-sellable_quantity&room_type=vault&category=edibles');
  const sku = await rowAt(page, 1)
    .getByRole('rowheader')
    .getByText(/^[A-Z]+(-[\w.]+)+$/)
    .textContent();
  await rowAt(page, 1).getByRole('rowheader').getByRole('link').click();
  await page.waitForURL(/\/inventory\/[0-9a-f-]{36}$/);
  const before = await numberIn(figure(page, 'Quantity'));

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Adjust / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Adjust / });
  await dialog.getByLabel('Change').fill('-2');
  await dialog.getByLabel('Reason').selectOption('DAMAGE');
  await dialog.getByLabel('Note (optional)').fill('Dropped on the floor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(figure(page, 'Quantity')).toHaveText(count(before - 2));

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(figure(page, 'Quantity')).toHaveText(count(before));
  await expect(history(page).nth(0)).toContainText('Damage +2');
  await expect(history(page).nth(1)).toContainText('Damage −2');
  await expect(history(page).nth(1)).toContainText('Dropped on the floor');

  // Without a reload.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  const entries = page.getByRole('row', { name: /^Inventory adjusted/ });
  for (const index of [0, 1]) await expect(entries.nth(index)).toContainText(sku ?? '');
});

test('rejects going below reserved, and says why', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?sort=-reserved_quantity&room_type=vault');
  // Of goods that are sold each.
  const row = page.locator('tbody tr').filter({ hasText: 'GCD-' }).first();
  const quantity = await cell(page, row, 'Vault');
  const before = await numberIn(quantity);
  const reserved = await numberIn(await cell(page, row, 'Reserved'));
  expect(reserved, 'the demo has reserved stock').toBeGreaterThan(0);

  await adjust(row).click();
  const dialog = page.getByRole('dialog', { name: /^Adjust / });
  await dialog.getByLabel('Change').fill(`=${reserved - 1}`);
  await dialog.getByLabel('Change').press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Not saved');
  await expect(dialog.getByRole('alert')).toContainText(`${count(reserved)} `);
  await expect(dialog.getByRole('alert')).toContainText('reserved for orders');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(quantity).toHaveText(count(before));
});

test('shows both values after a concurrent change and lets the user continue', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?sort=-sellable_quantity&room_type=vault&category=edibles');
  const row = rowAt(page, 2);
  const name = await nameOf(row);
  const quantity = await cell(page, row, 'Vault');
  const before = await numberIn(quantity);
  const address = await row.getByRole('rowheader').getByRole('link').getAttribute('href');
  await adjust(row).click();
  const dialog = page.getByRole('dialog', { name: `Adjust ${name}, Vault` });
  await dialog.getByLabel('Change').fill('-2');

  // A poll between the two changes would show the first one before the second is sent.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/trpc\/[^?]*inventory\.levels/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const other = await signedInAs(DEMO.wholesalerManager);
  await other.goto(address ?? '');
  await other
    .getByRole('main')
    .getByRole('button', { name: /^Adjust / })
    .first()
    .click();
  await other.getByRole('textbox', { name: 'Change' }).fill('-1');
  await other.getByRole('textbox', { name: 'Change' }).press('Enter');
  await expect(history(other).first()).toContainText('Adjustment −1');

  await dialog.getByLabel('Change').press('Enter');
  release();
  await expect(dialog.getByRole('alert')).toContainText(
    `The quantity changed from ${count(before)} to ${count(before - 1)}`,
  );
  await dialog.getByLabel('Change').press('Enter');
  await expect(quantity).toHaveText(count(before - 3));
  await other.reload();
  await expect(history(other).nth(1), 'both changes stand').toContainText('Adjustment −1');
});

test('keeps the order of a list sorted by what is available under the pointer', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?sort=-sellable_quantity&room_type=vault&category=edibles');
  const [first, second] = [rowAt(page, 0), rowAt(page, 1)];
  const name = (row: Locator) => row.getAttribute('data-row');
  const [top, next] = [await name(first), await name(second)];
  const available = (row: Locator) => cell(page, row, 'Available');
  const more = (await numberIn(await available(first))) - (await numberIn(await available(second))) + 1;

  await adjust(first).click();
  await page.getByRole('textbox', { name: 'Change' }).fill(`-${more}`);
  await page.getByRole('textbox', { name: 'Change' }).press('Enter');
  await expect(page.getByText('This list has changed')).toBeVisible();
  expect(await name(first)).toBe(top);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(first).toHaveAttribute('data-row', next ?? '');
  await page.getByRole('button', { name: 'Undo' }).click();
});

test('keeps filter, sort and page over reload, a copied URL and Back', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page);
  await page.getByRole('button', { name: 'Room', exact: true }).first().click();
  await page.getByRole('option', { name: 'Vault' }).click();
  await expect(page).toHaveURL(/room_type=vault/);
  await page.getByRole('columnheader').getByRole('button', { name: 'SKU', exact: true }).click();
  await expect(page).toHaveURL(/sort=sku/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^51–100 of/)).toBeVisible();
  // The page's number is ahead of its rows.
  await settled(page);
  const address = page.url();
  const name = await nameOf(rowAt(page, 0));

  const same = async (where: Page) => {
    await expect(where.getByText(/^51–100 of/)).toBeVisible();
    await expect(where.getByRole('columnheader', { name: 'SKU' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(where.getByRole('button', { name: 'Room: Vault' })).toBeVisible();
    await expect(rowAt(where, 0).getByRole('rowheader')).toContainText(name);
  };
  await page.reload();
  await same(page);
  const colleague = await signedInAs(DEMO.wholesalerViewer);
  await colleague.goto(address);
  await same(colleague);

  await page.goBack();
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(page).toHaveURL(/\/inventory$/);
  await expect(page.getByRole('button', { name: 'Remove filter Room' })).toHaveCount(0);
});

test('adjusts the room that has the focus, and says where', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesalerManager);
  await openList(page, '?room_type=quarantine&sort=-sellable_quantity');
  const row = rowAt(page, 0);
  const name = await nameOf(row);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  // The room of the filter comes first.
  await expect(page.getByRole('dialog', { name: `Adjust ${name}, Quarantine` })).toBeVisible();
  await page.keyboard.press('Escape');
  await adjust(row, 'Vault').focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: `Adjust ${name}, Vault` })).toBeVisible();
});

test('opens the lots of a row, with batch, expiration, certificate and room, and prints its label alone', async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?expiring=true');
  await expect(page.getByRole('button', { name: 'Expiring', pressed: true })).toBeVisible();
  const row = rowAt(page, 0);
  const name = await nameOf(row);
  const toggle = row.getByRole('button', { name: `Lots of ${name}` });
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const lots = page.getByRole('table', { name: `Lots of ${name}` });
  for (const head of ['Batch', 'Expires', 'Certificate', 'Status', 'Room', 'On hand']) {
    await expect(lots.getByRole('columnheader', { name: head })).toBeVisible();
  }
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Print labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print labels' });
  await expect(dialog).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body > .label-sheet > li')).toBeVisible();
  await expect(page.getByRole('table', { includeHidden: true }).first()).toBeHidden();
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await lots.getByRole('rowheader').getByRole('link').first().click();
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}$/);
});

test('adjusts a selection together, or nothing of it while a row is invalid', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?sort=-sellable_quantity&room_type=vault&page=2');
  const rows = [rowAt(page, 3), rowAt(page, 4)] as const;
  const before = await Promise.all(rows.map(async (row) => numberIn(await cell(page, row, 'Vault'))));
  const names = await Promise.all(rows.map(nameOf));
  for (const row of rows) await row.getByRole('checkbox').click();
  await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Adjust' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust 2 items' });
  await dialog.getByLabel('Change for all').fill('-1');
  const second = dialog.getByLabel(`Change of ${names[1]}, Vault`);
  await second.fill('-2000000000');
  await dialog.getByRole('button', { name: 'Adjust 2 items' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed: 1 row is invalid.');
  await expect(second).toBeFocused();
  await second.fill('+2');
  await dialog.getByRole('button', { name: 'Adjust 2 items' }).click();
  await expect(dialog).toBeHidden();
  for (const [index, row] of rows.entries()) {
    const change = index === 0 ? -1 : 2;
    await expect(await cell(page, row, 'Vault')).toHaveText(count((before[index] ?? 0) + change));
  }
});

test('moves nothing when rows are selected, so that no scrollbar makes the toolbar wrap', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page, '?low_stock=true');
    const place = () =>
      page.evaluate(() => [
        document.documentElement.scrollHeight,
        document.querySelector('main table')?.getBoundingClientRect().top,
      ]);
    const before = await place();
    await rowAt(page, 0).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await expect(bar.getByRole('button', { name: 'Adjust' })).toBeVisible();
    expect(await place(), `${width} px`).toEqual(before);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toBeHidden();
    expect(await place(), `${width} px`).toEqual(before);
  }
});

test('exports the selected rows alone', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page);
  const name = await nameOf(rowAt(page, 2));
  await rowAt(page, 2).getByRole('checkbox').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export selected' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]?.replaceAll('"', '').replace(',', ' ')).toContain(name);
});

test('shows a viewer stock and history, without controls to change it', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailerViewer);
  await openList(page);
  await expect(page.getByRole('link', { name: /^History of / }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Adjust/ })).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page
    .getByRole('link', { name: /^History of / })
    .first()
    .click();
  await page.waitForURL(/\/inventory\/[0-9a-f-]{36}/);
  await expect(history(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Adjust/ })).toHaveCount(0);
  await page.goto('/settings/team');
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Invite/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /API/ })).toHaveCount(0);
});

test('shows the not-found page for an absent item', { tag: '@full' }, async ({ page, faults }) => {
  faults.allow(/status of 404/);
  await signIn(page, DEMO.retailer);
  const answer = await page.goto('/inventory/00000000-0000-7000-8000-000000000000');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
