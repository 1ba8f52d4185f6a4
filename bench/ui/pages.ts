import type { Page } from '@playwright/test';

/** Pages that are measured, as `VISITS` of the tests opens them, and what is done there at a quarter of the CPU. */
export const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/sign-in': type('Email'),
  '/': palette,
  '/orders': selectPage,
  '/orders/[id]': palette,
  '/inventory': selectPage,
  '/inventory/[id]': palette,
  '/inventory/count': palette,
  '/inventory/count/[id]': type('Search items to count'),
  '/products': type('Search products'),
  '/market/[supplierId]': type('Search the catalog'),
  '/cart': palette,
  '/settings/team': palette,
  '/settings/api/webhooks': palette,
};

function type(label: string) {
  return async (page: Page): Promise<void> => {
    await page.getByLabel(label).click();
    await page.keyboard.type('ab', { delay: 200 });
  };
}

async function palette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('or', { delay: 200 });
}

/** The selection of a whole page, of a row, and of none. */
async function selectPage(page: Page): Promise<void> {
  const boxes = page.getByRole('table').getByRole('checkbox');
  await boxes.first().click();
  await page.getByRole('region', { name: 'Bulk actions' }).waitFor();
  await boxes.nth(3).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
}
