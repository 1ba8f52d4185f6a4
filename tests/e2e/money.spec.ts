import { countActs } from './acts';
import { shipOrder } from './money';
import { DEMO, expect, test } from './support';

test('ships, invoices, credits a short line, takes a part payment, and shows statement and aging', async ({
  request,
  signedInAs,
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
  await seller.keyboard.press('Enter');
  await expect(seller.getByText(/CRN-\d{7} issued/)).toBeVisible();
  crediting.expectAtMost(3);
  await expect(seller.getByRole('link', { name: /CRN-\d{7}/ })).toBeVisible();

  await seller.goto(`/payments/new?customer=${customer}`);
  const apply = seller.getByRole('textbox', { name: `Apply to ${number}` });
  await expect(apply).toBeVisible();
  const reference = `E2E-${Date.now()}`;
  await apply.fill('50');
  await seller.getByLabel('Reference (optional)').fill(reference);
  await seller.getByRole('textbox', { name: 'Amount' }).fill('50');
  await seller.keyboard.press('Enter');
  await seller.waitForURL('**/payments');
  await expect(seller.getByText(reference)).toBeVisible();

  await seller.goto(`/invoices/${invoice}`);
  await expect(seller.getByText(`Check ${reference}`)).toBeVisible();

  await seller.goto(`/customers/${customer}?tab=statement`);
  const rows = seller.getByRole('table', { name: /^Statement of/ });
  await expect(rows.getByRole('link', { name: number })).toBeVisible();
  await expect(rows.getByText(`Payment ${reference}`)).toBeVisible();

  await seller.goto('/receivables');
  await expect(seller.getByText('Owed to you')).toBeVisible();
  const buyer = await signedInAs(DEMO.retailer);
  await buyer.goto(`/invoices/${invoice}`);
  await expect(buyer.getByRole('button', { name: 'Credit lines' })).toHaveCount(0);
  await expect(buyer.getByRole('heading', { level: 1, name: number })).toBeVisible();
});
