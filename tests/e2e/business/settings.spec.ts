import { DEMO, expect, signIn, test } from '../support';

test('finds a setting by what it is about, and groups them', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/settings/profile');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  for (const group of ['You', 'Business', 'Selling', 'Stock', 'Developers'])
    await expect(sections.getByRole('list', { name: group, exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('minimum order');
  await expect(sections.getByRole('link')).toHaveText(['Sales settings']);
  await search.fill('no such thing');
  await expect(sections.getByRole('status')).toHaveText('No setting matches');
  await search.fill('passkey');
  await sections.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
});

test('leads by tabs to the pages that have no entry of the sidebar', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/orders');
  const main = page.getByRole('navigation', { name: 'Main' });
  expect(await main.getByRole('link').count()).toBeLessThanOrEqual(13);
  const tabs = page.getByRole('navigation', { name: 'Pages of this section' });
  await expect(tabs.getByRole('link')).toHaveText(['Purchases', 'Drafts', 'Backorders']);
  await tabs.getByRole('link', { name: 'Backorders' }).click();
  await expect(page).toHaveURL('/backorders');
  await expect(page.getByRole('heading', { level: 1, name: 'Backorders' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Purchases' })).toHaveAttribute('aria-current', 'page');
});

test('narrows a list to the days of a name', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/orders');
  const range = page.getByRole('combobox', { name: 'Placed between: range' });
  await range.selectOption('Last month');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)/);
  await expect(range).toHaveValue('Last month');
  await page.getByLabel('From').fill('2026-01-05');
  await expect(range).toHaveValue('custom');
});
