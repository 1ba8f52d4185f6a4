import { expectNoFindings } from '../axe';
import { DEMO, expect, restOf, test } from '../support';

test('adds a tax by a preset, and an order has its line', { tag: '@full' }, async ({
  request,
  signedInAs,
}) => {
  const rest = await restOf(request, DEMO.wholesaler);
  const buyer = await restOf(request, DEMO.retailer);
  const shop = await buyer<{ id: string }>('GET', '/entity');
  const sku = `TAXED-${Date.now()}`;
  await rest('POST', '/products', {
    ...{ name: sku, category: 'flower' },
    variants: [{ name: 'Jar', sku, price: 80, wholesale_price: 40 }],
  });
  const stock = await rest<{ data: { id: string }[] }>('GET', `/inventory?sku=${sku}`);
  await rest('PATCH', `/inventory/${stock.data[0]?.id}`, { quantity_change: 50, reason_code: 'AUDIT' });

  const page = await signedInAs(DEMO.wholesaler);
  await page.goto('/settings/taxes');
  await page.getByRole('button', { name: 'Add tax rule' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Start with').selectOption({ label: 'California cannabis excise tax' });
  await expect(dialog.getByRole('textbox', { name: 'Rate' })).toHaveValue('15');
  await expect(dialog.getByRole('link', { name: 'source' })).toBeVisible();
  await expectNoFindings(page, 'a tax by its preset');
  await dialog.getByLabel('Name').fill('Excise');
  await dialog.getByRole('button', { name: 'Add tax rule' }).click();
  await expect(page.getByText('Tax rule added')).toBeVisible();
  await expect(page.getByRole('row', { name: /Excise/ })).toContainText('Current');
  await expectNoFindings(page, 'taxes');
  try {
    await page.goto(`/orders/new?customer=${shop.id}`);
    const goods = page.getByRole('combobox', { name: 'SKU or product' });
    await goods.fill(sku);
    await expect(page.getByRole('option', { name: new RegExp(sku) })).toBeVisible();
    await goods.press('Enter');
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Excise 15% on $400.00')).toBeVisible();
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByText('Excise 15% on $400.00')).toBeVisible();
    await expect(page.getByText('$60.00')).toBeVisible();
    await expect(page.getByText('$460.00').first()).toBeVisible();
  } finally {
    const { data } = await rest<{ data: { id: string; name: string }[] }>('GET', '/tax-rules');
    for (const { id, name } of data) if (name === 'Excise') await rest('DELETE', `/tax-rules/${id}`);
  }
});
