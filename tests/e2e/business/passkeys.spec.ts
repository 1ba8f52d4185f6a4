import type { Page } from '@playwright/test';
import { DEMO, expect, signInAnew, test } from '../support';

const MEMBER = DEMO.wholesalerManager;

/** Gives the page a device that keeps passkeys and checks who uses it. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('adds a passkey, signs in with it, confirms with it and removes it', async ({ page, product }) => {
  // Passkeys work at the host of PUBLIC_URL alone.
  const home = product.url.replace('127.0.0.1', 'localhost');
  await addDevice(page);
  await page.goto(`${home}/sign-in`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was used' })).toBeVisible();

  await signInAnew(page, MEMBER);
  await page.goto(`${home}/settings/security`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Name').fill('Shop tablet');
  await adding.getByRole('button', { name: 'Add passkey' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Shop tablet');

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

  await page.goto(`${home}/settings/security`);
  await expect(page.getByRole('row').filter({ hasText: 'This session' })).toContainText('With a passkey');
  // As it would be eleven minutes later: the server asks once.
  let asked = 0;
  await page.route('**/api/trpc/auth.passkeys.remove*', async (route) => {
    if (asked++ > 0) return route.continue();
    const data = {
      code: 'FORBIDDEN',
      httpStatus: 403,
      details: { reason: 'reauthentication_required' },
      requestId: null,
    };
    await route.fulfill({ status: 403, json: [{ error: { message: 'x', code: -32003, data } }] });
  });
  await page.getByRole('button', { name: 'Remove Shop tablet' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  const confirming = page.getByRole('dialog', { name: "Confirm it's you" });
  await confirming.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText("You haven't added a passkey yet.")).toBeVisible();
});
