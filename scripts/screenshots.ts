import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Visit } from '../tests/e2e/visits';
import { findBrowser } from './browser.mjs';

/**
 * `npm run screenshots` draws every page of a running demo (`E2E_URL`, else http://localhost:3000) at four widths in both
 * themes: a sheet per page in `screenshots/`. Arguments are beginnings of routes. `--guide` renews the pictures of the guide
 * instead. The demo gets the objects that the pages need, such as
 * a count, and needs `WEBHOOK_ALLOW_LOOPBACK=1`.
 */
process.env.E2E_URL ??= 'http://localhost:3000';
const URL_OF_DEMO = process.env.E2E_URL;
const { DEMO, restOf, signInAnew } = await import('../tests/e2e/support');
const { addressOf, VISITS } = await import('../tests/e2e/visits');
type Member = keyof typeof DEMO;

const ROOT = resolve(import.meta.dirname, '..');
const WIDTHS = [390, 768, 1024, 1440];
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
const GAP = 24;

/** The form of a new order with its customer chosen. */
const orderOfCustomer: Visit['at'] = async (request, email) => {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: { id: string }[] }>('GET', '/customers?limit=1');
  return `/orders/new?customer=${data[0]?.id}`;
};

/** The list of the demo that has prices of its own. */
const listWithPrices: Visit['at'] = async (request, email) => {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: { id: string; rule_count: number }[] }>('GET', '/price-lists');
  return `/price-lists/${data.find(({ rule_count }) => rule_count > 0)?.id}`;
};

/** The first menu of the demo as a shop sees it. */
const publicMenu: Visit['at'] = async (request, email) => {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: { url: string }[] }>('GET', '/menus?limit=1');
  return new URL(data[0]?.url ?? '/', URL_OF_DEMO).pathname;
};

/** Pictures of the guide: who looks at what. Named like the page of the guide that shows it first. */
const PICTURES: Record<string, { as: Member; route: string; at?: Visit['at'] }> = {
  home: { as: 'wholesaler', route: '/' },
  orders: { as: 'wholesaler', route: '/orders' },
  'order-by-phone': { as: 'wholesaler', route: '/orders/new', at: orderOfCustomer },
  buy: { as: 'retailer', route: '/market/[supplierId]' },
  receive: { as: 'retailer', route: '/orders/[id]' },
  goods: {
    as: 'retailer',
    route: '/inventory/receipts/[id]',
    at: VISITS['/inventory/receipts/[id]']?.[0]?.at,
  },
  backorders: { as: 'wholesaler', route: '/backorders' },
  customers: { as: 'wholesaler', route: '/customers' },
  prices: { as: 'wholesaler', route: '/price-lists/[id]', at: listWithPrices },
  offers: { as: 'wholesaler', route: '/offers' },
  menus: { as: 'wholesaler', route: '/menus', at: publicMenu },
  invoices: { as: 'wholesaler', route: '/invoices' },
  books: { as: 'wholesaler', route: '/settings/books', at: VISITS['/settings/books']?.[0]?.at },
  taxes: { as: 'wholesaler2', route: '/settings/taxes' },
  count: { as: 'retailer', route: '/inventory/count' },
  inventory: { as: 'retailer', route: '/inventory' },
  batches: { as: 'wholesaler', route: '/batches' },
  recall: { as: 'wholesaler', route: '/recalls/[id]' },
  import: { as: 'wholesaler', route: '/products/import' },
  'moving-in': {
    as: 'wholesaler',
    route: '/settings/moving-in/[id]',
    at: VISITS['/settings/moving-in/[id]']?.[0]?.at,
  },
  reports: { as: 'wholesaler', route: '/reports' },
  team: { as: 'retailer', route: '/settings/team' },
  'sign-in': { as: 'retailer', route: '/settings/security' },
  metrc: { as: 'wholesaler', route: '/compliance' },
  pos: { as: 'retailer', route: '/settings/pos' },
  webhooks: { as: 'wholesaler', route: '/settings/api/webhooks' },
};
const PICTURE = { width: 1120, height: 700 };
const MOST_BYTES = 60 * 1024;

const wanted = process.argv.slice(2).filter((one) => one.startsWith('/'));
const isWanted = (route: string) => wanted.length === 0 || wanted.some((start) => route.startsWith(start));
const { executablePath } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  if (process.argv.includes('--guide')) await renewGuide(browser);
  else await drawSheets(browser);
} finally {
  await browser.close();
}

/** A page of its own session, kept for all that the member looks at. */
async function openAs(browser: Browser, as: Member | null): Promise<Page> {
  const context = await browser.newContext({
    baseURL: URL_OF_DEMO,
    viewport: { width: 1440, height: HEIGHT },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (as) await signInAnew(page, DEMO[as]);
  return page;
}

async function show(page: Page, address: string, theme: (typeof THEMES)[number]): Promise<void> {
  await page.context().addCookies([{ name: 'theme', value: theme, url: URL_OF_DEMO }]);
  await page.goto(address, { waitUntil: 'networkidle' });
}

async function drawSheets(browser: Browser): Promise<void> {
  const folder = join(ROOT, 'screenshots');
  await mkdir(folder, { recursive: true });
  const pages = new Map<Member | null, Page>();
  for (const [route, visits] of Object.entries(VISITS)) {
    if (!isWanted(route)) continue;
    for (const [index, visit] of visits.entries()) {
      const page = pages.get(visit.as) ?? (await openAs(browser, visit.as));
      pages.set(visit.as, page);
      const address = await addressOf({ route, ...visit }, page.request);
      const name = `${route.replaceAll(/[^a-z]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'}-${index + 1}.png`;
      await drawSheet(page, address, join(folder, name));
      process.stdout.write(`${name} ${address}\n`);
    }
  }
}

async function drawSheet(page: Page, address: string, file: string): Promise<void> {
  const shots = [];
  for (const [row, theme] of THEMES.entries()) {
    let left = 0;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await show(page, address, theme);
      shots.push({ input: await page.screenshot(), left, top: row * (HEIGHT + GAP) });
      left += width + GAP;
    }
  }
  const width = WIDTHS.reduce((sum, one) => sum + one + GAP, 0);
  const height = THEMES.length * (HEIGHT + GAP);
  const sheet = sharp({ create: { width, height, channels: 3, background: '#808080' } });
  await sheet.composite(shots).png().toFile(file);
}

async function renewGuide(browser: Browser): Promise<void> {
  for (const [name, { as, route, at }] of Object.entries(PICTURES)) {
    if (!isWanted(route)) continue;
    const page = await openAs(browser, as);
    const visit = VISITS[route]?.find((one) => one.as === as);
    const address = await addressOf({ route, ...visit, as, ...(at && { at }) }, page.request);
    await show(page, address, 'light');
    const file = join(ROOT, 'docs/guide/pictures', `${name}.webp`);
    const bytes = await smallEnough(await page.screenshot());
    await writeFile(file, bytes);
    process.stdout.write(`${name}.webp ${Math.round(bytes.length / 1024)} KB\n`);
    await page.context().close();
  }
}

/** The picture at the best quality that fits. @throws Error when none does */
async function smallEnough(shot: Buffer): Promise<Buffer> {
  const resized = sharp(shot).resize(PICTURE);
  for (let quality = 80; quality > 0; quality -= 10) {
    const bytes = await resized.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new Error(`A picture has more than ${MOST_BYTES} bytes`);
}
