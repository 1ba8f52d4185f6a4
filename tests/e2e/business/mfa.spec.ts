import type { APIRequestContext } from '@playwright/test';
import { generateSync } from 'otplib';
import { DEMO, expect, fillSignIn, PASSWORD, test } from '../support';

const MEMBER = DEMO.wholesaler2;

/** The code that an app shows now, or so many steps of 30 seconds later. */
const totp = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Turns the member's second factor on, over REST. */
async function enrol(request: APIRequestContext) {
  const { access_token } = await (
    await request.post('/auth/login', { data: { email: MEMBER, password: PASSWORD } })
  ).json();
  const headers = { authorization: `Bearer ${access_token}` };
  const { secret } = await (await request.post('/auth/mfa/enable', { headers })).json();
  const verified = await request.post('/auth/mfa/verify', { headers, data: { code: totp(secret) } });
  const { recovery_codes } = (await verified.json()) as { recovery_codes: string[] };
  const disable = (code: string | undefined) =>
    request.post('/auth/mfa/disable', { headers, data: { password: PASSWORD, code } });
  return { secret: String(secret), recoveryCodes: recovery_codes, disable };
}

test('opens no session by the password alone, shows a wrong code inline, and signs in with the right one', {
  tag: '@full',
}, async ({ page, request }) => {
  const { secret, recoveryCodes, disable } = await enrol(request);
  const [first = '', last = ''] = [recoveryCodes[0], recoveryCodes[9]];
  try {
    await page.goto('/orders?status=pending');
    await fillSignIn(page, MEMBER);
    await expect(page).toHaveURL('/sign-in/mfa?next=%2Forders%3Fstatus%3Dpending');
    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();

    // No session yet: every page asks to sign in.
    await page.goto('/orders');
    await expect(page).toHaveURL(/^[^?]*\/sign-in\?/);
    await page.goto('/sign-in/mfa?next=%2Forders%3Fstatus%3Dpending');

    const alert = page.getByRole('alert').filter({ hasText: /code/ });
    await code.fill('12345');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter the six-digit code from your app')).toBeVisible();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText('Incorrect code, or this code was already used.');
    await expect(code).toBeFocused();

    // As an app shows it, and as it is pasted.
    const shown = totp(secret);
    await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/orders?status=pending');
    await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();

    await page.context().clearCookies();
    await page.goto('/sign-in');
    await fillSignIn(page, MEMBER);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(first.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  } finally {
    expect((await disable(last)).status()).toBe(200);
  }
});

test('sends the second step without a first to sign-in', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in/mfa?next=%2Forders');
  await page.getByRole('link', { name: 'Sign in with your password' }).click();
  await expect(page).toHaveURL('/sign-in?next=%2Forders');
});

test('responds the same to any address when a password is forgotten', { tag: '@full' }, async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody@nowhere.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  await expect(page.getByText('If nobody@nowhere.test has an account')).toBeVisible();
});

test('explains an invalid link and leads to a new one', { tag: '@full' }, async ({ page }) => {
  await page.goto('/reset-password/not-a-token');
  await expect(page.getByRole('heading', { level: 1, name: "This link isn't valid" })).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});
