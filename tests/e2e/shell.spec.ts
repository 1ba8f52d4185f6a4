import { DEMO, expect, signIn, test } from './support';

test('switches the theme by keyboard, immediately and for the next page', async ({ page }) => {
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

test('opens and closes the drawer on a phone, and navigates with it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Inventory' }).click();
  await expect(page).toHaveURL('/inventory');
  await expect(drawer).toHaveCount(0);
  await open.click();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('opens the list of shortcuts from the account menu', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
