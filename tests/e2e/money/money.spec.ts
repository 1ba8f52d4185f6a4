import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { onDatabase, runCli } from '../../setup/cli';
import { countActs } from '../acts';
import { expectNoFindings } from '../axe';
import { moveInvoice, shipOrder } from '../money';
import { DEMO, expect, type RunningProduct, restOf, test } from '../support';

test('ships, invoices, credits a short line, takes a part payment, and shows statement, aging and books', async ({
  request,
  signedInAs,
  product: running,
}) => {
  const { order, invoice, number, customer, product } = await shipOrder(request);
  const seller = await signedInAs(DEMO.wholesaler);

  await seller.goto(`/orders/${order}`);
  await seller.getByRole('link', { name: number }).click();
  await seller.waitForURL(`**/invoices/${invoice}`);
  await expect(seller.getByRole('heading', { level: 1, name: number })).toBeVisible();

  const crediting = await countActs(seller);
  await seller.getByRole('button', { name: 'Credit lines' }).click();
  await seller.getByRole('textbox', { name: new RegExp(`Credit of ${product}`) }).fill('2');
  await expect(seller.getByText(/^Credit \$\d/)).toBeVisible();
  await seller.getByRole('button', { name: 'Damaged', exact: true }).click();
  await seller.getByRole('button', { name: 'Issue credit' }).click();
  await expect(seller.getByText(/CRN-\d{7} issued/)).toBeVisible();
  crediting.expectAtMost(3);
  const note = (await seller.getByRole('link', { name: /CRN-\d{7}/ }).textContent()) ?? '';

  await seller.goto(`/payments/new?customer=${customer}`);
  const apply = seller.getByRole('textbox', { name: `Apply to ${number}` });
  await expect(apply).toBeVisible();
  const reference = `E2E-${Date.now()}`;
  await apply.fill('50');
  await seller.getByLabel('Reference (optional)').fill(reference);
  await seller.getByRole('textbox', { name: 'Amount' }).fill('50');
  await seller.keyboard.press('Enter');
  await seller.waitForURL('**/payments/*');
  await expect(seller.getByRole('heading', { level: 1 })).toHaveText('Payment of $50.00');
  await expect(seller.getByRole('link', { name: number })).toBeVisible();

  await seller.goto(`/invoices/${invoice}`);
  await expect(seller.getByText(`Check ${reference}`)).toBeVisible();

  await seller.goto(`/customers/${customer}?tab=statement`);
  const rows = seller.getByRole('table', { name: /^Statement of/ });
  await expect(rows.getByRole('link', { name: number })).toBeVisible();
  await expect(rows.getByText(`Payment ${reference}`)).toBeVisible();

  await test.step('aging, two months after it was issued', () => ageInvoice(seller, running, invoice));
  await test.step('books', async () => {
    // Another spec may have named them.
    const asSeller = await restOf(request, DEMO.wholesaler);
    const none = { receivable: null, income: {}, tax: {}, freight: null, discount: null, credits: null };
    await asSeller('PUT', '/accounting/accounts', { ...none, deposits: {} });
    const entries = await exportJournal(seller);
    expect(entries.map((entry) => entry['*JournalNo'])).toEqual(expect.arrayContaining([number, note]));
  });

  const buyer = await signedInAs(DEMO.retailer);
  await buyer.goto(`/invoices/${invoice}`);
  await expect(buyer.getByRole('button', { name: 'Credit lines' })).toHaveCount(0);
  await expect(buyer.getByRole('heading', { level: 1, name: number })).toBeVisible();
});

/** Moves an invoice two months back, runs the daily jobs, and finds it by its age. */
async function ageInvoice(
  seller: Page,
  { databaseUrl = '', dataDir = '' }: RunningProduct,
  invoice: string,
): Promise<void> {
  const date = await moveInvoice(databaseUrl, invoice, 75);
  const env = { ...onDatabase(databaseUrl), AUTH_SECRET: process.env.E2E_SECRET ?? '', DATA_DIR: dataDir };
  const { code, stdout } = await runCli(env, 'run-daily', '--date', date);
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/[1-9]\d* invoices? overdue/),
  });

  await seller.goto('/receivables');
  await expect(seller.getByText('Owed to you')).toBeVisible();
  const cell = seller
    .getByRole('row', { name: /Harbor & Pine/ })
    .getByRole('cell')
    .filter({ hasText: /^\$/ });
  await expect(cell.nth(2)).toHaveText(/^\$\d/);
  await expect(seller.getByText('Overdue over 30 days').locator('..')).not.toContainText('$0.00');
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await seller.getByLabel('As of').fill(tomorrow);
  await expect(seller.getByLabel('As of')).toHaveValue('');
  await seller.goto(`/invoices/${invoice}`);
  await expect(seller.getByText('Overdue', { exact: true }).first()).toBeVisible();
}

/** Names the accounts, exports the journal of all days and reads it. */
async function exportJournal(seller: Page): Promise<Record<string, string>[]> {
  await seller.goto('/settings/books');
  await seller.getByRole('button', { name: 'New export' }).click();
  await seller.getByLabel('From').fill('2020-01-01');
  const to = seller.getByLabel('To', { exact: true });
  await to.fill((await to.getAttribute('max')) ?? '');
  await seller.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(seller.getByText(/Name these accounts below first: Accounts receivable, Sales/)).toBeVisible();
  await expectNoFindings(seller, 'books without accounts');
  await seller.getByRole('button', { name: 'Fill in QuickBooks names' }).click();
  await seller.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(seller.getByText('Accounts saved')).toBeVisible();
  const saved = seller.waitForEvent('download');
  await seller.getByRole('button', { name: 'Export', exact: true }).click();
  const first = await readFile(await (await saved).path(), 'utf8');
  const again = seller.waitForEvent('download');
  await seller.getByRole('link', { name: 'journal.csv' }).first().click();
  expect(await readFile(await (await again).path(), 'utf8')).toBe(first);
  const { data } = Papa.parse<Record<string, string>>(first, { header: true, skipEmptyLines: true });
  const cents = (name: string) =>
    data.reduce((sum, row) => sum + Math.round(Number(row[name] || 0) * 100), 0);
  expect(cents('*Debits')).toBeGreaterThan(0);
  expect(cents('*Debits')).toBe(cents('*Credits'));

  await seller.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(seller.getByText('There is nothing to export in these days.')).toBeVisible();
  await seller
    .getByRole('button', { name: /^Discard Journal/ })
    .first()
    .click();
  await seller.getByRole('button', { name: 'Discard export' }).click();
  await expect(seller.getByText('Export discarded')).toBeVisible();
  return data;
}

test('records a payment over three invoices in three acts, and applies what was left later', {
  tag: '@full',
}, async ({ request, signedInAs }) => {
  const { customer } = await shipOrder(request);
  for (const _ of [2, 3]) await shipOrder(request);
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(request, DEMO.wholesaler);
  type Invoice = { id: string; number: string; balance: number; buyer: { name: string } };
  const open = `/invoices?side=selling&status=open&customer_id=${customer}&sort=due_on&limit=4`;
  const { data } = await rest<{ data: Invoice[] }>('GET', open);
  const [oldest, next] = [data.slice(0, 3), data[3]];
  const sum = oldest.reduce((cents, { balance }) => cents + Math.round(balance * 100), 0) / 100;

  await seller.goto('/payments');
  const paying = await countActs(seller);
  await seller.getByRole('link', { name: 'Record payment' }).first().click();
  const field = seller.getByRole('combobox', { name: 'Customer, invoice or amount' });
  await expect(field).toBeFocused();
  await seller.keyboard.type(oldest[0]?.buyer.name ?? '');
  await seller.keyboard.press('Enter');
  await expect(seller.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await seller.keyboard.type(String(sum));
  await expect(seller.getByRole('textbox', { name: `Apply to ${oldest[2]?.number}` })).not.toHaveValue('');
  await seller.keyboard.press('Enter');
  await expect(seller.getByText('Payment recorded')).toBeVisible();
  paying.expectAtMost(3);
  for (const { id } of oldest)
    expect(await rest('GET', `/invoices/${id}`)).toMatchObject({ status: 'settled', balance: 0 });

  const reference = `LATER-${Date.now()}`;
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await rest('POST', '/payments', {
    ...{ customer_id: customer, kind: 'payment', method: 'cash', amount: 5, received_on: day },
    ...{ reference, allocations: [] },
  });
  await seller.goto(`/invoices/${next?.id}`);
  await seller.getByRole('button', { name: `Apply Cash ${reference}` }).click();
  const dialog = seller.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: `Apply to ${next?.number}` })).toHaveValue('5.00');
  await expectNoFindings(seller, 'applying a payment');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(seller.getByText('Applied $5.00')).toBeVisible();
  await expect(seller.getByText(`Cash ${reference}`).first()).toBeVisible();
  expect(await rest('GET', `/invoices/${next?.id}`)).toMatchObject({ balance: (next?.balance ?? 0) - 5 });
});
