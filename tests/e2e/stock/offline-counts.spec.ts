import type { Locator, Page } from '@playwright/test';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { type Product, startProduct } from '../product';
import { DEMO, expect, restOf, signIn, signInAnew, test } from '../support';

const started: Product[] = [];
// A failed test doesn't come to its last line.
test.afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

/** A server of its own on the worker's demo: the network is cut by stopping it. */
async function startOwn(port: number, database: string, dataDir: string, env = {}): Promise<Product> {
  const server = await startProduct({
    PORT: String(port),
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    AUTH_SECRET: process.env.E2E_SECRET ?? '',
    HOST: 'localhost',
    LAME_DUCK_SECONDS: '0',
    ...env,
  });
  started.push(server);
  return server;
}

const scan = async (page: Page, code: string) => {
  await page.getByLabel('Scan or type a SKU').fill(code);
  await page.keyboard.press('Enter');
};
/** Asks to sign out. @returns the button that does, though entries are unsent */
async function signOutWith(page: Page, unsent: string): Promise<Locator> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: `Sign out with ${unsent}?` });
  return question.getByRole('button', { name: 'Sign out' });
}
const kept = (page: Page) =>
  page.waitForFunction(
    () => document.cookie.includes('tallyleaf-counts=1') && navigator.serviceWorker.controller !== null,
  );

test('goes on counting without a network, also after a reload, sends it once, and keeps it from other users', {
  tag: '@full',
}, async ({ browser, request, product, faults }) => {
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

  // Signing out asks for what is unsent; where it fails, everything stays, and more is kept.
  await page.route(/recordEntries/, (route) => route.abort());
  await scan(page, item.sku);
  await expect(page.getByText('1 unsent, sent when')).toBeVisible();
  await page.route('**/api/auth/signout', (route) => route.abort());
  await (await signOutWith(page, '1 unsent entry')).click();
  await expect(page.getByText("Couldn't sign out")).toBeVisible();
  await page.unroute('**/api/auth/signout');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await scan(page, item.sku);
  await expect(page.getByText('2 unsent, sent when')).toBeVisible();
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
  const leave = await signOutWith(page, '2 unsent entries');
  const left = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/signout'));
  await leave.click();
  expect((await (await left).allHeaders())['clear-site-data']).toBe('"storage"');
  release();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);

  await context.close();
  await own.stop();
  own.expectNoFaults();
});

const DAY_MS = 86_400_000;

/** Writes a count of another member to the device, as if it had been kept so long ago. */
const keepSince = (page: Page, id: string, ms: number) =>
  page.evaluate(
    ([name, ago]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tallyleaf-counts');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('rows', 'readwrite');
          const value = { id: name, title: name, lines: [] };
          writing.objectStore('rows').put({ savedAt: Date.now() - ago, value }, ['count', 'u', 'e', name]);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = reject;
        };
        opening.onerror = reject;
      }),
    [id, ms] as const,
  );

/** The counts and entries that the device keeps, of every member. */
const keptIds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('tallyleaf-counts');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('rows').objectStore('rows').getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map((key) => (key as string[]).at(-1)));
          };
        };
        opening.onerror = reject;
      }),
  );

test("the operator's switch removes the service worker and its files; a sign-in after a sign-out keeps them again; counts stay for seven days", {
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
  // What was kept for more than seven days goes when a count is kept again, whatever member it is of.
  await keepSince(page, 'older', 7 * DAY_MS + 60_000);
  await keepSince(page, 'younger', 7 * DAY_MS - 60_000);
  await page.reload();
  await expect.poll(() => keptIds(page)).not.toContain('older');
  expect(await keptIds(page)).toEqual(expect.arrayContaining(['younger', id]));
  await own.stop();
  own = await startOwn(port, databaseUrl, dataDir, { OFFLINE: '0' });
  await page.goto('/');
  await expect.poll(workers).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.close();
  await own.stop();
  own.expectNoFaults();
});
