import type { Page } from '@playwright/test';
import { openDatabase } from '../../../server/platform/db/client';
import { DEMO, expect, PASSWORD, restOf, signIn, test } from '../support';

const EMAIL = DEMO.wholesalerAdmin;

test.afterEach(async ({ request }) => {
  const rest = await restOf(request, EMAIL);
  const { data } = await rest<{ data: { id: string }[] }>('GET', '/api-keys?limit=100');
  for (const { id } of data) await rest('DELETE', `/api-keys/${id}`);
});

/** The status of a read by a program, which has no cookies. */
const statusOf = async (path: string, key: string) =>
  (await fetch(`${process.env.E2E_URL}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
const keyIn = async (page: Page, title: string) =>
  (await page
    .getByRole('dialog', { name: title })
    .getByRole('region', { name: 'API key', exact: true })
    .textContent()) ?? '';

test('creates a key, uses it, rotates it and revokes it', { tag: '@full' }, async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto('/settings/api');
  await page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Enter a name')).toBeVisible();
  await form.getByLabel('Name').fill('Scale');
  await form.getByRole('button', { name: 'Inventory sync' }).click();
  await form.getByRole('group', { name: 'Orders' }).getByLabel('View').check();
  await form.getByRole('button', { name: 'Create key' }).click();

  const created = page.getByRole('dialog', { name: 'API key created' });
  await expect(created).toContainText("You won't see it again.");
  const key = await keyIn(page, 'API key created');
  expect(key).toMatch(/^tlk_/);
  await created.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Scale/ });
  await expect(row).toContainText(key.slice(0, 12));
  await expect(row).toContainText('Never');
  expect(await page.content()).not.toContain(key);

  expect(await statusOf('/api/v1/inventory', key)).toBe(200);
  expect(await statusOf('/api/v1/orders', key)).toBe(200);
  expect(await statusOf('/api/v1/entity/team', key)).toBe(403);

  await row.getByRole('button', { name: 'Rotate Scale' }).click();
  const question = page.getByRole('alertdialog', { name: 'Rotate Scale?' });
  await question.getByLabel('Current secret').selectOption('Stops immediately');
  await question.getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByRole('dialog', { name: 'API key rotated' })).toBeVisible();
  const rotated = await keyIn(page, 'API key rotated');
  await page.getByRole('dialog', { name: 'API key rotated' }).getByRole('button', { name: 'Done' }).click();
  expect(await statusOf('/api/v1/inventory', key)).toBe(401);
  expect(await statusOf('/api/v1/inventory', rotated)).toBe(200);

  await row.getByRole('button', { name: 'Revoke Scale' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke Scale?' })
    .getByRole('button', { name: 'Revoke key' })
    .click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect(await statusOf('/api/v1/inventory', rotated)).toBe(401);
});

test('asks for the password after an older sign-in, then creates the key', { tag: '@full' }, async ({
  page,
  product,
}) => {
  test.skip(!product.databaseUrl, 'needs E2E_DATABASE');
  await signIn(page, EMAIL);
  const { sql, close } = openDatabase({ url: product.databaseUrl ?? '', pool: 1 });
  await sql`update sessions set authenticated_at = now() - interval '11 minutes'
    where channel = 'browser' and user_id = (select id from users where email = ${EMAIL})`;
  await close();
  await page.goto('/settings/api/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Scale');
  await form.getByRole('button', { name: 'Create key' }).click();
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(question.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form.getByText('Confirm your password to continue.')).toBeVisible();
  await form.getByRole('button', { name: 'Create key' }).click();
  await question.getByLabel('Password').fill('wrong');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('Incorrect password')).toBeVisible();
  await question.getByLabel('Password').fill(PASSWORD);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible();
  expect(await keyIn(page, 'API key created')).toMatch(/^tlk_/);
});

test('asks before a key that was not copied is left', { tag: '@full' }, async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto('/settings/api/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Scale');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Close without copying the key?' })
    .getByRole('button', { name: 'Close without copying' })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const member of ['wholesalerManager', 'retailerViewer'] as const) {
  test(`shows the ${member} a 403`, { tag: '@full' }, async ({ page, faults }) => {
    faults.allow(/403/);
    await signIn(page, DEMO[member]);
    await page.goto('/settings/api/keys');
    await expect(page.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
  });
}
