import type { Page } from '@playwright/test';
import { DEMO, expect, placeOrderOverRest, signIn, test } from './support';

const CHARTS = ['chart-order-value', 'chart-orders-by-status', 'chart-units-by-room', 'chart-top-products'];

/** How many objects a list says that it has: "1–6 of 6". */
async function totalOf(page: Page): Promise<number> {
  const text = await page
    .getByRole('status')
    .filter({ hasText: / of [\d,]+$/ })
    .textContent();
  return Number(text?.split(' of ')[1]?.replaceAll(',', ''));
}

test("links today's work to the lists that it counts", async ({ page }) => {
  await placeOrderOverRest(page);
  await signIn(page, DEMO.wholesaler);
  const today = page.getByRole('region', { name: 'Today' });
  for (const { name, address } of [
    { name: /pending orders/, address: '/orders?status=pending' },
    { name: /low in stock/, address: '/inventory?low_stock=true' },
  ]) {
    await page.goto('/');
    const link = today.getByRole('link', { name });
    const count = Number.parseInt((await link.textContent()) ?? '', 10);
    expect(count).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    expect(await totalOf(page)).toBe(count);
  }
});

test("has the figures in the server's first response", async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('Stock at cost');
  expect(html).toMatch(/vs the 30 days before/);
});

test('keeps the period over reload and Back', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const week = page.getByRole('button', { name: '7 days' });
  const month = page.getByRole('button', { name: '30 days' });
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await week.click();
  await expect(page).toHaveURL('/?days=7');
  await expect(page.getByText('vs the 7 days before').first()).toBeVisible();
  await page.reload();
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('vs the 30 days before').first()).toBeVisible();
});

test('gives each chart a summary and a table', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  for (const id of CHARTS) {
    const chart = page.getByTestId(id);
    await expect(chart.getByRole('paragraph').first()).toHaveText(/\d.*\.$/);
    await chart.getByRole('button', { name: /^View as table/ }).click();
    await expect(chart.getByRole('table').getByRole('rowheader')).not.toHaveCount(0);
  }
  const drawing = page.getByTestId('chart-order-value');
  await expect(drawing.getByRole('rowheader')).toHaveCount(30);
  await drawing.getByRole('button', { name: /^View as table/ }).click();
  await expect(drawing.getByRole('img').first()).toBeVisible();
});

test('links bars to the lists that they count', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const bar = page.getByTestId('chart-orders-by-status').getByRole('link', { name: /^Delivered/ });
  const count = Number((await bar.textContent())?.split(':')[1]);
  await bar.click();
  await expect(page).toHaveURL(/\/orders\?status=delivered&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  // The list's days are UTC's, the overview's the business's: at the edges they may differ by a few.
  expect(Math.abs((await totalOf(page)) - count)).toBeLessThanOrEqual(5);
  await page.goBack();
  await page
    .getByTestId('chart-units-by-room')
    .getByRole('link', { name: /^Quarantine/ })
    .click();
  await expect(page).toHaveURL('/inventory?room_type=quarantine');
});

test('shows a retailer purchases', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  await expect(page.getByTestId('chart-order-value').getByRole('heading')).toHaveText('Purchases by day');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('waiting for the supplier');
});

test('shows a cultivator, who has no orders, only stock', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.cultivator);
  await page.goto('/');
  await expect(page.getByTestId('chart-units-by-room')).toBeVisible();
  await expect(page.getByTestId('chart-order-value')).toHaveCount(0);
  await expect(page.locator('a[href^="/orders"]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('license expires in');
});
