import type { Locator, Page } from '@playwright/test';
import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, signIn, test } from '../support';

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/inventory${query}`);
  await expect(page.getByRole('table', { name: 'Inventory items' })).toBeVisible();
  await expect(page.locator('ul[aria-label="Inventory items"]')).toHaveCount(0);
}

const row = (page: Page, index: number) => page.locator('tbody tr').nth(index);
const rowsToMove = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Rows to move' }).getByRole('listitem');
const history = (page: Page) =>
  page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem');
const figure = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).first().locator('xpath=following-sibling::p[1]');
const numberIn = async (locator: Locator) => Number((await locator.textContent())?.replaceAll(/[^\d]/g, ''));

test('moves twenty items from the vault to the floor in four acts', async ({ page }) => {
  await signIn(page, DEMO.wholesalerManager);
  await openList(page, '?room_type=vault&sort=-sellable_quantity');
  const acts = await countActs(page);
  await row(page, 0).getByRole('checkbox').click();
  await row(page, 19)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar).toContainText('20 selected');
  await bar.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer 20 items' });
  await expect(dialog.getByLabel('To room')).toHaveValue('sales_floor');
  await expect(rowsToMove(dialog)).toHaveCount(20);
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByText('20 items moved')).toBeVisible();
  acts.expectAtMost(4);
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();

  await row(page, 0).getByRole('rowheader').getByRole('link').click();
  await page.waitForURL(/\/inventory\/[0-9a-f-]{36}$/);
  // Of goods by weight with their unit.
  await expect(figure(page, 'Available')).toHaveText(/^0( |$)/);
  await expect(history(page).first()).toContainText(/Transfer −[\d,]+/);
  await expect(page.getByRole('table', { name: /^All stock of/ })).toContainText('Sales floor');
});

test('moves stock into quarantine and out again, out of it only with a note', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  type Row = {
    id: string;
    variant_id: string;
    unit: string | null;
    available_quantity: number;
    sellable_quantity: number;
  };
  type Rows = { data: Row[] };
  const most = '/inventory?room_type=vault&sort=-available_quantity&limit=100';
  const { data } = await rest<Rows>('GET', most);
  // What is in quarantine may be on hold, and stays there.
  const kept = (await rest<Rows>('GET', '/inventory?room_type=quarantine&limit=500')).data;
  // Nor may what another test has put on hold leave quarantine.
  const moving = data.find(
    ({ unit, variant_id, available_quantity, sellable_quantity }) =>
      unit === null &&
      sellable_quantity === available_quantity &&
      kept.every((row) => row.variant_id !== variant_id),
  );
  expect(moving, 'stock in the vault that may leave quarantine again').toBeDefined();
  await page.goto(`/inventory/${moving?.id}`);
  const before = await numberIn(figure(page, 'Available'));
  expect(before).toBeGreaterThan(5);

  await page.getByRole('button', { name: /^Transfer / }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer stock' });
  await dialog.getByLabel('To room').selectOption('quarantine');
  const quantity = dialog.getByLabel(/^Quantity of /);
  await quantity.fill('x');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog).toContainText('Enter a whole number');
  await expect(quantity).toBeFocused();
  await quantity.fill(String(before + 1));
  await expect(dialog).toContainText(`At most ${before.toLocaleString('en-US')} can move`);
  await quantity.fill('3');
  await quantity.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(figure(page, 'Available')).toHaveText((before - 3).toLocaleString('en-US'));
  await expect(history(page).first()).toContainText('Transfer −3');

  const siblings = page.getByRole('table', { name: /^All stock of/ });
  await siblings
    .getByRole('row', { name: /Quarantine/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(/· Quarantine ·/)).toBeVisible();
  await page.getByRole('button', { name: /^Transfer / }).click();
  await expect(dialog.getByLabel('To room')).toHaveValue('vault');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog).toContainText('Enter why it may leave quarantine.');
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await dialog.getByLabel('Note').fill('Lab result is in');
  await dialog.getByLabel('Note').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(history(page).first()).toContainText('Lab result is in');

  await history(page).first().getByRole('link', { name: 'Transfer' }).click();
  await expect(page.getByRole('heading', { name: 'Transfer', level: 1 })).toBeVisible();
  await expect(page.getByText(/^3 units moved by /)).toBeVisible();
  await expect(page.getByText('Lab result is in')).toBeVisible();
  const changes = page.getByRole('table', { name: 'Balances changed by the transfer' });
  await expect(changes.getByRole('row', { name: /Vault \+3/ })).toBeVisible();
  await changes
    .getByRole('row', { name: /Quarantine −3/ })
    .getByRole('link')
    .click();
  await expect(page.getByText(/· Quarantine ·/)).toBeVisible();
});

test('begins at Transfers, is undone from its page, and keeps both in the list', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailerManager);
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Transfers', exact: true })
    .click();
  await page.getByRole('link', { name: 'New transfer' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New transfer' })).toBeVisible();
  await page.goto('/inventory/transfers/new?room_type=vault&sort=-available_quantity');
  const chosen = row(page, 0);
  const available = await numberIn(chosen.getByRole('cell').last());
  await chosen.getByRole('checkbox').click();
  await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer stock' });
  await dialog.getByLabel(/^Quantity of /).fill('2');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await page.waitForURL(/\/inventory\/transfers\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/^2 units moved by /)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Transfer undone')).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Transfers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
  await expect(row(page, 0)).toContainText(/Sales floor.*Vault/);
  await expect(row(page, 0)).toContainText('Undo of a transfer');
  await expect(row(page, 1)).toContainText(/Vault.*Sales floor/);
  await page.goto('/inventory/transfers/new?room_type=vault&sort=-available_quantity');
  await expect(row(page, 0).getByRole('cell').last()).toHaveText(available.toLocaleString('en-US'));
});

test('names the rows of a rejected transfer, moves nothing, and lets the user continue', {
  tag: '@full',
}, async ({ page, signedInAs }) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page, '?room_type=vault&sort=sellable_quantity&page=2');
  const [first, second] = [row(page, 0), row(page, 1)];
  const address = (await second.getByRole('rowheader').getByRole('link').getAttribute('href')) ?? '';
  await first.getByRole('checkbox').click();
  await second.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer 2 items' });
  await expect(rowsToMove(dialog)).toHaveCount(2);

  const other = await signedInAs(DEMO.wholesalerManager);
  await other.goto(address);
  await other
    .getByRole('main')
    .getByRole('button', { name: /^Adjust / })
    .first()
    .click();
  await other.getByRole('textbox', { name: 'Change' }).fill('-1');
  await other.getByRole('textbox', { name: 'Change' }).press('Enter');
  await expect(history(other).first()).toContainText('Adjustment −1');

  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was moved');
  await expect(rowsToMove(dialog).nth(1)).toContainText(/Only [\d,]+ can move now/);
  const quantity = rowsToMove(dialog).nth(1).getByRole('textbox');
  await expect(quantity).toBeFocused();
  await quantity.fill('0');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(page.getByText('1 item moved')).toBeVisible();
});

test('asks before discarding input, and lets a viewer select nothing', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.wholesaler);
  await openList(page);
  await row(page, 0).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByLabel('Note (optional)').fill('For the weekend');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Note (optional)')).toHaveValue('For the weekend');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard transfer' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const viewer = await signedInAs(DEMO.wholesalerViewer);
  await openList(viewer);
  await expect(viewer.getByRole('checkbox')).toHaveCount(0);
});

for (const width of [320, 1440]) {
  test(`the dialog fits at ${width} px`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, DEMO.wholesaler);
    await page.goto('/inventory?sort=-quantity&room_type=quarantine');
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.nth(0).click();
    await boxes.nth(1).click();
    await boxes.nth(2).click();
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Transfer / });
    await dialog
      .getByLabel(/^Quantity of /)
      .first()
      .fill('x');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(dialog).toContainText('Enter why it may leave quarantine.');
    await expectNoFindings(page, 'the dialog of a transfer');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, 'the page scrolls sideways').toBe(false);
  });
}
