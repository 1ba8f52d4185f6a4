import type { APIRequestContext } from '@playwright/test';
import { pdf } from '../../factories/pdf';
import { type Placed, textPdf } from '../../factories/text-pdf';
import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, settled, test } from '../support';

const SECOND = 'free@demo.test';
type WithId = { id: string };

/** A batch of the wholesaler's that two retailers have and a third order has reserved. */
async function sellBatch(request: APIRequestContext, number: string) {
  const seller = await restOf(request, DEMO.wholesaler);
  const { id: product } = await seller<WithId>('POST', '/products', {
    name: `Night Garden ${number}`,
    category: 'flower',
    variants: [{ name: '1 g', sku: `NG-${number}`, price: 9, wholesale_price: 4.5 }],
  });
  type Item = WithId & { variant_id: string; location_id: string };
  const { data } = await seller<{ data: Item[] }>('GET', `/inventory?product_id=${product}`);
  const item = data[0];
  if (!item) throw new Error('The product has no stock row');
  await seller('PATCH', `/inventory/${item.id}`, { quantity_change: 60, reason_code: 'AUDIT' });
  const { batch } = await seller<{ batch: string }>('POST', '/lots', {
    product_id: product,
    batch_id: number,
    variant_id: item.variant_id,
    location_id: item.location_id,
    room_type: 'vault',
    quantity: 60,
    expires_on: '2099-01-31',
  });
  const { id: wholesaler_id } = await seller<WithId>('GET', '/entity');
  const order = async (email: string, quantity: number, statuses: readonly string[]) => {
    const buyer = await restOf(request, email);
    const body = { wholesaler_id, items: [{ product_id: product, quantity }] };
    const { id } = await buyer<WithId>('POST', '/orders', body);
    for (const status of statuses) await seller('PATCH', `/orders/${id}/status`, { status });
  };
  const delivered = ['accepted', 'preparing', 'shipped', 'delivered'];
  await order(DEMO.retailer, 20, delivered);
  await order(SECOND, 6, delivered);
  await order(DEMO.retailer, 8, ['accepted']);
  return { product, batch };
}

test('three parties work off a recall: the owner sees each response as it comes, until all are in', async ({
  request,
  signedInAs,
}) => {
  test.setTimeout(240_000);
  const number = `RC-${Date.now().toString(36)}`;
  const { batch } = await sellBatch(request, number);
  const owner = await signedInAs(DEMO.wholesaler);
  const first = await signedInAs(DEMO.retailer);
  const second = await signedInAs(SECOND);

  await owner.goto(`/batches?q=${number}`);
  await owner.getByRole('link', { name: number, exact: true }).click();
  await owner.waitForURL(`**/batches/${batch}`);
  await owner.getByRole('button', { name: 'Recall' }).click();
  const dialog = owner.getByRole('dialog', { name: `Recall ${number}` });
  await expect(dialog.getByText('customers received 26 units')).toBeVisible();
  await expect(dialog.getByText('units on your own shelves')).toBeVisible();
  await expect(dialog.getByText('open order loses 8 units')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Aspergillus found in a retained sample');
  await dialog.getByRole('button', { name: 'Recall batch' }).click();
  await owner.waitForURL(/\/recalls\/[0-9a-f-]{36}$/);
  const path = new URL(owner.url()).pathname;
  const progress = owner.getByRole('region', { name: 'Progress' });
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 3');
  await expect(owner.getByRole('heading', { name: 'Flagged orders (1)' })).toBeVisible();

  await first.goto('/recalls?waiting=true');
  await first.getByRole('link', { name: number }).first().click();
  await first.waitForURL(`**${path}`);
  // A holder sees its own units and no other's.
  await expect(first.getByRole('region', { name: 'Progress' })).toHaveCount(0);
  await first.getByRole('button', { name: 'Quarantine all 20 units and respond' }).click();
  await expect(first.getByRole('heading', { name: 'Your response' })).toBeVisible();
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 3', {
    timeout: 15_000,
  });

  await second.goto(path);
  await second.getByRole('button', { name: 'Respond with other numbers' }).click();
  const form = second.getByRole('dialog');
  await form.getByLabel('Kept in quarantine').fill('1');
  await form.getByLabel('Destroyed').fill('3');
  await expect(form.getByText('2 of 6 units are missing. Enter where they are.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send response' })).toBeDisabled();
  await form.getByLabel('Already sold').fill('2');
  await form.getByRole('button', { name: 'Send response' }).click();
  await expect(second.getByRole('heading', { name: 'Your response' })).toBeVisible();

  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 3', {
    timeout: 15_000,
  });
  await expectNoFindings(owner, 'an open recall');
  await owner.getByRole('button', { name: 'Quarantine all 34 units and respond' }).click();
  await expect(owner.getByText('Closed', { exact: true })).toBeVisible();
  await expect(progress.getByText('Still on a shelf').locator('xpath=..')).toContainText('0');
});

test('rejects a file that is no PDF or too large, reads a certificate before it is saved, and withdraws it', {
  tag: '@full',
}, async ({ request, signedInAs }) => {
  test.setTimeout(120_000);
  const number = `CE-${Date.now().toString(36)}`;
  const { batch } = await sellBatch(request, number);
  const page = await signedInAs(DEMO.wholesaler);
  let uploads = 0;
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/coa-readings')) uploads += 1;
  });
  await page.goto(`/batches/${batch}`);
  await settled(page);
  await page.getByRole('button', { name: 'Add certificate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add certificate' });
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('Certificate as a PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await choose('photo.pdf', Buffer.from('JFIF'));
  await expect(dialog.getByRole('alert')).toContainText("photo.pdf isn't a PDF");
  await choose('large.pdf', Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024), Buffer.from('%%EOF')]));
  await expect(dialog.getByRole('alert')).toContainText('at most 10 MB');
  const save = dialog.getByRole('button', { name: 'Save certificate' });
  await expect(save).toBeDisabled();
  expect(uploads).toBe(0);
  await choose('scan.pdf', pdf());
  await expect(dialog.getByRole('img', { name: 'First page of scan.pdf' })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(/^No text could be read from this PDF/)).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByLabel('Date')).toHaveValue('');
  const read: Placed[] = [
    [50, 760, 'Juniper Ridge Labs'],
    [300, 760, 'www.juniperridge.com'],
    [50, 740, `Batch #: X-${number}`],
    [300, 740, `Date Collected: ${new Date(Date.now() - 864e5).toISOString().slice(0, 10)}`],
  ];
  await choose('lab.pdf', textPdf(read));
  await expect(dialog.getByLabel('Laboratory')).toHaveValue('Juniper Ridge Labs', { timeout: 40_000 });
  await save.click();
  await expect(dialog.getByText(`The PDF names batch X-${number}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save as entered' }).click();
  await expect(page.getByRole('main').getByText('lab.pdf')).toBeVisible();
  expect(uploads).toBe(2);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Of another batch');
  await page.getByRole('button', { name: 'Withdraw certificate' }).click();
  await expect(page.getByRole('main').getByText('No certificate applies.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Of another batch')).toBeVisible();
});

test('puts a batch on hold with a reason, and releases it', { tag: '@full' }, async ({
  request,
  signedInAs,
}) => {
  test.setTimeout(120_000);
  const number = `HO-${Date.now().toString(36)}`;
  const { batch } = await sellBatch(request, number);
  const page = await signedInAs(DEMO.wholesaler);
  await page.goto(`/batches/${batch}`);
  await settled(page);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Mold found in two jars');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByRole('region', { name: 'Hold' })).toContainText('Mold found in two jars');
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release batch' }).click();
  await expect(page.getByRole('region', { name: 'Hold' })).toHaveCount(0);
  await page.getByRole('button', { name: 'View as table: Trace' }).click();
  await expect(page.getByRole('table', { name: 'Trace' })).toContainText('Harbor & Pine');
});
