import type { Page } from '@playwright/test';
import { DEMO, expect, placeOrderOverRest, signIn, test } from '../support';

/** How many objects a list says that it has: "1–6 of 6"; 0 for one that says nothing of it. */
async function totalOf(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Home');
  await expect(page.getByText(/of [\d,]+$|All caught up|No results|^No /).first()).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: / of [\d,]+$/ });
  if ((await status.count()) === 0) return 0;
  return Number((await status.textContent())?.split(' of ')[1]?.replaceAll(',', ''));
}

const needs = (page: Page) => page.getByRole('region', { name: 'Needs you now' });

for (const member of ['wholesaler', 'retailer'] as const) {
  test(`counts the work of a ${member} as the lists do that it links to`, { tag: '@full' }, async ({
    page,
  }) => {
    await placeOrderOverRest(page);
    await signIn(page, DEMO[member]);
    await page.goto('/');
    await expect(needs(page)).toBeVisible();
    const names = await needs(page)
      .getByRole('link', { name: /^\d+ [a-z]/ })
      .allTextContents();
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      await page.goto('/');
      await needs(page).getByRole('link', { name, exact: true }).click();
      expect(await totalOf(page), name).toBe(Number.parseInt(name.replaceAll(',', ''), 10));
    }
  });
}

test('accepts an order on Home with one click', { tag: '@full' }, async ({ page }) => {
  await placeOrderOverRest(page);
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const accept = needs(page)
    .getByRole('button', { name: /^Accept / })
    .first();
  const name = (await accept.getAttribute('aria-label')) ?? '';
  await accept.click();
  await expect(needs(page).getByRole('button', { name, exact: true })).toHaveCount(0, { timeout: 30_000 });
  await expect(needs(page)).toContainText('All caught up');
});

test("has the figures and the activity in the server's response", async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const html = await (await page.request.get('/')).text();
  expect(html).toContain('Stock at cost');
  expect(html).toContain('All caught up');
  expect(html).toContain('data-testid="chart-home"');
  expect(html).toContain('Top customers');
  await expect(page.getByRole('heading', { name: 'Last 30 days vs the previous 30 days' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible();
});

test('keeps the period over reload and Back', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const period = page.getByRole('navigation', { name: 'Period' });
  await expect(period.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true');
  await period.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL('/?days=7');
  await expect(page.getByText('vs the previous 7 days').first()).toBeVisible();
  await page.reload();
  await expect(period.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('vs the previous 30 days').first()).toBeVisible();
});

test('shows a manager notifications as activity, and a cultivator its sales', { tag: '@full' }, async ({
  page,
  signedInAs,
}) => {
  await signIn(page, DEMO.cultivator);
  await page.goto('/');
  await expect(page.locator('main a[href^="/orders"]').first()).toBeVisible();
  await expect(needs(page)).toContainText('license expires in');
  const manager = await signedInAs(DEMO.retailerManager);
  await manager.goto('/');
  await expect(manager.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});
