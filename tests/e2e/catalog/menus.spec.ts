import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { DEMO, expect, type RunningProduct, signIn, test } from '../support';

test.skip(({ product }) => !product.dataDir, 'needs E2E_DATA');

/** The path of such a link in the mails to an address; waits for the mail. */
async function linkTo(
  email: string,
  { dataDir = '' }: RunningProduct,
  wanted = /\/m\/r\/[0-9a-z]{26}/,
): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const folder = join(dataDir, 'mail');
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const own = mails.filter((text) => text.includes(`To: ${email}`));
    path = wanted.exec(own.join('\n').replaceAll(/=\r?\n/g, ''))?.[0];
    expect(path).toBeDefined();
  }).toPass();
  return path ?? '';
}

const stranger = (browser: Browser, baseURL: string | undefined, javaScriptEnabled = true) =>
  browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, locale: 'en-US', javaScriptEnabled });

test('a menu becomes a link in five clicks, a stranger’s request in two minutes, an order in two clicks, and its own once it is on board', async ({
  page,
  browser,
  baseURL,
  product,
  faults,
}) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/menus');
  const acts = await countActs(page);
  const began = Date.now();
  await page.getByRole('button', { name: 'New menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'New menu' });
  await dialog.getByLabel('Name').fill(`Shops ${Date.now()}`);
  await dialog.getByRole('button', { name: 'Make menu' }).click();
  const link = page.getByTestId('menu-link');
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  acts.expectAtMost(5);
  expect(Date.now() - began).toBeLessThan(60_000);
  await expectNoFindings(page, 'a menu');
  const menuPath = new URL((await link.textContent()) ?? '').pathname;

  const context = await stranger(browser, baseURL);
  const shop = await context.newPage();
  faults.watch(shop);
  const opened = Date.now();
  await shop.goto(menuPath);
  await expect(shop.getByRole('heading', { level: 1 })).toContainText('Shops');
  await expectNoFindings(shop, 'the page of a menu');
  const wide = () => shop.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  const more = shop.getByRole('button', { name: /^More / });
  for (let n = 0; n < 3; n++) await more.nth(n).click();
  await expect(shop.locator('#count')).toHaveText('3 items');
  // Enough for the seller's minimum.
  for (let n = 0; n < 30 && (await shop.locator('#short').isVisible()); n++) await more.first().click();
  await shop.getByRole('button', { name: 'Request order' }).click();
  await expectNoFindings(shop, 'the form of a request');
  const email = `corner.${Date.now()}@shop.test`;
  const business = shop.getByRole('group', { name: 'Your business' });
  await business.getByLabel('Name').fill('Corner Test Dispensary');
  await shop.getByLabel('License number').fill(`C10-${Date.now()}-LIC`);
  await shop.getByLabel('Street').fill('12 Market Street');
  await shop.getByLabel('City').fill('Oakland');
  await shop.getByLabel('State').fill('CA');
  await shop.getByLabel('ZIP code').fill('94607');
  const person = shop.getByRole('group', { name: 'You', exact: true });
  await person.getByLabel('Name').fill('Maya Alvarez');
  await shop.getByLabel('Email').fill(email);
  await shop.getByLabel('Phone').fill('510 555 0100');
  await shop.getByRole('button', { name: 'Send request' }).click();
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await shop.goto(await linkTo(email, product));
  await shop.getByRole('button', { name: 'Confirm request' }).click();
  await expect(shop.getByText('Confirmed. The seller has your request now.')).toBeVisible();
  await expectNoFindings(shop, 'the page of a request');
  expect(Date.now() - opened).toBeLessThan(120_000);

  await page.goto('/order-requests');
  const row = page.getByRole('row', { name: /Corner Test Dispensary/ });
  await expect(row).toContainText('Waiting');
  await expectNoFindings(page, 'the order requests');
  acts.restart();
  await row.getByRole('button', { name: /^Accept/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}/);
  acts.expectAtMost(2);
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  await shop.reload();
  await expect(shop.getByText(number)).toBeHidden();
  await shop.getByRole('button', { name: 'Order with an account' }).click();
  await expect(shop.getByText('Check your email for the link.')).toBeVisible();
  await shop.goto(await linkTo(email, product, /\/claim\/[\w-]{43}/));
  await shop.getByLabel('Legal name', { exact: true }).fill('Corner Test Dispensary LLC');
  await shop.getByLabel('Location name', { exact: true }).fill('Market Street');
  await shop.getByLabel('Type', { exact: true }).selectOption('retailer');
  await shop.getByLabel('Your name', { exact: true }).fill('Maya Alvarez');
  await shop.getByLabel('Password', { exact: true }).fill('the tide comes in at noon');
  await shop.getByRole('button', { name: 'Set up business' }).click();
  await shop.waitForURL('/');
  await shop.getByRole('link', { name: /^Review what .* has$/ }).click();
  await expect(shop.getByText(number)).toBeVisible();
  await shop.getByRole('button', { name: 'Merge', exact: true }).click();
  await shop.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(shop.getByText(/^Merged:/)).toBeVisible();
  await shop.goto('/orders');
  await shop.getByRole('link', { name: number }).click();
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(number);
  await context.close();
});

test('the page of a menu works without JavaScript', { tag: '@full' }, async ({ page, browser, baseURL }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/menus');
  await page.getByRole('link', { name: 'Weekly menu' }).first().click();
  const menuPath = new URL((await page.getByTestId('menu-link').textContent()) ?? '').pathname;
  const context = await stranger(browser, baseURL, false);
  const shop = await context.newPage();
  await shop.goto(menuPath);
  await shop.getByRole('spinbutton').first().fill('100');
  await shop.getByRole('button', { name: 'Request order' }).click();
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(
    /Request an order|Look at your order again/,
  );
  await context.close();
});
