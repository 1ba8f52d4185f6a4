import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as plain,
  type Request,
} from '@playwright/test';
import { startDemoCopy } from './product';

export { expect };

export const PASSWORD = 'demo-password-2026';

/** The demo's members that the specs sign in as. */
export const DEMO = {
  retailer: 'retailer@demo.test',
  retailerAdmin: 'retailer.admin@demo.test',
  retailerManager: 'retailer.manager@demo.test',
  retailerViewer: 'retailer.viewer@demo.test',
  wholesaler: 'wholesaler@demo.test',
  wholesalerAdmin: 'wholesaler.admin@demo.test',
  wholesalerManager: 'wholesaler.manager@demo.test',
  wholesalerViewer: 'wholesaler.viewer@demo.test',
  wholesaler2: 'wholesaler2@demo.test',
  cultivator: 'cultivator@demo.test',
} as const;

/** Those who have a cart, which stays from one test to the next. */
const BUYERS: readonly string[] = [DEMO.retailer, DEMO.retailerAdmin, DEMO.retailerManager];

type Faults = {
  /** Lets a console error pass that the test provokes on purpose, such as a page that is 404. */
  allow: (pattern: RegExp) => void;
  /** Watches a page that the test opened itself. */
  watch: (page: Page) => void;
};

/** What the specs of a worker run against. One that was started elsewhere may not tell where its data is. */
export interface RunningProduct {
  url: string;
  dataDir?: string;
  databaseUrl?: string;
}

type Fixtures = {
  faults: Faults;
  /** Opens a browser of its own (no shared cookies), signed in; for what two parties do with each other. */
  signedInAs: (email: string, options?: BrowserContextOptions) => Promise<Page>;
};

/**
 * Playwright's test against the running product. A console error or an uncaught exception in any page fails the test;
 * a 4xx response to our own call is not a page error, although Chromium logs it.
 */
export const test = plain.extend<Fixtures, { product: RunningProduct }>({
  // A demo for each worker: side by side the specs would see each other's orders and stock.
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const { E2E_URL: url, E2E_DATA: dataDir, E2E_DATABASE: databaseUrl } = process.env;
      if (url) return use({ url, dataDir, databaseUrl });
      const copy = await startDemoCopy();
      process.env.E2E_URL = copy.url;
      await use(copy);
      await copy.stop();
      copy.expectNoFaults();
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      const watch = (page: Page) => {
        page.on('pageerror', (error) => found.push(`uncaught on ${page.url()}: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() !== 'error') return;
          const { url } = message.location();
          if (/status of 4\d\d/.test(message.text()) && new URL(url).pathname.startsWith('/api/')) return;
          found.push(`console on ${page.url()}: ${message.text()} (${url})`);
        });
      };
      await use({ watch, allow: (pattern) => allowed.push(pattern) });
      expect(
        found.filter((text) => !allowed.some((pattern) => pattern.test(text))),
        'errors in the browser',
      ).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, faults }, use) => {
    faults.watch(page);
    await use(patient(page));
  },
  signedInAs: async ({ browser, baseURL, faults }, use) => {
    const contexts: Array<{ close: () => Promise<void> }> = [];
    await use(async (email, options) => {
      const context = await browser.newContext({
        baseURL,
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        ...options,
      });
      contexts.push(context);
      const page = patient(await context.newPage());
      faults.watch(page);
      await signIn(page, email);
      if (BUYERS.includes(email)) await emptyCarts(page, email);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Waits until an opened page is hydrated next to its H1; an earlier click is lost. */
function patient(page: Page): Page {
  const { goto, reload, goBack } = page;
  const alive = async () => {
    await page.waitForFunction(() => {
      const heading = document.querySelector('h1');
      return !heading || Object.keys(heading).some((key) => key.startsWith('__reactProps'));
    });
    // Effects, which listen to keys, run after the paint. A page that leads elsewhere may be gone by then.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50))).catch(() => {});
  };
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    await alive();
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await alive();
    return answer;
  };
  // Playwright returns before the step has taken effect, and a second one is lost until then. After a reload, Next may
  // load the view that Back leads to as a whole document: with nothing under way, it has decided.
  page.goBack = async (...args) => {
    const before = await page.evaluate(historyIndex);
    const answer = await goBack.apply(page, args);
    await expect.poll(() => page.evaluate(historyIndex).catch(() => before)).toBeLessThan(before);
    await settled(page);
    return answer;
  };
  return page;
}

const QUIET_MS = 500;

/** Waits until no request has been under way for half a second: what the page shows is then what its address says. */
export async function settled(page: Page): Promise<void> {
  const open = new Set<Request>();
  let quietSince = Date.now();
  const opened = (request: Request) => open.add(request);
  const closed = (request: Request) => {
    open.delete(request);
    quietSince = Date.now();
  };
  page.on('request', opened).on('requestfinished', closed).on('requestfailed', closed);
  await expect.poll(() => open.size === 0 && Date.now() - quietSince > QUIET_MS).toBe(true);
  page.off('request', opened).off('requestfinished', closed).off('requestfailed', closed);
}

/** The browser's Navigation API, as far as it is read here: TypeScript 5 doesn't know it. */
type Navigation = { currentEntry: { index: number } | null };
const historyIndex = () =>
  (window as unknown as { navigation: Navigation }).navigation.currentEntry?.index ?? 0;

/** Fills and sends the sign-in form that is on the page. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** A password is slow to check on purpose: specs share a session for each member. */
const sessions = new Map<string, Cookies>();

/** Makes the next page that is opened a member's, with the session that other specs have too. */
export async function signIn(page: Page, email: string): Promise<void> {
  const context = page.context();
  const known = sessions.get(email);
  if (known) return context.addCookies(known);
  await signInAnew(page, email);
  sessions.set(email, await context.cookies());
}

/** Signs in as the form does, without its page; for a spec that ends the session. */
export async function signInAnew(page: Page, email: string): Promise<void> {
  const { request } = page.context();
  const url = process.env.E2E_URL ?? '';
  const { csrfToken } = await (await request.get(`${url}/api/auth/csrf`)).json();
  const answer = await request.post(`${url}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password: PASSWORD, json: 'true' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The id of the demo retailer's first supplier, the one that takes orders of any size. */
async function supplierOf(rest: Rest): Promise<string | undefined> {
  const { data } = await rest<{ data: Array<{ id: string }> }>('GET', '/market/suppliers');
  return data[0]?.id;
}

/** Where the demo retailer sees the catalog of its first supplier. */
export async function catalogOf({ request }: Page): Promise<string> {
  return `/market/${await supplierOf(await restOf(request, DEMO.retailer))}`;
}

/** The demo retailer orders a unit of the first offer that can be had, over REST; leaves the browser's session alone. */
export async function placeOrderOverRest({ request }: Page): Promise<void> {
  const rest = await restOf(request, DEMO.retailer);
  const wholesaler_id = await supplierOf(rest);
  type Offer = { product_id: string; variant_id: string; available_quantity: number };
  const { data } = await rest<{ data: Offer[] }>('GET', `/market/suppliers/${wholesaler_id}/catalogue`);
  const offer = data.find((one) => one.available_quantity > 0);
  const items = [{ product_id: offer?.product_id, variant_id: offer?.variant_id, quantity: 1 }];
  await rest('POST', '/orders', { wholesaler_id, items });
}

const TOKEN_MS = 5 * 60_000;
const tokens = new Map<string, { token: string; until: number }>();

/** A member's access token, kept for a while as their session is. */
async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const known = tokens.get(email);
  if (known && Date.now() < known.until) return known.token;
  const url = process.env.E2E_URL ?? '';
  const login = await request.post(`${url}/auth/login`, { data: { email, password: PASSWORD } });
  expect(login.ok(), await login.text()).toBe(true);
  const { access_token: token } = await login.json();
  tokens.set(email, { token, until: Date.now() + TOKEN_MS });
  return token;
}

type Rest = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
) => Promise<T>;

/** Calls operations below /api/v1 as a member. @throws when one is rejected */
export async function restOf(request: APIRequestContext, email: string): Promise<Rest> {
  const url = process.env.E2E_URL ?? '';
  const headers = { authorization: `Bearer ${await tokenOf(request, email)}` };
  return async (method, path, data) => {
    const body = data instanceof FormData ? { multipart: data } : { data };
    const response = await request.fetch(`${url}/api/v1${path}`, { method, headers, ...body });
    const text = await response.text();
    expect(response.ok(), text).toBe(true);
    return text === '' ? null : JSON.parse(text);
  };
}

/** Empties a member's carts. */
export async function emptyCarts({ request }: Page, email: string): Promise<void> {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: Array<{ supplier_id: string }> }>('GET', '/carts');
  for (const { supplier_id } of data) await rest('DELETE', `/carts/${supplier_id}`);
}

/** Adds a webhook endpoint over REST. */
export async function addEndpointOverRest(
  request: APIRequestContext,
  email: string,
  fields: { url: string; events: string[] },
): Promise<{ id: string; secret: string }> {
  return (await restOf(request, email))('POST', '/webhooks', fields);
}

/** Deletes every webhook endpoint of a member's business over REST. */
export async function deleteEndpointsOverRest(request: APIRequestContext, email: string): Promise<void> {
  const rest = await restOf(request, email);
  const { data } = await rest<{ data: { id: string }[] }>('GET', '/webhooks');
  for (const { id } of data) await rest('DELETE', `/webhooks/${id}`);
}
