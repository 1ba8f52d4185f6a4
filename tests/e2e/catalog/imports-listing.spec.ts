import type { Page } from '@playwright/test';
import { DEMO, expect, restOf, signIn, test } from '../support';

/** A listing as the field exports it: no SKU and no price, categories of its own, names that are none, repeats. */
const stamp = Date.now().toString(36);
const LISTING = `"id","name","slug","brand","category","strain","thc","cbd","lab_test"
"${stamp}1","Blue Dream ${stamp} - Shatter","a","Moxie","Concentrate,Shatter,","Blue Dream","80%",,
"${stamp}2","ounce of cannabis ${stamp}","b","Moxie",,,,,
"${stamp}3","test","c","Moxie","Flower,",,,,
"${stamp}4","Blue  Dream ${stamp} - shatter","d","MOXIE","Concentrate,",,,,
`;
/** `PRODUCT_FILE=listing.csv` takes a whole listing instead; the business keeps its products, so not beside other specs. */
const file = process.env.PRODUCT_FILE;

const productsOf = async (page: Page) => {
  const rest = await restOf(page.request, DEMO.cultivator);
  return (await rest<{ pagination: { total: number } }>('GET', '/products?limit=1')).pagination.total;
};
const count = async (page: Page, label: RegExp) => {
  const words = await page.getByRole('main').getByText(label).first().textContent();
  return Number(words?.match(label)?.[1]?.replaceAll(',', ''));
};

test('imports a listing without SKUs and shows each of its products', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000);
  const patience = { timeout: file ? 300_000 : 20_000 };
  const before = await productsOf(page);
  await signIn(page, DEMO.cultivator);
  await page.goto('/products/import');
  const listing = { name: 'listing.csv', mimeType: 'text/csv', buffer: Buffer.from(LISTING) };
  await page.getByLabel('CSV file').setInputFiles(file ?? listing);
  // Its columns are understood, so the preview comes first.
  await page.getByRole('button', { name: 'Back to columns' }).click(patience);
  await expect(page.getByLabel('Meaning of slug')).toHaveValue('slug', patience);
  await expect(page.getByLabel('Meaning of id')).toHaveValue('id');
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await expect(page.getByRole('button', { name: /^Apply [\d,]+ product lines$/ })).toBeVisible(patience);
  await expect(page.getByRole('table', { name: 'Lines of the file' })).toContainText('KUSHY-');
  const offered = Number(
    (await page.getByRole('button', { name: /^Apply / }).textContent())?.replaceAll(/\D/g, ''),
  );
  await page.getByRole('button', { name: /^Apply / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click();
  const result = /^([\d,]+) product lines applied, ([\d,]+) lines skipped\.$/;
  await expect(page.getByText(result)).toBeVisible(patience);
  const applied = await count(page, result);
  expect(applied).toBe(offered);
  expect((await productsOf(page)) - before).toBe(applied);
  if (!file) expect(applied).toBe(2);

  await page.goto('/products?view=all');
  await expect(page.getByRole('main')).toContainText(`of ${(before + applied).toLocaleString('en-US')}`);
});
