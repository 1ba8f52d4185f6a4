import type { Page } from '@playwright/test';
import { DEMO, expect, signIn, test } from '../support';

const SLOWDOWN = 6;
/** A page that a late failure leads to another address has left by then. */
const SETTLED_MS = 2_000;

const LISTS = [
  { path: '/inventory', member: DEMO.wholesaler, columns: ['SKU', 'Available'] },
  { path: '/orders', member: DEMO.wholesaler, columns: ['Order', 'Total'] },
  { path: '/products', member: DEMO.wholesaler, columns: ['Product', 'Brand'] },
] as const;

/** Sorts by each column, so that the history holds two views after the list's first. */
async function sortBy(page: Page, columns: readonly string[]): Promise<void> {
  for (const name of columns) {
    const before = page.url();
    await page.getByRole('columnheader').getByRole('button', { name, exact: true }).click();
    await expect(page).not.toHaveURL(before);
  }
}

/** Presses Back as a person does, who waits for nothing. */
const back = (page: Page) => page.evaluate(() => window.history.back());

/** Holds the pages' data that Next fetches for sorted views. @returns fails what was held, and says how much it was */
async function holdData(page: Page): Promise<() => Promise<number>> {
  const held: Array<() => Promise<void>> = [];
  await page.route(
    (url) => url.searchParams.has('_rsc') && url.searchParams.has('sort'),
    (route) => {
      held.push(() => route.fulfill({ status: 503, body: '' }).catch(() => undefined));
    },
  );
  return async () => {
    for (const fail of held) await fail();
    return held.length;
  };
}

for (const { path, member, columns } of LISTS) {
  test(`Back wins over data of a view of ${path} that fails after the view was left`, {
    tag: '@full',
  }, async ({ page, faults }) => {
    faults.allow(/status of 503/);
    await signIn(page, member);
    await page.goto(path);
    await sortBy(page, columns);
    const last = page.url();
    const browser = await page.context().newCDPSession(page);
    let failHeld = async () => 0;
    for (let isDocument = true; isDocument; ) {
      if (page.url() !== last) await page.goto(last);
      // After a reload Next has no data of the earlier views and fetches it with each step back. Now and then it loads the
      // view as a whole document instead, which has no data to fail.
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.reload();
      // Before the page's effects have run, nothing listens to a step back.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      failHeld = await holdData(page);
      const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('sort'));
      await back(page);
      const request = await asked;
      isDocument = request.isNavigationRequest();
      // Going on before it is there would replace its entry in the history.
      if (isDocument) await request.response().then(() => page.waitForLoadState());
    }
    await back(page);
    await expect(page).toHaveURL(path);
    expect(await failHeld(), 'data was under way').toBeGreaterThan(0);
    await page.waitForTimeout(SETTLED_MS);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('table').first()).toBeVisible();
  });
}
