import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { expect } from './support';
import type { Visit } from './visits';

const KB = 1024;
/** JavaScript at first load, in KB of gzip. */
const BUDGETS = { signedOut: 190, overview: 240, pages: 260 };

function budgetOf({ route, as }: { route: string; as: Visit['as'] }): number {
  if (as === null) return BUDGETS.signedOut;
  return route === '/' ? BUDGETS.overview : BUDGETS.pages;
}

/** What the document of a page names: its own scripts, and those of the components that it came with. */
const scriptsOf = (html: string) => [
  ...new Set(html.replaceAll(/<script[^>]+nomodule[^>]*>/gi, '').match(/static\/chunks\/[^"'\\?]+?\.js/g)),
];

const sizes = new Map<string, number>();

/** The scripts of a visit's document and the most that they may have, in KB of gzip. */
export async function weigh(
  request: APIRequestContext,
  html: string,
  visit: { route: string; as: Visit['as'] },
): Promise<{ weight: number; most: number }> {
  const scripts = scriptsOf(html);
  // The page of an unknown address has none of its own.
  expect(scripts.length, visit.route).toBeGreaterThan(3);
  let bytes = 0;
  for (const script of scripts) {
    if (!sizes.has(script)) {
      const answer = await request.get(`/_next/${script}`);
      expect(answer.ok(), script).toBe(true);
      sizes.set(script, gzipSync(await answer.body()).length);
    }
    bytes += sizes.get(script) ?? 0;
  }
  return { weight: bytes / KB, most: budgetOf(visit) };
}
