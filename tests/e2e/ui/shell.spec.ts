import type { Page } from '@playwright/test';
import { DEMO, expect, restOf, signIn, test } from '../support';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test('switches the theme by keyboard, immediately and for the next page', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  const button = page.getByRole('button', { name: /^Account of/ });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(button).toBeFocused();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await button.click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
});

test('collapses the sidebar to icons below 1280 px and by its control, and keeps the choice', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  expect(await widthOf(page)).toBe(240);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(56);
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeFocused();
  await page.reload();
  expect(await widthOf(page)).toBe(56);
  const inventory = sidebar(page).getByRole('link', { name: 'Inventory' });
  await inventory.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Inventory');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(240);
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(() => widthOf(page)).toBe(56);
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBe(240);
});

test('has tabs and a More sheet on a phone, with targets of 44 px and no sideways scroll', async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(sidebar(page)).toBeHidden();
    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    await expect(tabs.getByRole('listitem')).toHaveText(['Home', 'Purchases', 'Market', 'Inventory', 'More']);
    const targets = [
      ...(await tabs.getByRole('link').all()),
      ...(await page.getByRole('banner').getByRole('button').all()),
    ];
    for (const target of targets) {
      const box = await target.boundingBox();
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        `${await target.innerHTML()}`,
      ).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/products');
  await expect(sheet).toHaveCount(0);
  await more.click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('opens the list of shortcuts from the account menu', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('begins an order, a product, a transfer, a count and an invitation from Create', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Order',
    'Product',
    'Transfer',
    'Count',
    'Invitation',
  ]);
  await page.getByRole('menuitem', { name: 'Invitation' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite member' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/settings/team');
  await create.click();
  await page.getByRole('menuitem', { name: 'Transfer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New transfer' })).toBeVisible();
});

test('offers a viewer nothing to create', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailerViewer);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create' })).toHaveCount(0);
});

test('shows one location on every list that has them until all are chosen again', { tag: '@full' }, async ({
  page,
}) => {
  const rest = await restOf(page.request, DEMO.retailer);
  type Locations = { data: { id: string; name: string }[] };
  const { data } = await rest<Locations>('GET', '/entity/locations?sort=name');
  const [first] = data;
  await signIn(page, DEMO.retailer);
  await page.goto('/inventory');
  await page.getByRole('button', { name: 'All locations, switch location' }).click();
  await page.getByRole('menuitemradio', { name: first?.name }).click();
  await expect(page).toHaveURL(`/inventory?location_id=${first?.id}`);
  await expect(page.getByRole('button', { name: `${first?.name}, switch location` })).toBeVisible();
  await page.goto('/inventory/snapshot?compare=true');
  await expect(page).toHaveURL(`/inventory/snapshot?compare=true&location_id=${first?.id}`);
  await page.getByRole('button', { name: 'Remove filter Location' }).click();
  await expect(page.getByRole('button', { name: 'All locations, switch location' })).toBeVisible();
  await page.goto('/inventory/syncs');
  await expect(page).toHaveURL('/inventory/syncs');
});

test('shows a page change at once on a slow network, and moves the focus to its heading', async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/orders');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/products\?.*_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  const bar = page.getByRole('progressbar', { name: 'Loading page' });
  await expect(bar).toBeHidden();
  await sidebar(page).getByRole('link', { name: 'Products' }).click();
  await expect(bar).toBeVisible({ timeout: 1_000 });
  release();
  const heading = page.getByRole('heading', { level: 1, name: 'Products' });
  await expect(heading).toBeFocused();
  await expect(bar).toBeHidden();
});
