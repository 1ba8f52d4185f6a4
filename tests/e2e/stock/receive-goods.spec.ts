import { textPdf } from '../../factories/text-pdf';
import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, signIn, test } from '../support';

type Products = { data: Array<{ name: string; variants: Array<{ sku: string; unit: string | null }> }> };

const certificate = (number: string) => ({
  name: `${number}.pdf`,
  mimeType: 'application/pdf',
  buffer: textPdf([
    [50, 760, 'Juniper Ridge Labs'],
    [300, 760, 'www.juniperridge.com'],
    [50, 740, `Batch #: ${number}`],
    [300, 740, `Date Collected: ${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}`],
    [50, 700, 'Total THC: 22.40%'],
    [50, 680, 'Overall Result: Pass'],
  ]),
});

test('receives three lines from a new supplier with a certificate in five acts', async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  const { data } = await rest<Products>('GET', `/products?entity_id=${me.id}&limit=50`);
  const skus = data.flatMap(({ variants }) =>
    variants.filter(({ unit }) => unit === null).map(({ sku }) => sku),
  );
  const stamp = Date.now().toString(36).toUpperCase();
  const [first, second, third] = skus;
  const batch = `HS-${stamp}`;

  await page.goto('/inventory');
  const acts = await countActs(page);
  await page.getByRole('link', { name: 'Receive goods' }).click();
  await expect(page.getByRole('heading', { name: 'Receive goods', level: 1 })).toBeVisible();
  const supplier = page.getByRole('combobox', { name: 'Supplier' });
  await expect(supplier).toBeFocused();
  await page.keyboard.type(`Farm ${stamp}`);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('License (optional)')).toBeFocused();
  await page.keyboard.type(`CCL-${stamp}`);
  const rows = [
    `${first}\t24\t${batch}\tT${stamp}\t\t11/30/2099\t16.50`,
    `${second}\t6\tOTHER-${stamp}\t\t\t\t9`,
    `${third}\t2`,
  ];
  const goods = page.getByRole('combobox', { name: 'SKU or product' });
  await goods.focus();
  await goods.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, rows.join('\n'));
  const lines = page.getByRole('table', { name: 'Lines of the receipt' });
  await expect(lines.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Certificates as PDFs').setInputFiles(certificate(batch));
  await expect(page.getByRole('list', { name: 'Certificates' })).toContainText(`Batch ${batch}`);
  await expect(lines.getByRole('row').nth(1)).toContainText('Read');
  await expectNoFindings(page, 'receive goods');
  await page.getByRole('button', { name: 'Receive 3 lines' }).click();
  await page.waitForURL(/\/inventory\/receipts\/[0-9a-f-]{36}$/);
  acts.expectAtMost(5);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^GR-\d{8}-/);
  await expect(page.getByRole('main')).toContainText(`from Farm ${stamp}`);
  const came = page.getByRole('table', { name: 'What came' });
  const row = came.getByRole('row', { name: new RegExp(batch) });
  await expect(row).toContainText('24');
  await expect(row).toContainText('Certificate on file');
  await page.getByRole('button', { name: 'Print labels' }).click();
  const labels = page.getByRole('dialog', { name: 'Print labels' });
  await expect(labels.getByRole('list', { name: 'Labels' })).toContainText(`T${stamp}`);
  await expect(labels.getByRole('button', { name: 'Print 3 labels' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('link', { name: batch }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(batch);
  await expect(page.getByRole('main')).toContainText('Juniper Ridge Labs');
});

test('asks about a package that is expired, and tells where its units went', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.retailer);
  const rest = await restOf(page.request, DEMO.retailer);
  const { data } = await rest<Products>('GET', '/products?limit=1');
  const sku = data[0]?.variants[0]?.sku ?? '';
  await page.goto('/inventory/receipts/new');
  await page.getByLabel('Came from').selectOption('found');
  await page.getByRole('combobox', { name: 'SKU or product' }).fill(`${sku} x2`);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Batch')).toBeFocused();
  await page.keyboard.type(`OLD-${Date.now()}`);
  await page.getByLabel('Expires').fill('2020-01-31');
  await page.getByRole('button', { name: 'Receive 1 line' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check before you receive' });
  await expect(dialog).toContainText('expired on Jan 31, 2020');
  await expectNoFindings(page, 'receive goods');
  await dialog.getByRole('button', { name: 'Receive 1 line anyway' }).click();
  await page.waitForURL(/\/inventory\/receipts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The units are in quarantine.');
  await expect(page.getByRole('table', { name: 'What came' })).toContainText('Quarantine');
});
