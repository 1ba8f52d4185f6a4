import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { openDatabase } from '../../../server/platform/db/client';
import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { DEMO, expect, PASSWORD, signIn, signInAnew, test } from '../support';

// No other spec shares this member's sessions, which end here.
const MEMBER = DEMO.wholesaler2;

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused();
}

const codesIn = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

test('turns two-factor authentication on in five acts and the code, replaces its recovery codes, and turns it off', {
  tag: '@full',
}, async ({ page, product }) => {
  test.skip(!product.databaseUrl, 'needs E2E_DATABASE');
  await signInAnew(page, MEMBER);
  await page.goto('/');
  const acts = await countActs(page);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectNoFindings(page, 'setup');
  const secret = String(await setup.locator('code').textContent()).replaceAll(' ', '');
  await setup.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(setup.getByText('Incorrect code, or this code was already used')).toBeVisible();
  expect(acts.done.pop()).toBe('key Enter');
  await setup.getByLabel('Code', { exact: true }).fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Two-factor authentication is on' });
  await expect(codesIn(page)).toHaveCount(10);
  // Keeping the codes is the fifth.
  acts.expectAtMost(4);
  await expectNoFindings(page, 'recovery codes');
  const codes = await codesIn(page).allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('link', { name: 'Download codes' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Turn off two-factor authentication' })).toBeVisible();

  const { sql, close } = openDatabase({ url: product.databaseUrl ?? '', pool: 1 });
  await sql`update sessions set authenticated_at = now() - interval '1 hour'
    where user_id = (select id from users where email = ${MEMBER})`;
  await close();
  await page.getByRole('button', { name: 'Replace recovery codes' }).click();
  await page.getByRole('button', { name: 'Replace codes' }).click();
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await question.getByLabel('Password').fill('not the password');
  await question.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Incorrect password')).toBeVisible();
  await expect(question.getByLabel('Password')).toBeFocused();
  await question.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New recovery codes' })).toBeVisible();
  const renewed = await codesIn(page).allInnerTexts();
  expect(renewed).not.toContain(codes[1]);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication' });
  await off.getByLabel('Password').fill(PASSWORD);
  await off.getByLabel('Code').fill(renewed[0] ?? '');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeVisible();
});

test('signs out another session, then all others, and changes the password', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const tokenOf = async () => {
    const login = await request.post('/auth/login', {
      data: { email: MEMBER, password: PASSWORD },
      headers: { 'user-agent': 'warehouse-sync/2.1' },
    });
    return (await login.json()).access_token as string;
  };
  const statusWith = async (token: string) =>
    (await request.get('/auth/me', { headers: { authorization: `Bearer ${token}` } })).status();
  await signInAnew(page, MEMBER);
  await page.goto('/settings/security');
  const first = await tokenOf();
  await page.reload();
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByText('This session')).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Sign out warehouse-sync/ }).click();
  await expect(sessions.getByRole('rowheader', { name: 'warehouse-sync' })).toHaveCount(0);
  expect(await statusWith(first)).toBe(401);

  const second = await tokenOf();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('Signed out everywhere else')).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect(await statusWith(second)).toBe(401);

  for (const [current, next] of [
    [PASSWORD, 'a warehouse full of pine'],
    ['a warehouse full of pine', PASSWORD],
  ] as const) {
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByLabel('New password').fill(next);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Incorrect password')).toBeVisible();
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('shows in the audit log who changed a name, with the values before and after', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailerAdmin);
  await page.goto('/settings/profile');
  const field = page.getByLabel('Full name');
  const before = await field.inputValue();
  const rename = async (next: string) => {
    await field.fill(next);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: `Account of ${next}` })).toBeVisible();
  };
  await rename('Robin Castellanos');
  try {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('button', { name: 'Area', exact: true }).click();
    await page.getByRole('option', { name: 'Sign-in security' }).click();
    await expect(page).toHaveURL(/action=user/);
    await page.getByRole('button', { name: 'View Profile updated, Robin Castellanos' }).first().click();
    const entry = page.getByRole('dialog', { name: 'Profile updated' });
    const row = entry.getByRole('row', { name: /^Name/ });
    await expect(row).toContainText(before);
    await expect(row).toContainText('Robin Castellanos');
    await expectNoFindings(page, 'an audit entry');
    await entry.getByRole('button', { name: 'Close' }).first().click();
    const href = await page.getByRole('link', { name: 'Export' }).getAttribute('href');
    const csv = await page.request.get(String(href));
    expect(csv.headers()['content-type']).toContain('text/csv');
    expect((await csv.text()).split('\n')[1]).toContain('user.updated');
  } finally {
    await page.goto('/settings/profile');
    await rename(before);
  }
});

test('leaves the audit log to owners and admins, and deletion to the owner', { tag: '@full' }, async ({
  page,
  signedInAs,
  faults,
}) => {
  faults.allow(/403/);
  await signIn(page, DEMO.retailerManager);
  expect((await page.goto('/settings/audit'))?.status()).toBe(403);
  await expect(page.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
  const admin = await signedInAs(DEMO.retailerAdmin);
  expect((await admin.goto('/settings/danger'))?.status()).toBe(403);
  await expect(admin.getByText(/Ask an owner/)).toBeVisible();
});

test('deletes no business without its name, the password and an end of its open orders', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/settings/danger');
  await page.getByRole('button', { name: 'Delete business' }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete / });
  const typed = dialog.getByLabel(/^Type/);
  const remove = dialog.getByRole('button', { name: 'Delete business' });
  await typed.fill('Harbor');
  await dialog.getByLabel('Password').fill('not the password');
  await remove.click();
  await expect(dialog.getByText(/^Type .* exactly$/)).toBeVisible();
  await typed.fill('Harbor & Pine');
  await remove.click();
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await remove.click();
  await expect(dialog.getByRole('alert')).toContainText(/still open/);
  await expectNoFindings(page, 'the deletion');
});
