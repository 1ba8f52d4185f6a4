import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { openDatabase } from '../../../server/platform/db/client';
import { expectNoFindings } from '../axe';
import { DEMO, expect, PASSWORD, type RunningProduct, signInAnew, test } from '../support';

const TEAM = '/api/v1/entity/team';
test.skip(({ product }) => !product.dataDir || !product.databaseUrl, 'needs E2E_DATA and E2E_DATABASE');

let guests = 0;

/** Invites a guest of the demo's cultivator, over REST. */
async function invite(request: APIRequestContext, product: RunningProduct) {
  const login = await request.post('/auth/login', { data: { email: DEMO.cultivator, password: PASSWORD } });
  const { access_token } = await login.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const email = `guest${++guests}.${Date.now()}@demo.test`;
  const sent = await request.post(`${TEAM}/invite`, { headers, data: { email, role: 'manager' } });
  const { user_id } = await sent.json();
  const withdraw = () => request.delete(`${TEAM}/${user_id}`, { headers });
  return { email, id: String(user_id), withdraw, path: await linkTo(email, product) };
}

/** The path of the link in the mail to an address; waits for the mail. */
async function linkTo(email: string, { dataDir = '' }: RunningProduct): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const folder = join(dataDir, 'mail');
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const mail = mails.find((text) => text.includes(`To: ${email}`)) ?? '';
    path = /\/invite\/[\w-]{43}/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[0];
    expect(path).toBeDefined();
  }).toPass();
  return path ?? '';
}

test('shows password rules first, rejects a common password, and accepts an invitation once', async ({
  page,
  request,
  product,
}) => {
  const { email, path, withdraw } = await invite(request, product);
  try {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Redwood Terrace Farms');
    await expect(page).toHaveTitle('Invitation · Tallyleaf');
    await expect(page.getByText('8 to 128 characters')).toBeVisible();
    await expectNoFindings(page, 'an invitation');
    await page.getByLabel('Your name').fill('Guest Grower');
    await page.getByLabel('Password', { exact: true }).fill('password123');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('most common passwords')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('the tide comes in at noon');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.waitForURL('/');
    await expect(page.getByRole('button', { name: 'Account of Guest Grower' })).toBeVisible();

    // Home may still be asking for pictures, which are 401 without the session.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has been accepted');
    await expect(page.getByText(email)).toBeVisible();
  } finally {
    await withdraw();
  }
});

test("names the recipient of another user's invitation, and offers to sign out", { tag: '@full' }, async ({
  page,
  request,
  product,
}) => {
  const { email, path, withdraw } = await invite(request, product);
  await signInAnew(page, DEMO.retailerViewer);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is for another user');
  await expect(
    page.getByText(`It was sent to ${email}. You are signed in as ${DEMO.retailerViewer}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Redwood Terrace Farms');
  await withdraw();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("This invitation isn't valid");
});

test('says that an invitation has expired, even while its page is open', { tag: '@full' }, async ({
  page,
  request,
  product,
}) => {
  const { id, path, withdraw } = await invite(request, product);
  await page.goto(path);
  await page.getByLabel('Your name').fill('Guest Grower');
  await page.getByLabel('Password', { exact: true }).fill('the tide comes in at noon');
  const { sql, close } = openDatabase({ url: product.databaseUrl ?? '', pool: 1 });
  await sql`update invitations set expires_at = now() where id = ${id}`;
  await close();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has expired');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation has expired');
  await withdraw();
});
