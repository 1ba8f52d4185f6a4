import type { Locator, Page } from '@playwright/test';
import { DEMO, expect, signIn, test } from '../support';

const count = (value: number) => value.toLocaleString('en-US');
const change = (value: number) => `${value < 0 ? '−' : '+'}${count(Math.abs(value))}`;

/** A calendar date so many days from today, in the demo's timezone. */
function day(offset: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
  return new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Opens a snapshot and waits until the browser has taken it over. */
async function openSnapshot(page: Page, query: string): Promise<void> {
  await page.goto(`/inventory/snapshot${query}`);
  await expect(page.getByRole('table', { name: 'Inventory snapshot' })).toBeVisible();
  await expect(page.locator('ul[aria-label="Inventory snapshot"]')).toHaveCount(0);
}

/** The cell of a row under a heading. */
async function cell(page: Page, row: Locator, heading: string): Promise<Locator> {
  await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeVisible();
  const headings = await page.locator('thead th').allTextContents();
  return row.locator('th, td').nth(headings.findIndex((text) => text.trim() === heading));
}

const numberIn = async (place: Locator) => Number((await place.textContent())?.replaceAll(/[^\d]/g, ''));

test("keeps yesterday's snapshot after an adjustment today, and shows the difference", {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/inventory');
  await page.getByRole('link', { name: 'Snapshot' }).click();
  await page.waitForURL('**/inventory/snapshot');
  await expect(page.getByRole('heading', { level: 1, name: 'Inventory snapshot' })).toBeFocused();
  await expect(page.getByLabel('Date')).toHaveValue(day(-1));
  await page.getByRole('button', { name: 'Compare with today' }).click();
  await expect(page).toHaveURL(/compare=true/);
  const row = page.locator('tbody tr').first();
  const then = await numberIn(await cell(page, row, 'Quantity'));
  const now = await numberIn(await cell(page, row, 'Now'));

  await row.getByRole('rowheader').getByRole('link').click();
  await page.waitForURL(/\/inventory\/[0-9a-f-]{36}$/);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Adjust / })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Change' }).fill('+17');
  await page.getByRole('textbox', { name: 'Change' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goBack();
  await expect(await cell(page, row, 'Now')).toHaveText(count(now + 17));
  await expect(await cell(page, row, 'Quantity')).toHaveText(count(then));
  await expect(await cell(page, row, 'Difference')).toHaveText(change(now + 17 - then));

  await page.getByRole('button', { name: 'Compare with today' }).click();
  await expect(page.getByRole('columnheader', { name: 'Difference' })).toHaveCount(0);
  await expect(await cell(page, row, 'Quantity')).toHaveText(count(then));
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('button', { name: 'Next day' })).toBeDisabled();
  await expect(await cell(page, row, 'Quantity')).toHaveText(count(now + 17));
});

test('rejects a future date with a reason, and returns to today in one click', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailerViewer);
  await openSnapshot(page, '');
  await page.getByLabel('Date').fill(day(2));
  await expect(page.getByRole('alert').filter({ hasText: 'is in the future' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'is in the future' })).toBeVisible();
  await page.getByRole('button', { name: 'Show today' }).click();
  await expect(page.getByLabel('Date')).toHaveValue(day(0));
  await expect(page.getByRole('table', { name: 'Inventory snapshot' })).toBeVisible();
});

/** Three days ago, and of that the first location: two entries of the history. */
async function openLocation(page: Page): Promise<void> {
  await signIn(page, DEMO.wholesaler);
  await openSnapshot(page, `?date=${day(-3)}`);
  await page.getByRole('button', { name: 'Location', exact: true }).click();
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/location_id=/);
}

test('keeps day, location and page over reload, a copied URL and Back', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await openLocation(page);
  // The pager moves while the location's rows load: a click in between is lost.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^51–/)).toBeVisible();
  // Until the new rows are there, the old ones stay.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const first = await page.locator('tbody tr').first().textContent();
  const address = page.url();
  const same = async (where: Page) => {
    await expect(where.getByLabel('Date')).toHaveValue(day(-3));
    await expect(where.getByRole('button', { name: /^Location: / })).toBeVisible();
    await expect(where.locator('tbody tr').first()).toHaveText(first ?? '');
  };
  await page.reload();
  await same(page);
  const colleague = await signedInAs(DEMO.wholesalerViewer);
  await colleague.goto(address);
  await same(colleague);
  await page.goBack();
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Location', exact: true })).toBeVisible();
});

test("ends at the URL's page after Back twice in a hurry, right after a reload", { tag: '@full' }, async ({
  page,
}) => {
  await openLocation(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^51–/)).toBeVisible();
  await page.reload();
  await page.goBack();
  await page.waitForTimeout(220);
  await page.goBack();
  await expect(page).not.toHaveURL(/location_id=/);
  await expect(page.getByRole('button', { name: 'Location', exact: true })).toBeVisible();
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
});

test('says that a day before the first stock is empty', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/inventory/snapshot?date=2001-01-01');
  await expect(page.getByText('No stock on Jan 1, 2001')).toBeVisible();
});
