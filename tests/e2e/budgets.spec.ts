import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { DEMO, expect, signIn, test } from './support';

const KB = 1024;
/** JavaScript at first load, in KB of gzip. Charts come after it. */
const BUDGETS = {
  signedOut: {
    most: 190,
    pages: ['/sign-in', '/sign-in/mfa', '/forgot-password', '/reset-password/x', '/invite/x'],
  },
  overview: { most: 240, pages: ['/'] },
  pages: {
    most: 260,
    pages: [
      ...['/orders', '/inventory', '/inventory/snapshot', '/inventory/syncs', '/inventory/import'],
      ...['/inventory/count', '/products', '/products/new', '/products/import', '/market?view=all', '/cart'],
      ...['/settings/api', '/settings/api/webhooks', '/settings/inventory', '/settings/api/reference'],
    ],
  },
};
/** Lists of which the first row's page is weighed too. */
const WITH_DETAIL = ['/orders', '/inventory', '/products', '/market'];

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

for (const [name, { most, pages }] of Object.entries(BUDGETS)) {
  test(`JavaScript at first load stays under ${most} KB: ${name}`, async ({ page, baseURL }) => {
    if (name !== 'signedOut') await signIn(page, DEMO.retailer);
    await page.goto('/');
    const { request } = page.context();
    const heavy: string[] = [];
    const look = async (path: string) => {
      const html = await documentOf(request, `${baseURL}${path}`);
      const scripts = scriptsOf(html);
      expect(scripts.length, path).toBeGreaterThan(5);
      const weight = await weigh(request, scripts);
      if (weight > most) heavy.push(`${path}: ${weight.toFixed(1)} KB`);
      return html;
    };
    for (const path of pages) {
      const html = await look(path);
      const list = path.split('?')[0] ?? '';
      if (!WITH_DETAIL.includes(list)) continue;
      const [, first] = html.match(new RegExp(`href="(${list}/[0-9a-f]{8}-[0-9a-f-]{27})"`)) ?? [];
      expect(first, `a row of ${path}`).toBeDefined();
      await look(String(first));
    }
    expect(heavy).toEqual([]);
  });
}
