import { readFile } from 'node:fs/promises';
import { DEMO, expect, signIn, test } from '../support';

const CHARTS = [
  'chart-sales-by-group',
  'chart-sales-over-time',
  'chart-batch-ages',
  'chart-orders-by-status',
  'chart-stock-value',
  'chart-stock-turn',
  'chart-days-on-hand',
];

test('gives each chart a summary, a table and CSV', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  for (const id of CHARTS) {
    const chart = page.getByTestId(id);
    await expect(chart.getByRole('paragraph').first()).toHaveText(/\d.*\.$/);
    await chart.getByRole('button', { name: /^View as table/ }).click();
    const rows = chart.getByRole('table').getByRole('rowheader');
    await expect(rows).not.toHaveCount(0);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: /^Download CSV/ }).click(),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines, id).toHaveLength((await rows.count()) + 1);
  }
  const drawing = page.getByTestId('chart-sales-over-time');
  await expect(drawing.getByRole('rowheader')).toHaveCount(30);
  await drawing.getByRole('button', { name: /^View as table/ }).click();
  await drawing.getByRole('img').hover({ position: { x: 5, y: 50 } });
  // No units beside it: another spec may have goods by weight on hand.
  await expect(drawing.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL('/reports?by=product&range=last_30_days&days=7');
});

test('links bars to the lists that they count', { tag: '@full' }, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/reports');
  await page
    .getByTestId('chart-orders-by-status')
    .getByRole('link', { name: /^Delivered/ })
    .click();
  await expect(page).toHaveURL(/\/orders\?status=delivered&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await page.goBack();
  await page.getByTestId('chart-stock-value').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/inventory\?location_id=/);
});

test('shows a retailer purchases, and a cultivator sales', { tag: '@full' }, async ({ page, signedInAs }) => {
  await signIn(page, DEMO.retailer);
  await page.goto('/reports');
  await expect(page.getByTestId('chart-sales-over-time').getByRole('heading')).toHaveText(
    'When do we buy the most?',
  );
  const cultivator = await signedInAs(DEMO.cultivator);
  await cultivator.goto('/reports');
  await expect(cultivator.getByTestId('chart-stock-value')).toBeVisible();
  await expect(cultivator.getByTestId('chart-sales-over-time').getByRole('heading')).toHaveText(
    'When do we sell the most?',
  );
});
