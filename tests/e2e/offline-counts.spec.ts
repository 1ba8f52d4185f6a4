import type { Page } from '@playwright/test';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { type Product, startProduct } from './product';
import { DEMO, expect, restOf, signIn, signInAnew, test } from './support';

/** A server of its own on the worker's demo: the network is cut by stopping it. */
async function startOwn(port: number, database: string, dataDir: string, env = {}): Promise<Product> {
  return startProduct({
    PORT: String(port),
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    AUTH_SECRET: process.env.E2E_SECRET ?? '',
    HOST: 'localhost',
    LAME_DUCK_SECONDS: '0',
    ...env,
  });
}

const scan = async (page: Page, code: string) => {
  await page.getByLabel('Scan or type a SKU').fill(code);
  await page.keyboard.press('Enter');
};
const kept = (page: Page) =>
  page.waitForFunction(
    () => document.cookie.includes('tallyleaf-counts=1') && navigator.serviceWorker.controller !== null,
  );

test('goes on counting without a network, also after a reload, sends it once, and keeps it from other users', async ({
  browser,
  request,
  product,
  faults,
}) => {
  const { databaseUrl, dataDir } = product;
  test.skip(!databaseUrl || !dataDir, 'needs a server that it can stop');
  if (!databaseUrl || !dataDir) return;
  faults.allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|status of 503/);
  const rest = await restOf(request, DEMO.wholesaler);
  const { data } = await rest<{ data: { sku: string; location_id: string; room_type: string }[] }>(
    'GET',
    '/inventory?room_type=vault&limit=1',
  );
  const [item] = data;
  if (!item) throw new Error('the vault is empty');
  const place = { location_id: item.location_id, room_type: item.room_type };
  const { id } = await rest<{ id: string }>('POST', '/inventory/counts', place);
  const port = await findFreePort();
  let own = await startOwn(port, databaseUrl, dataDir);
  const context = await browser.newContext({
    baseURL: own.url,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  faults.watch(page);
  await signInAnew(page, DEMO.wholesaler);
  await page.goto(`/inventory/count/${id}`);
  await kept(page);

  await own.stop();
  await scan(page, item.sku);
  await expect(page.getByText('1 unsent, sent when the network is back')).toBeVisible();
  await page.reload();
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Count of / })).toBeVisible();
  await scan(page, item.sku);
  await expect(page.getByText('2 unsent')).toBeVisible();
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => !path.startsWith('/_next/static/'))).toEqual(['/offline']);

  own = await startOwn(port, databaseUrl, dataDir);
  const counted = page.getByRole('textbox', { name: new RegExp(`^Counted .*${item.sku}$`) });
  await expect(counted).toHaveValue('2');
  await expect(page.getByText('unsent')).toHaveCount(0);
  await expect(page.getByText('1 item counted')).toBeVisible();

  // A count in review takes nothing: what is scanned stays, for this member alone.
  await rest('PATCH', `/inventory/counts/${id}`, { status: 'review' });
  await scan(page, item.sku);
  await expect(page.getByText('1 unsent, sent when')).toBeVisible();
  await context.clearCookies({ name: /session/ });
  await signIn(page, DEMO.wholesalerManager);
  await rest('PATCH', `/inventory/counts/${id}`, { status: 'counting' });
  await page.goto(`/inventory/count/${id}`);
  await expect(counted).toHaveValue('2');
  await expect(page.getByText('unsent')).toHaveCount(0);
  await context.clearCookies({ name: /session/ });
  await signInAnew(page, DEMO.wholesaler);
  await page.goto(`/inventory/count/${id}`);
  await expect(counted).toHaveValue('3');

  // Signing out asks for what is unsent, and removes it from the device.
  await page.route(/recordEntries/, (route) => route.abort());
  await scan(page, item.sku);
  await expect(page.getByText('1 unsent, sent when')).toBeVisible();
  // The page is keeping the count at the moment: it must not write once more behind the removal.
  let release = () => {};
  const responded = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/counts\.lines/, async (route) => {
    await responded;
    await route.continue();
  });
  const keeping = page.waitForRequest(/counts\.lines/);
  await page.reload();
  await keeping;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out with 1 unsent entry?' });
  const left = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/signout'));
  await question.getByRole('button', { name: 'Sign out' }).click();
  expect((await (await left).allHeaders())['clear-site-data']).toBe('"storage"');
  release();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);

  await context.close();
  await own.stop();
  own.expectNoFaults();
});

test("the operator's switch removes the service worker and its files; a sign-in after a sign-out keeps them again", {
  tag: '@full',
}, async ({ browser, request, product, faults }) => {
  const { databaseUrl, dataDir } = product;
  test.skip(!databaseUrl || !dataDir, 'needs a server that it can stop');
  if (!databaseUrl || !dataDir) return;
  faults.allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|status of 503/);
  const rest = await restOf(request, DEMO.wholesaler);
  const { locations } = await rest<{ locations: { id: string }[] }>('GET', '/entity');
  const place = { location_id: locations[0]?.id, room_type: 'vault' };
  const { id } = await rest<{ id: string }>('POST', '/inventory/counts', place);
  const port = await findFreePort();
  let own = await startOwn(port, databaseUrl, dataDir);
  const context = await browser.newContext({ baseURL: own.url, locale: 'en-US', serviceWorkers: 'allow' });
  const page = await context.newPage();
  faults.watch(page);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  for (const leaves of [true, false]) {
    await signInAnew(page, DEMO.wholesaler);
    await page.goto(`/inventory/count/${id}`);
    await kept(page);
    if (!leaves) continue;
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect(await workers()).toBe(0);
  }
  await own.stop();
  own = await startOwn(port, databaseUrl, dataDir, { OFFLINE: '0' });
  await page.goto('/');
  await expect.poll(workers).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.close();
  await own.stop();
  own.expectNoFaults();
});
