import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, signIn, test } from '../support';

interface Item {
  id: string;
  sku: string;
  product_name: string;
  location_id: string;
  room_type: string;
  quantity: number;
  reserved_quantity: number;
  unit: string | null;
}
const csv = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const lines = (page: Page) => page.getByRole('table', { name: 'Lines of the file' });

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.getByLabel('CSV file').setInputFiles(csv(name, content));
  await expect(page.getByRole('list', { name: 'Columns in the file' })).toBeVisible();
}

/** Vault items that no other test moves. */
async function quietItems(page: Page): Promise<{ items: Item[]; place: string }> {
  const rest = await restOf(page.request, DEMO.cultivator);
  const { data } = await rest<{ data: Item[] }>('GET', '/inventory?room_type=vault&limit=500&sort=-quantity');
  const { locations } = await rest<{ locations: { id: string; name: string }[] }>('GET', '/entity');
  const first = data[0]?.location_id ?? '';
  // Those by weight show pounds or grams.
  const items = data.filter((item) => item.location_id === first && item.quantity > 5 && item.unit === null);
  return { items, place: locations.find(({ id }) => id === first)?.name ?? '' };
}
const quantityOf = async (page: Page, id: string) =>
  (await (await restOf(page.request, DEMO.cultivator))<Item>('GET', `/inventory/${id}`)).quantity;

test('flags each CSV line with a bad SKU, bad reason or duplicate, applies nothing before confirmation, and offers the errors as a file', {
  tag: '@full',
}, async ({ page }) => {
  const { items, place } = await quietItems(page);
  const [a, b] = items as [Item, Item];
  await signIn(page, DEMO.cultivator);
  await page.goto('/inventory');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.waitForURL('**/inventory/import');
  await choose(
    page,
    'monday.csv',
    `Item code;Where;Change;Why;Notes\n${a.sku};${place};-2;DAMAGE;Dropped\nNO-SUCH-SKU;${place};1;AUDIT;\n${b.sku};${place};3;BECAUSE;\n${a.sku};${place};5;AUDIT;\n`,
  );
  await expect(page.getByLabel('Meaning of Item code')).toHaveValue('sku');
  await page.getByLabel('Meaning of Where').selectOption({ label: 'Location' });
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await expect(page.getByRole('alert').getByText('Choose a column for Reason')).toHaveCount(0);
  await page.waitForURL(/step=preview/);

  // The reason column wasn't mapped: its lines say so, and the mapping is fixed.
  await expect(lines(page)).toContainText('Reason code is missing.');
  await page.getByRole('button', { name: 'Back to columns' }).click();
  await page.getByLabel('Meaning of Why').selectOption({ label: 'Reason' });
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await expect(lines(page).getByRole('row')).toHaveCount(5);
  const row = (line: number) =>
    lines(page)
      .locator('tbody tr')
      .nth(line - 2);
  await expect(row(2)).toContainText(`${a.quantity.toLocaleString('en-US')} → `);
  await expect(row(2)).toContainText('(−2)');
  await expect(row(3)).toContainText('SKU not found.');
  await expect(row(4)).toContainText('Reason code “BECAUSE” must be one of');
  await expect(row(5)).toContainText('The line repeats line 2.');

  // All of it survives a reload, and nothing was applied.
  await page.reload();
  await expect(row(5)).toContainText('The line repeats line 2.');
  expect(await quantityOf(page, a.id)).toBe(a.quantity);
  await page.getByRole('link', { name: /^Problems/ }).click();
  await expect(lines(page).getByRole('row')).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download errors' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('monday-errors.csv');
  const errors = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(errors.map((line) => line.split(',')[0])).toEqual(['line', '3', '4', '5']);

  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Apply 1 change?' });
  await expect(dialog).toContainText('3 lines with problems will be skipped');
  expect(await quantityOf(page, a.id)).toBe(a.quantity);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status').getByText('1 change applied, 3 lines skipped.')).toBeVisible();
  expect(await quantityOf(page, a.id)).toBe(a.quantity - 2);
  expect(await quantityOf(page, b.id)).toBe(b.quantity);

  await page.goto(`/inventory/${a.id}`);
  const history = page.getByRole('list', { name: 'History, newest first' });
  await history.getByRole('link', { name: 'Import' }).first().click();
  await expect(page.getByRole('status').getByText('1 change applied, 3 lines skipped.')).toBeVisible();
});

test('imports products from a CSV and remembers its columns for the next file', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.cultivator);
  const stamp = Date.now().toString(36).toUpperCase();
  const header = 'Title,Maker,Kind,Size,Ref,Retail\n';
  const line = (n: number, price: string) => `Import ${stamp},Own,flower,${n} g,IMP-${stamp}-${n},${price}\n`;
  await page.goto('/products');
  await page.getByRole('link', { name: 'Import' }).click();
  await page.waitForURL('**/products/import');
  await choose(page, 'catalogue.csv', header + line(1, '12.50') + line(2, '20') + line(2, '21'));
  const meanings = {
    Title: 'name',
    Maker: 'brand',
    Kind: 'category',
    Size: 'variant_name',
    Ref: 'sku',
    Retail: 'price',
  };
  for (const [column, field] of Object.entries(meanings)) {
    await page.getByLabel(`Meaning of ${column}`).selectOption(field);
  }
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await expect(lines(page)).toContainText('The line repeats the SKU of line 3.');
  await page.getByRole('button', { name: 'Apply 2 product lines' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('2 product lines applied, 1 line skipped.')).toBeVisible();

  await page.getByRole('button', { name: 'Import another file' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles(csv('again.csv', header + line(1, '12.50') + line(2, '22')));
  await expect(lines(page)).toContainText('20 → 22');
  await expect(page.getByRole('button', { name: 'Apply 1 product line' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard file' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible();

  await page.goto(`/products?q=${encodeURIComponent(`Import ${stamp}`)}`);
  await page.getByRole('link', { name: `Import ${stamp}` }).click();
  await expect(page.getByRole('cell', { name: `IMP-${stamp}-2`, exact: true })).toBeVisible();
});

test('counts a room blind, by typing and scanning, over a reload, and adjusts the differences after review', {
  tag: '@full',
}, async ({ page }) => {
  const { items, place } = await quietItems(page);
  const [, , c, d] = items as [Item, Item, Item, Item];
  await signIn(page, DEMO.cultivator);
  await page.goto('/inventory');
  await page.getByRole('link', { name: 'Count', exact: true }).click();
  await page.waitForURL('**/inventory/count');
  await page.getByLabel('Location', { exact: true }).first().selectOption({ label: place });
  await page.getByLabel('Blind count').click();
  await page.getByRole('button', { name: 'Start count' }).click();
  await page.waitForURL(/\/inventory\/count\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Count of ${place}, Vault`);

  await page.getByLabel('Search items to count').fill(c.sku);
  const field = page.getByLabel(`Counted ${c.product_name} ${c.sku}`);
  await field.fill(String(c.quantity - 1));
  await field.press('Enter');
  await expect(page.getByText('1 item counted')).toBeVisible();
  // A blind count says nothing of what is expected.
  await expect(page.getByText(/ in stock$/)).toHaveCount(0);
  const scanner = page.getByLabel('Scan or type a SKU');
  for (let unit = 0; unit < 3; unit++) {
    await scanner.fill(d.sku);
    await scanner.press('Enter');
  }
  await expect(page.getByText(/: 3 counted$/).first()).toBeVisible();
  await scanner.fill('NO-SUCH-SKU');
  await scanner.press('Enter');
  await expect(page.getByText('NO-SUCH-SKU: No item has this SKU. Check the code.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 items counted')).toBeVisible();

  await page.getByRole('button', { name: 'Review differences' }).click();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: new RegExp(c.sku) })).toContainText('−1');
  expect(await quantityOf(page, c.id)).toBe(c.quantity);
  await page.getByRole('button', { name: 'Apply 2 differences' }).click();
  await expect(page.getByText('Applied', { exact: true })).toBeVisible();
  expect(await quantityOf(page, c.id)).toBe(c.quantity - 1);
  expect(await quantityOf(page, d.id)).toBe(3);
});

test("rejects a file that isn't CSV with a reason, and hides imports from a viewer", {
  tag: '@full',
}, async ({ page, signedInAs, faults }) => {
  faults.allow(/status of 403/);
  await signIn(page, DEMO.cultivator);
  await page.goto('/inventory/import');
  await page.getByLabel('CSV file').setInputFiles(csv('stock.xlsx', 'PK\u0003\u0004\u0000'));
  await expect(page.getByRole('alert').filter({ hasText: 'workbook cannot be read' })).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles(csv('stock.csv', '%PDF\u0001'));
  await expect(page.getByRole('alert').filter({ hasText: 'must be CSV as text' })).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles(csv('stock.csv', 'sku,counted,"x\n1,2,3\n'));
  await expect(page.getByRole('alert').filter({ hasText: 'never closes' })).toBeVisible();

  const viewer = await signedInAs(DEMO.wholesalerViewer);
  await viewer.goto('/inventory');
  await expect(viewer.getByRole('link', { name: 'Import' })).toHaveCount(0);
  for (const path of ['/inventory/import', '/inventory/count', '/products/import']) {
    await viewer.goto(path);
    await expect(viewer.getByRole('heading', { name: "You don't have access" })).toBeVisible();
  }
});

test('exports lists with the active filters', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.retailer);
  for (const [path, name] of [
    ['/inventory?category=flower', 'inventory.csv'],
    ['/products?category=flower', 'products.csv'],
    ['/orders?status=delivered', 'orders.csv'],
    ['/inventory/snapshot', /^inventory-\d{4}-\d\d-\d\d\.csv$/],
  ] as const) {
    await page.goto(path);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(name);
    const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(head).toMatch(/^id,/);
    expect(rows.length).toBeGreaterThan(0);
    const wanted = path.split('=')[1];
    for (const row of wanted ? rows : []) expect(row).toContain(wanted);
  }
});

const WIDTHS = [390, 768, 1440];

test(`nothing is clipped or inaccessible at ${WIDTHS.join(', ')} px`, { tag: '@full' }, async ({ page }) => {
  const { items, place } = await quietItems(page);
  await signIn(page, DEMO.cultivator);
  const content = `sku,location,quantity_change,reason_code,notes\n${items
    .slice(4, 10)
    .map(({ sku }) => `${sku},${place},2,RETURN,Back from the laboratory`)
    .join('\n')}\nNO-SUCH-SKU,${place},1,AUDIT,\n`;
  await page.goto('/inventory/import');
  await page.getByLabel('CSV file').setInputFiles(csv('stock-of-the-week-with-a-long-name.csv', content));
  // Its columns are understood, so the preview comes first.
  await expect(lines(page)).toBeVisible();
  const id = new URL(page.url()).searchParams.get('import');
  const steps = [
    ['columns', `/inventory/import?import=${id}&step=columns`],
    ['preview', `/inventory/import?import=${id}&step=preview`],
  ] as const;
  // At 1440 and 320 px, accessibility.spec.ts visits these in each run.
  const starts = [
    ['upload', '/inventory/import'],
    ['count', '/inventory/count'],
    ['products', '/products/import'],
  ] as const;
  for (const [name, path] of [...steps, ...starts]) {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page, `${name} at ${width}`);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
