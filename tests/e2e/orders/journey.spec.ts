import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { countActs } from '../acts';
import { expect, test } from '../support';

const PASSWORD = 'the tide comes in at noon';
const RETAILER = 'maya@corner.test';

let folder: string;
let server: ChildProcess;
let url: string;
const mails: Array<{ to: string; text: string }> = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, done) {
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
    stream.once('end', () => {
      // Long lines are folded in a mail.
      for (const { address } of envelope.rcptTo)
        mails.push({ to: address, text: text.replaceAll('=\r\n', '') });
      done();
    });
  },
});

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'tallyleaf-journey-'));
  const [port, mailPort] = [await findFreePort(), await findFreePort()];
  await new Promise<void>((done) => mailServer.listen(mailPort, '127.0.0.1', done));
  const { PATH = '', HOME = tmpdir() } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '0',
    SIGN_UP: 'open',
    LOG_LEVEL: 'warn',
  };
  server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, SMTP_URL: `smtp://127.0.0.1:${mailPort}`, NODE_ENV: 'production' },
  });
  url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 240_000 },
    )
    .toBe(200);
});

test.afterAll(async () => {
  const exited = new Promise((done) => server.once('exit', done));
  if (server.exitCode === null && server.kill('SIGINT')) await exited;
  await new Promise<void>((done) => mailServer.close(() => done()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The link of the first mail to an address that leads to such a page. */
async function linkIn(to: string, page: RegExp): Promise<string> {
  const find = () => mails.flatMap((mail) => (mail.to === to ? (page.exec(mail.text)?.[0] ?? []) : []))[0];
  await expect.poll(find, { timeout: 60_000 }).toBeTruthy();
  return find() ?? '';
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
}

/** Takes a CSV from a list page to what it changed. */
async function importFile(page: Page, opener: RegExp, file: { name: string; text: string }): Promise<void> {
  await page.getByRole('link', { name: opener }).first().click();
  const buffer = Buffer.from(file.text);
  await page.getByLabel('CSV file').setInputFiles({ name: file.name, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Apply / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/ applied/)).toBeVisible();
}

const TEN_MINUTES_S = 10 * 60;
/** A beginner's pace: time to read and think before each act, and slow typing. */
const ACT_S = 10;
const CHARACTER_S = 0.5;

test('goes from an empty installation to a customer who finds the order that was entered by phone', {
  tag: '@full',
}, async ({ browser, page, faults }) => {
  await page.goto(`${url}/sign-up`);
  const business = { Name: 'Front Range Wholesale', 'Legal name': 'Front Range Wholesale LLC' };
  const place = { Street: '2000 Marina Boulevard', City: 'San Leandro', 'ZIP code': '94577' };
  await fill(page, {
    ...business,
    'License number': 'C11-0001187-LIC',
    'Location name': 'Warehouse',
    ...place,
  });
  await page.getByLabel('State').selectOption('CA');
  await page.getByLabel('Type', { exact: true }).selectOption('wholesaler');
  await fill(page, { 'Your name': 'Theo Lind', Email: 'theo@frontrange.test' });
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.goto(await linkIn('theo@frontrange.test', /http:\S+\/sign-up\/[\w-]{43}/));
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await page.waitForURL(`${url}/`);

  await page.goto(`${url}/products`);
  const acts = await countActs(page);
  const products = `name,category,variant_name,sku,price,wholesale_price\nBlue Dream,flower,3.5 g,BD-35,40,20\nOG Kush,flower,3.5 g,OG-35,42,21\n`;
  await importFile(page, /^Import/, { name: 'products.csv', text: products });
  acts.expectAtMost(4);
  await page.goto(`${url}/inventory`);
  const stock = 'sku,quantity_change,reason_code\nBD-35,100,AUDIT\nOG-35,100,AUDIT\n';
  await importFile(page, /^Import/, { name: 'stock.csv', text: stock });

  await page.goto(`${url}/customers`);
  acts.restart();
  const shops = Array.from(
    { length: 200 },
    (_, n) => `Shop ${n},retailer,C10-${String(n).padStart(7, '0')}-LIC,${n} Main Street,Oakland,CA,94607`,
  );
  const customers = ['dba,type,license,street,city,state,zip', ...shops].join('\n');
  await importFile(page, /^Import/, { name: 'customers.csv', text: customers });
  acts.expectAtMost(4);
  await page.goto(`${url}/customers?status=unclaimed`);
  await expect(page.getByText('of 200')).toBeVisible();

  await page.goto(`${url}/customers`);
  acts.restart();
  await page.getByRole('link', { name: 'Add customer' }).click();
  const shop = { Name: 'Corner Dispensary', 'License number': 'C10-9000412-LIC' };
  const address = { Street: '12 Market Street', City: 'Oakland', State: 'CA', 'ZIP code': '94607' };
  await fill(page, { ...shop, ...address, 'Email (optional)': RETAILER });
  await page.getByLabel('Invite by email').check();
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner Dispensary');
  acts.expectAtMost(3);

  acts.restart();
  await page.getByRole('link', { name: 'New order' }).click();
  for (const [sku, amount] of [
    ['BD-35', '6'],
    ['OG-35', '4'],
  ] as const) {
    await expect(page.getByRole('combobox', { name: 'SKU or product' })).toBeFocused();
    await page.keyboard.type(sku);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused();
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  acts.expectAtMost(6);
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  for (const step of ['Start preparing', 'Mark shipped'])
    await page.getByRole('button', { name: step }).click();
  await expect(page.getByText('Shipped', { exact: true }).first()).toBeVisible();

  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const buyer = await context.newPage();
  faults.watch(buyer);
  await buyer.goto(await linkIn(RETAILER, /http:\S+\/claim\/[\w-]{43}/));
  for (const [label, text] of Object.entries({ ...shop, ...address }))
    await expect(buyer.getByLabel(label, { exact: true })).toHaveValue(text);
  await fill(buyer, { 'Legal name': 'Corner Dispensary LLC', 'Location name': 'Market Street' });
  await buyer.getByLabel('Type', { exact: true }).selectOption('retailer');
  await fill(buyer, { 'Your name': 'Maya Alvarez' });
  await buyer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(buyer.getByRole('checkbox', { name: /^Sellers that list a customer/ })).not.toBeChecked();
  await buyer.getByRole('button', { name: 'Set up business' }).click();
  await buyer.waitForURL(`${url}/`);
  // What its seller has of it comes along by its own word, once it has seen it.
  await buyer.getByRole('link', { name: `Review what ${business.Name} has` }).click();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(business.Name);
  await expect(buyer.getByText('Joins your Market Street')).toBeVisible();
  await expect(buyer.getByText(number)).toBeVisible();
  await buyer.getByRole('button', { name: 'Merge', exact: true }).click();
  await buyer.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
  await expect(buyer.getByText(/^Merged:/)).toBeVisible();
  await buyer.goto(`${url}/orders`);
  await buyer.getByRole('link', { name: number }).click();
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(number);
  await expect(buyer.getByText('BD-35')).toBeVisible();
  await buyer.getByRole('button', { name: 'Dispute order' }).click();
  await expect(buyer.getByText('Disputed', { exact: true }).first()).toBeVisible();
  await buyer.getByRole('button', { name: 'Take back dispute' }).click();
  await expect(buyer.getByRole('button', { name: 'Dispute order' })).toBeVisible();
  await context.close();

  await page.goto(`${url}/customers?q=Corner`);
  await expect(page.getByRole('row', { name: /Corner Dispensary/ })).toContainText('On board');
  await page.getByRole('link', { name: 'Corner Dispensary' }).click();
  acts.restart();
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByRole('button', { name: 'Repeat last order' }).click();
  await expect(page.getByRole('table', { name: 'Lines of the order' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  acts.expectAtMost(3);
});

test('takes a new wholesaler from sign-up to the first order of a customer not on board within ten minutes, alone', {
  tag: '@full',
}, async ({ page }) => {
  const owner = 'rosa@tidewater.test';
  let typed = 0;
  const write = async (values: Record<string, string>) => {
    typed += Object.values(values).join('').length;
    await fill(page, values);
  };
  await page.goto(`${url}/welcome`);
  const acts = await countActs(page);
  await page.getByRole('link', { name: 'Create your business' }).click();
  await page.waitForURL(/\/sign-up$/);
  await write({
    ...{ Name: 'Tidewater Wholesale', 'Legal name': 'Tidewater Wholesale LLC' },
    ...{ 'License number': 'C11-0001999-LIC', 'Location name': 'Warehouse' },
    ...{ Street: '18 Harbor Way', City: 'Richmond', 'ZIP code': '94804' },
  });
  await page.getByLabel('State').selectOption('CA');
  await write({ 'Your name': 'Rosa Marin', Email: owner });
  await page.getByLabel('Type', { exact: true }).selectOption('wholesaler');
  await page.getByRole('button', { name: 'Create account' }).click();
  // A press in the mail.
  acts.done.push('open the link');
  await page.goto(await linkIn(owner, /http:\S+\/sign-up\/[\w-]{43}/));
  typed += PASSWORD.length;
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Finish signing up' }).click();
  await page.waitForURL(`${url}/`);

  await page.getByRole('link', { name: /^Start ?: Add products$/ }).click();
  await write({ Name: 'Sour Diesel', 'Variant name': '3.5 g', SKU: 'SD-35' });
  await write({ 'Wholesale price': '20' });
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Flower');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sour Diesel');

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Customers', exact: true })
    .click();
  await page.getByRole('link', { name: 'Add customer' }).first().click();
  await write({
    ...{ Name: 'Point Isabel Shop', 'License number': 'C10-9000777-LIC' },
    ...{ Street: '2 Isabel Street', City: 'Richmond', State: 'CA', 'ZIP code': '94804' },
  });
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Point Isabel Shop');
  await page.getByRole('link', { name: 'New order' }).click();
  await expect(page.getByRole('combobox', { name: 'SKU or product' })).toBeFocused();
  typed += 'SD-35 x6'.length;
  await page.keyboard.type('SD-35 x6');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Lines of the order' })).toContainText('Sour Diesel');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible();
  acts.expectAtMost(15);
  expect(acts.done.length * ACT_S + typed * CHARACTER_S).toBeLessThan(TEN_MINUTES_S);
});
