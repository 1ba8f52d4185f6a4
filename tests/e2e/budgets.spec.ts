import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { DEMO, deleteEndpointsOverRest, expect, signIn, test } from './support';
import { addressOf, ROUTES, VISITS, type Visit, visitsAs } from './visits';

const KB = 1024;
/** JavaScript at first load, in KB of gzip. Charts come after it. */
const BUDGETS = { signedOut: 190, overview: 240, pages: 260 };
type Group = keyof typeof BUDGETS;

function groupOf({ route, as }: { route: string; as: Visit['as'] }): Group {
  if (as === null) return 'signedOut';
  return route === '/' ? 'overview' : 'pages';
}

/** What the document of a page names: its own scripts, and those of the components that it came with. */
const scriptsOf = (html: string) => [
  ...new Set(html.replaceAll(/<script[^>]+nomodule[^>]*>/gi, '').match(/static\/chunks\/[^"'\\?]+?\.js/g)),
];

const sizes = new Map<string, number>();
async function weigh(request: APIRequestContext, scripts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const script of scripts) {
    if (!sizes.has(script)) {
      const answer = await request.get(`/_next/${script}`);
      expect(answer.ok(), script).toBe(true);
      sizes.set(script, gzipSync(await answer.body()).length);
    }
    bytes += sizes.get(script) ?? 0;
  }
  return bytes / KB;
}

const documentOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text();

for (const group of Object.keys(BUDGETS) as Group[]) {
  const most = BUDGETS[group];
  test(`JavaScript at first load stays under ${most} KB: ${group}`, async ({ page, baseURL }) => {
    const { request } = page.context();
    const heavy: string[] = [];
    for (const visit of visitsAs().filter((one) => groupOf(one) === group)) {
      await page.context().clearCookies();
      if (visit.as) await signIn(page, DEMO[visit.as]);
      const path = await addressOf(visit, request);
      const scripts = scriptsOf(await documentOf(request, `${baseURL}${path}`));
      expect(scripts.length, path).toBeGreaterThan(5);
      const weight = await weigh(request, scripts);
      if (weight > most) heavy.push(`${path}: ${weight.toFixed(1)} KB`);
    }
    if (group === 'pages') await deleteEndpointsOverRest(request, DEMO.wholesaler);
    expect(heavy).toEqual([]);
  });
}

test('the font is preloaded, self-hosted and at most 60 KB', async ({ request }) => {
  const { link = '' } = (await request.get('/sign-in')).headers();
  const fonts = [...link.matchAll(/<([^>]+)>; rel=preload; as="font"/g)].map(([, path = '']) => path);
  expect(fonts).toHaveLength(1);
  const font = await request.get(fonts[0] ?? '');
  expect(font.headers()['content-type']).toBe('font/woff2');
  expect((await font.body()).length).toBeLessThan(60 * KB);
});

test('every page of app/ is weighed, and no other', () => {
  expect(Object.keys(VISITS).sort()).toEqual(ROUTES);
});
