import { DEMO, expect, PASSWORD, signIn, test } from './support';

test('lets an admin get a token, try an operation and read its response', async ({ page, faults }) => {
  faults.allow(/status of 401/);
  await signIn(page, DEMO.retailerAdmin);
  await page.goto('/settings/api/reference');
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Token for test requests' });
  await form.getByLabel('Password').fill('not the password');
  await form.getByRole('button', { name: 'Get a token' }).click();
  await expect(form.getByText('Incorrect email or password.')).toBeVisible();
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Get a token' }).click();
  await expect(page.getByText('Requests from this page use your token')).toBeVisible();

  const operation = page.locator('#operations-Auth-auth_me');
  await operation
    .getByRole('button', { name: /\/auth\/me/ })
    .first()
    .click();
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/auth/me');
  await operation.getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
  await expect(operation.getByText(DEMO.retailerAdmin).first()).toBeVisible();
});

test('lists every operation of the document in its group', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/settings/api/reference');
  const filter = page.getByPlaceholder('Filter by tag or path');
  for (const group of ['Auth', 'Inventory', 'Orders', 'Products', 'Entity']) {
    await filter.fill(group);
    await expect(page.locator(`#operations-tag-${group}`)).toBeVisible();
  }
});

test('shows a manager a 403 and no navigation entry', { tag: '@full' }, async ({ page, faults }) => {
  faults.allow(/403/);
  await signIn(page, DEMO.retailerManager);
  await page.goto('/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await expect(sections.getByRole('link', { name: 'API & webhooks' })).toHaveCount(0);
  await page.goto('/settings/api/reference');
  await expect(page.getByText(/an admin or owner/)).toBeVisible();
});
