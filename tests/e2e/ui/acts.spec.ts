import { openDatabase } from '../../../server/platform/db/client';
import { countActs } from '../acts';
import { DEMO, expect, placeOrderOverRest, restOf, settled, signIn, test } from '../support';

test('adjusts an item under the pointer in two acts, and shows who changed it in one', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page, DEMO.wholesaler);
  await page.goto('/inventory?sort=-sellable_quantity&room_type=vault', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  const row = page.locator('tbody tr').first();
  await row.getByRole('rowheader').hover();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /^Adjust / });
  await expect(dialog.getByLabel('Change')).toBeFocused();
  await page.keyboard.type('-1');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  acts.expectAtMost(2);

  acts.restart();
  await row.getByRole('link', { name: /^History of / }).click();
  const change = page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem').first();
  await expect(change).toContainText('Adjustment −1');
  await expect(change).toContainText('Theo Lindqvist');
  acts.expectAtMost(1);
});

test('finds the latest order on Home and tells its customer in two acts', { tag: '@full' }, async ({
  page,
  product,
}) => {
  test.skip(!product.databaseUrl, 'needs E2E_DATABASE');
  await placeOrderOverRest(page);
  const [asSeller, asBuyer] = [
    await restOf(page.request, DEMO.wholesaler),
    await restOf(page.request, DEMO.retailer),
  ];
  type Order = { id: string; order_number: string; retailer: { name: string } };
  const { data } = await asSeller<{ data: Order[] }>('GET', '/orders?side=selling&status=pending&limit=1');
  const [order] = data;
  if (!order) throw new Error('no order was placed');
  const { sql, close } = openDatabase({ url: product.databaseUrl ?? '', pool: 1 });
  // A day that is over can't be asked for.
  await sql`update orders set delivery_date = '2020-01-02' where id = ${order.id}`;
  await close();

  await signIn(page, DEMO.wholesaler);
  await page.goto('/');
  const acts = await countActs(page);
  await page
    .getByRole('region', { name: 'Needs you now' })
    .getByRole('link', { name: `Message ${order.retailer.name} about ${order.order_number}` })
    .click();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await page.keyboard.type('Our van broke down. You have it by noon tomorrow.');
  await page.keyboard.press('Control+Enter');
  const history = page.getByRole('list', { name: 'Order history' });
  await expect(history).toContainText('Our van broke down.');
  acts.expectAtMost(2);
  const comments = await asBuyer<{ data: { body: string }[] }>('GET', `/orders/${order.id}/comments`);
  expect(comments.data.map(({ body }) => body)).toEqual([
    'Our van broke down. You have it by noon tomorrow.',
  ]);
  await asBuyer('POST', `/orders/${order.id}/cancel`, { reason: 'Came too late' });
});

test("compares two suppliers' price for one product in one act", { tag: '@full' }, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.retailer);
  const rest = await restOf(page.request, DEMO.retailer);
  const { data: suppliers } = await rest<{ data: { id: string; name: string }[] }>(
    'GET',
    '/market/suppliers',
  );
  const named = async (name: string) => {
    const id = suppliers.find((supplier) => supplier.name === name)?.id;
    const { data } = await rest<{ data: { product_name: string }[] }>(
      'GET',
      `/market/suppliers/${id}/catalogue?limit=500`,
    );
    return data.map(({ product_name }) => product_name);
  };
  const both = ['Golden Coast Distribution', 'Lost Coast Provisions'] as const;
  const [here, there] = [await named(both[0]), await named(both[1])];
  const product = there.find((name) => here.includes(name)) ?? '';
  expect(product).not.toBe('');

  await page.goto('/market', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.keyboard.press('f');
  await expect(page.getByLabel('Search all suppliers')).toBeFocused();
  await page.keyboard.type(product);
  const offers = page.getByRole('table', { name: 'Offers of all suppliers' });
  for (const supplier of both) {
    const row = offers.getByRole('row').filter({ hasText: product }).filter({ hasText: supplier });
    await expect(row.first()).toContainText(/\$\d/);
  }
  acts.expectAtMost(1);
});

test('prints the packing slip of an order from the list in three acts', { tag: '@full' }, async ({
  page,
}) => {
  await placeOrderOverRest(page);
  await signIn(page, DEMO.wholesaler);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.goto('/orders?status=pending', { waitUntil: 'networkidle' });
  const acts = await countActs(page);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Packing slip' }).click();
  await page.waitForURL(/\/packing-slip$/);
  await settled(page);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  acts.expectAtMost(3);
});
