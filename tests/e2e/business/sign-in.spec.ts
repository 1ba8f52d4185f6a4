import type { Page } from '@playwright/test';
import { DEMO, expect, fillSignIn, PASSWORD, signInAnew, test } from '../support';

/** Ends the page's session as another browser would: with the same session, by signing out. */
async function endSessionElsewhere(page: Page): Promise<void> {
  const state = await page.context().storageState();
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: state, baseURL: process.env.E2E_URL });
  if (!context) throw new Error('The page has no browser');
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: /^Account of/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL(/\/sign-in/);
  await context.close();
}

test('returns a signed-out visitor to the filtered list after sign-in', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/orders?status=pending');
  await expect(page).toHaveURL('/sign-in?next=%2Forders%3Fstatus%3Dpending');
  await fillSignIn(page, DEMO.wholesaler);
  await expect(page).toHaveURL('/orders?status=pending');
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
});

test('rejects a malformed address to return to, wherever it is sent (400)', async ({ request }) => {
  const expectFault = async (response: { status(): number; json(): Promise<unknown> }) => {
    expect(response.status()).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
  };
  for (const action of ['signin', 'signout', 'session', 'csrf', 'providers', 'error']) {
    await expectFault(await request.get(`/api/auth/${action}?callbackUrl=%25%25`));
  }
  const path = '/api/auth/callback/credentials';
  await expectFault(await request.post(path, { form: { callbackUrl: 'nowhere', email: 'a@example.com' } }));
  await expectFault(await request.post(path, { data: { callbackUrl: 5 } }));
  const headers = { 'content-type': 'application/json' };
  await expectFault(await request.post(path, { headers, data: Buffer.from('{"a":') }));
  await expectFault(
    await request.get('/api/auth/session', { headers: { cookie: 'tallyleaf-callback=x%20y' } }),
  );
});

test('redirects a signed-in user from the sign-in page', async ({ page }) => {
  await signInAnew(page, DEMO.wholesaler);
  await page.goto('/sign-in?next=%2Fproducts%3Fq%3Dgelato');
  await expect(page).toHaveURL('/products?q=gelato');
});

for (const [index, next] of [
  '/\\example.com',
  '//example.com',
  'https://example.com',
  '/.//example.com',
  '/\t/example.com',
].entries()) {
  const tag = index > 0 ? '@full' : [];
  test(`never redirects to ${JSON.stringify(next)} after sign-in`, { tag }, async ({ page }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await fillSignIn(page, DEMO.wholesaler);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
}

test('shows a wrong password inline, and focuses the password for the next attempt', async ({ page }) => {
  await page.goto('/sign-in');
  await fillSignIn(page, DEMO.wholesaler, 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect' })).toHaveText(
    'Incorrect email or password.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(DEMO.wholesaler);
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('names missing fields of an empty form and sends nothing', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('locks after five failures, and says for how long', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in');
  const alert = page.getByRole('alert').filter({ hasText: /Incorrect|Too many/ });
  for (let failure = 0; failure < 5; failure++) {
    const answered = page.waitForResponse('**/api/auth/callback/credentials**');
    await fillSignIn(page, 'nobody.locked@demo.test', 'not the password');
    await answered;
    await expect(alert).toHaveText('Incorrect email or password.');
  }
  await fillSignIn(page, 'nobody.locked@demo.test', 'not the password');
  await expect(alert).toHaveText(
    /^Too many failed attempts\. Try again in 15 minutes \(at \d+:\d\d [AP]M\), or reset your password\.$/,
  );
});

test('lets a known browser sign in through a lock caused by others', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const email = DEMO.cultivator;
  await page.goto('/sign-in');
  await fillSignIn(page, email);
  await expect(page).toHaveURL('/');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'tallyleaf-device');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  for (let failure = 0; failure < 5; failure++) {
    await request.post('/auth/login', { data: { email, password: 'not the password' } });
  }
  const locked = await request.post('/auth/login', { data: { email, password: PASSWORD } });
  expect(locked.status()).toBe(423);
  await page.context().clearCookies({ name: /^tallyleaf-session/ });
  await page.goto('/sign-in');
  await fillSignIn(page, email, 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect' })).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('opens sign-in over a half-filled form when the session ends, and keeps its values', async ({
  page,
}) => {
  await signInAnew(page, DEMO.wholesalerAdmin);
  await page.goto('/products/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Session Haze');
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Flower');
  await page.getByLabel('Variant name').fill('1 g');
  await page.getByLabel('SKU').fill('E2E-SESSION-1');
  await page.getByRole('textbox', { name: 'Wholesale price' }).fill('12.5');
  await endSessionElsewhere(page);

  await page.getByRole('button', { name: 'Create product' }).click();
  const gate = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(gate).toBeVisible();
  await gate.getByLabel('Email').fill(DEMO.wholesalerAdmin);
  await gate.getByLabel('Password').fill(PASSWORD);
  await gate.getByRole('button', { name: 'Sign in' }).click();
  await expect(gate).toBeHidden();

  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Session Haze');
  await expect(page.getByLabel('SKU')).toHaveValue('E2E-SESSION-1');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Session Haze' })).toBeVisible();
});

test('shows another user who signs in over the page their own pages', { tag: '@full' }, async ({ page }) => {
  await signInAnew(page, DEMO.wholesalerAdmin);
  await page.goto('/products');
  await endSessionElsewhere(page);
  await page.getByLabel('Search products').fill('haze');
  const gate = page.getByRole('dialog', { name: 'Sign in again' });
  await gate.getByLabel('Email').fill(DEMO.cultivator);
  await gate.getByLabel('Password').fill(PASSWORD);
  await gate.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Redwood Terrace Farms');
});

test('says at sign-in that the session has ended', { tag: '@full' }, async ({ page }) => {
  await signInAnew(page, DEMO.wholesalerAdmin);
  await endSessionElsewhere(page);
  await page.goto('/inventory?low_stock=true');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await fillSignIn(page, DEMO.wholesalerAdmin);
  await expect(page).toHaveURL('/inventory?low_stock=true');
});
