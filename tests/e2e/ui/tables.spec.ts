import type { Page } from '@playwright/test';
import { DEMO, expect, signIn, test } from '../support';

const LISTS: ReadonlyArray<readonly [keyof typeof DEMO, string]> = [
  ['retailer', '/inventory'],
  ['retailer', '/market?view=goods'],
  ['retailer', '/settings/audit'],
  ['wholesaler', '/orders'],
  ['wholesaler', '/products'],
  ['wholesaler', '/batches'],
];
const WIDTHS = [1440, 768, 1024, 1440];

/** Tables wider than their frame, and cells whose text is cut off. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const table of document.querySelectorAll<HTMLTableElement>('main table')) {
      const frame = table.parentElement;
      if (!frame || frame.clientWidth === 0) continue;
      if (table.scrollWidth > frame.clientWidth + 1) {
        found.push(`${table.caption?.textContent}: ${table.scrollWidth} px in ${frame.clientWidth}`);
      }
      for (const element of table.querySelectorAll<HTMLElement>('th *, td *')) {
        const clips = getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 1;
        if (clips && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${element.textContent}`);
      }
    }
    return found;
  });

for (const [member, path] of LISTS) {
  // The others have the same frame.
  const tag = path === '/inventory' ? [] : '@full';
  test(`${path} fits at every width: no table scrolls sideways, no text is cut off`, { tag }, async ({
    page,
  }) => {
    await signIn(page, DEMO[member]);
    await page.goto(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    const columns: number[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => faults(page), `${path} at ${width} px`).toEqual([]);
      columns.push(await page.getByRole('table').first().getByRole('columnheader').count());
    }
    const [wide = 0, narrow = 0] = columns;
    expect(narrow).toBeLessThanOrEqual(wide);
    await expect
      .poll(() => page.getByRole('table').first().getByRole('columnheader').count(), 'columns come back')
      .toBe(wide);
  });
}
