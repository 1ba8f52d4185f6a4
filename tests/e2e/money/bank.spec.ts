import { countActs } from '../acts';
import { DEMO, expect, test } from '../support';

test('decides lines of the bank by keyboard, and a payment names its line', async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto('/bank');
  const lines = page.getByRole('table', { name: 'Bank' });
  await expect(lines.getByText('Certain').first()).toBeVisible();
  const row = lines.getByRole('row').filter({ hasText: /ACH INV-/ });
  await row.focus();
  const deciding = await countActs(page);
  await page.keyboard.press('a');
  await expect(page.getByText(/^Confirmed \$/)).toBeVisible();
  deciding.expectAtMost(1);
  await page.getByRole('link', { name: 'Confirmed' }).click();
  await page.waitForURL('**/bank?status=confirmed');
  await page.getByRole('table', { name: 'Bank' }).getByRole('link').first().click();
  await page.waitForURL('**/payments/*');
  await expect(page.getByRole('link', { name: /ACH INV-/ })).toBeVisible();
});

test('maps a first statement with the sheet in view', async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto('/bank/statements');
  await page.getByRole('button', { name: 'Upload statement' }).first().click();
  const content = 'Posted,Details,Money in,Money out\n11/02/2026,FIRST OF ITS KIND,12.50,\n';
  await page.getByLabel('Statement', { exact: true }).setInputFiles({
    ...{ name: 'first.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
  });
  const dialog = page.getByRole('dialog', { name: 'Upload statement' });
  await expect(dialog.getByRole('cell', { name: 'FIRST OF ITS KIND' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Read statement' }).click();
  await expect(dialog.getByText(/^1 new line of 1/)).toBeVisible();
});

test('pays a draft run: its file is for the bank', async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.retailer);
  await page.goto('/pay-runs');
  await page.getByRole('link', { name: /^PR-/ }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^PR-\d{7}\.ach$/);
  await expect(page.getByText('File made')).toBeVisible();
});
