import type { APIRequestContext } from '@playwright/test';
import { IS_FULL } from '../../setup/full';
import { DEMO, expect, restOf, signIn, test } from '../support';

const UNKNOWN = '01940000-0000-7000-8000-000000000000';
type Member = Exclude<keyof typeof DEMO, 'wholesaler2'>;

const RETAILER: readonly Member[] = ['retailer', 'retailerAdmin', 'retailerManager', 'retailerViewer'];
const WHOLESALER: readonly Member[] = [
  'wholesaler',
  'wholesalerAdmin',
  'wholesalerManager',
  'wholesalerViewer',
];
const ALL: readonly Member[] = [...RETAILER, ...WHOLESALER, 'cultivator'];
const OWNERS: readonly Member[] = ['retailer', 'wholesaler', 'cultivator'];
const ADMINS: readonly Member[] = [...OWNERS, 'retailerAdmin', 'wholesalerAdmin'];
const MANAGERS: readonly Member[] = [...ADMINS, 'retailerManager', 'wholesalerManager'];
const BUYERS: readonly Member[] = [...RETAILER, ...WHOLESALER];
/** Those of them who may place an order. */
const ORDERING: readonly Member[] = BUYERS.filter((member) => !member.endsWith('Viewer'));
const SELLERS: readonly Member[] = [...WHOLESALER, 'cultivator'];

/** Who may open each page; for everybody else it is 403. */
const PAGES: Readonly<Record<string, readonly Member[]>> = {
  '/': ALL,
  '/orders': ALL,
  '/purchases': WHOLESALER,
  '/drafts': ALL,
  '/backorders': ALL,
  '/market?view=all': BUYERS,
  '/cart': ORDERING,
  '/reorder': ORDERING,
  '/inventory': ALL,
  '/inventory/snapshot': ALL,
  '/inventory/syncs': ALL,
  '/inventory/transfers': ALL,
  '/inventory/transfers/new': MANAGERS,
  '/inventory/package': ['wholesaler', 'wholesalerAdmin', 'wholesalerManager', 'cultivator'],
  '/inventory/receipts': ALL,
  '/inventory/receipts/new': MANAGERS,
  '/inventory/receipts/new?kind=harvest': [
    'wholesaler',
    'wholesalerAdmin',
    'wholesalerManager',
    'cultivator',
  ],
  '/batches': ALL,
  '/reports': ALL,
  '/reports/margins': SELLERS,
  '/inventory/count': MANAGERS,
  '/inventory/import': MANAGERS,
  '/inventory/levels/import': MANAGERS,
  '/inventory/receipts/import': MANAGERS,
  '/products': ALL,
  '/products/new': ADMINS,
  '/products/import': ADMINS,
  '/suppliers': BUYERS,
  '/customers': SELLERS,
  '/price-lists': SELLERS,
  '/offers': SELLERS,
  '/bills': BUYERS,
  '/invoices': ALL,
  '/payments': ALL,
  '/payments/new': ['wholesaler', 'wholesalerAdmin', 'wholesalerManager', 'cultivator'],
  '/receivables': ALL,
  '/orders/new': ['wholesaler', 'wholesalerAdmin', 'wholesalerManager', 'cultivator'],
  '/customers/requests': SELLERS,
  '/customers/new': ['wholesaler', 'wholesalerAdmin', 'wholesalerManager', 'cultivator'],
  '/customers/import': ['wholesaler', 'wholesalerAdmin', 'wholesalerManager', 'cultivator'],
  '/invoices/import': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/profile': ALL,
  '/settings/security': ALL,
  '/settings/notifications': ALL,
  '/settings/locations': ALL,
  '/settings/team': ALL,
  '/settings/business': ADMINS,
  '/settings/licenses': ADMINS,
  '/settings/sales': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/invoices': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/taxes': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/books': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/inventory': ADMINS,
  '/settings/pos': ADMINS,
  '/settings/integrations': ADMINS,
  '/settings/moving-in': ['wholesaler', 'wholesalerAdmin', 'cultivator'],
  '/settings/api': ADMINS,
  '/settings/api/keys': ADMINS,
  '/settings/api/webhooks': ADMINS,
  '/settings/api/reference': ADMINS,
  '/settings/api/assistants': ALL,
  '/settings/audit': ADMINS,
  '/settings/danger': OWNERS,
};

/** Pages of an object, with who gets a 404 for one that doesn't exist; for everybody else the page is 403. */
const OBJECTS: Readonly<Record<string, readonly Member[]>> = {
  '/orders/': ALL,
  '/drafts/': ALL,
  '/market/': BUYERS,
  '/inventory/': ALL,
  '/inventory/count/': MANAGERS,
  '/inventory/transfers/': ALL,
  '/batches/': ALL,
  '/recalls/': ALL,
  '/products/': ALL,
  '/suppliers/': BUYERS,
  '/customers/': SELLERS,
  '/price-lists/': SELLERS,
  '/invoices/': ALL,
  '/settings/api/webhooks/': ADMINS,
  '/settings/api/reference/': ADMINS,
};

const statusOf = async (request: APIRequestContext, path: string) =>
  (await request.get(path, { maxRedirects: 0 })).status();

/** Who may open least of all; the tests of components and REST prove the rights of the others. */
const LEAST: readonly Member[] = ['retailerViewer'];

for (const member of ALL) {
  const tag = LEAST.includes(member) ? [] : '@full';
  test(`responds to a hard load by ${member} with the status of the page`, { tag }, async ({ page }) => {
    await signIn(page, DEMO[member]);
    const { request } = page.context();
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [path, allowed] of Object.entries(PAGES)) {
      expected[path] = allowed.includes(member) ? 200 : 403;
      found[path] = await statusOf(request, path);
    }
    for (const [n, [path, allowed]] of Object.entries(OBJECTS).entries()) {
      const ids = [UNKNOWN, 'not-an-id'];
      for (const id of IS_FULL ? ids : [ids[n % 2]]) {
        expected[path + id] = allowed.includes(member) ? 404 : 403;
        found[path + id] = await statusOf(request, path + id);
      }
    }
    for (const path of ['/nowhere', '/products/nowhere/else', '/settings/nowhere']) {
      expected[path] = 404;
      found[path] = await statusOf(request, path);
    }
    expect(found).toEqual(expected);
  });
}

test("responds with 404 to another business's objects", async ({ page }) => {
  const owner = await restOf(page.request, DEMO.wholesaler);
  type Ids = { data: { id: string }[] };
  const { data: items } = await owner<Ids>('GET', '/inventory?limit=1');
  await signIn(page, DEMO.cultivator);
  expect(await statusOf(page.context().request, `/inventory/${items[0]?.id}`)).toBe(404);
});

test('responds to a visitor with 404 where there is no page, without the shell', async ({ page, faults }) => {
  faults.allow(/404/);
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
});

for (const [path, title, status] of [
  ['/nowhere', 'Page not found', 404],
  [`/orders/${UNKNOWN}`, 'Page not found', 404],
  ['/products/new', "You don't have access", 403],
  ['/settings/audit', "You don't have access", 403],
] as const) {
  const tag = path === '/nowhere' ? [] : '@full';
  test(`keeps the shell and leads out of ${path} (${status})`, { tag }, async ({ page, faults }) => {
    faults.allow(new RegExp(`status of ${status}`));
    await signIn(page, DEMO.retailerViewer);
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });
}

test('sends panels and rows without JavaScript, to a narrow window and a wide phone too', async ({
  browser,
  baseURL,
  page,
}) => {
  await signIn(page, DEMO.retailerViewer);
  const storageState = await page.context().storageState();
  const opened = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false });
  const still = await opened.newPage();
  for (const [path, title] of [
    ['/nowhere', 'Page not found'],
    [`/orders/${UNKNOWN}`, 'Page not found'],
    ['/settings/audit', "You don't have access"],
  ] as const) {
    await still.goto(path);
    await expect(still.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(still.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
  await still.setViewportSize({ width: 390, height: 844 });
  await still.goto('/orders');
  await expect(still.locator('[data-row] a').first()).toBeVisible();
  await still.setExtraHTTPHeaders({ 'sec-ch-ua-mobile': '?1' });
  await still.setViewportSize({ width: 844, height: 390 });
  await still.goto('/orders');
  await expect(still.locator('li[data-row] a').first()).toBeVisible();
  await opened.close();
});
