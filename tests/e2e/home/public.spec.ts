import { DEMO, expect, signIn, test } from '../support';

test('shows what Tallyleaf is and its API to visitors, and leads / to sign-in', async ({ page }) => {
  const response = await page.goto('/welcome');
  expect(response?.headers()['cache-control']).toBe('public, max-age=300');
  await expect(page.getByRole('img', { name: /list of a wholesaler's sales/ })).toBeVisible();
  await page.getByRole('link', { name: 'Developers', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search operations' }).fill('place an order');
  // The rows move while the list narrows: a press would land between two of them.
  await expect(page.getByRole('status')).toHaveText(/^\d operations?$/);
  await page.getByRole('link', { name: 'POST Place an order /api/v1/orders', exact: true }).click();
  await expect(page).toHaveURL('/developers/orders_create');
  await page.getByRole('link', { name: 'order.created' }).click();
  await expect(page).toHaveURL('/developers/on_order_created');
  await page.goto('/developers/guide/webhooks');
  await expect(page.getByRole('cell', { name: 'order.edited', exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/sign-in?next=%2F');
});

test('searches help without a session, and shows it to a member beside its pages, uncached', async ({
  page,
}) => {
  const response = await page.goto('/help');
  expect(response?.headers()['cache-control']).toBe('public, max-age=300');
  await page.getByRole('searchbox', { name: 'Search help' }).fill('low stock');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/help?q=low+stock');
  await page.getByRole('link', { name: 'Be warned of low stock' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Be warned of low stock' })).toBeVisible();

  await signIn(page, DEMO.retailer);
  const answer = await page.goto('/help');
  expect(answer?.headers()['cache-control']).not.toContain('public');
  await expect(page.getByRole('link', { name: 'Purchases', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Stock' })).toBeVisible();
});

test('leads from the welcome page to the demo', { tag: '@full' }, async ({ page }) => {
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 2, name: 'A shop’s day' })).toBeVisible();
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await expect(page.getByRole('group', { name: 'Sign in as' })).toBeVisible();
});

test('never caches a page that is absent (404)', async ({ request }) => {
  for (const path of ['/developers/nothing', '/developers/guide/rules', '/help/pictures/..%2F..%2Fpos.md']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['cache-control'] ?? '', path).not.toContain('public');
  }
});

test('signs in to the demo with a press, and shows the password', async ({ page }) => {
  await page.goto('/sign-in?next=%2Fproducts');
  const password = page.getByLabel('Password');
  await password.fill('a password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('group', { name: 'Sign in as' }).getByRole('button', { name: 'Wholesaler' }).click();
  await expect(page).toHaveURL('/products');
});

test('a “?” opens the page of the guide about a page, and the palette finds it', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/recalls');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help with this page' }).click();
  const help = await opened;
  await expect(help.getByRole('heading', { level: 1, name: 'Recall a batch' })).toBeVisible();
  await help.close();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('quotes and backorders');
  const found = context.waitForEvent('page');
  await page.getByRole('option', { name: 'Quotes and backorders' }).click();
  await expect(await found).toHaveURL('/help/quotes-and-backorders');
});
