import { countActs } from './acts';
import { DEMO, expect, restOf, test } from './support';

type Offer = { sku: string; wholesale_price: number };

test('makes a list, pastes prices, gives it to a buyer, who sees its own', async ({ signedInAs }) => {
  const [buyer, seller] = [await signedInAs(DEMO.retailer), await signedInAs(DEMO.wholesaler)];
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const [me, shop] = [
    await asSeller<{ id: string }>('GET', '/entity'),
    await asBuyer<{ id: string; name: string }>('GET', '/entity'),
  ];
  const catalog = `/market/suppliers/${me.id}/catalogue?limit=1`;
  const offerOf = async () => (await asBuyer<{ data: Offer[] }>('GET', catalog)).data[0];
  const { sku = '' } = (await offerOf()) ?? {};

  await seller.goto('/price-lists');
  await seller.getByRole('button', { name: 'Add price list' }).first().click();
  await seller.getByLabel('Name').fill(`Gold ${Date.now()}`);
  await seller.getByRole('dialog').getByRole('button', { name: 'Add price list' }).click();
  await seller.waitForURL(/\/price-lists\/[0-9a-f-]{36}$/);
  await seller.getByRole('button', { name: 'Paste prices' }).click();
  await seller.getByLabel('Cells').fill(`SKU\t1\t10\nNO-SUCH\t1\t1\n${sku}\t7.77\t6.66`);
  await seller.getByRole('button', { name: 'Add prices' }).click();
  await seller.getByRole('button', { name: 'Save prices' }).click();
  await expect(seller.getByText('SKU not found in what you sell')).toBeVisible();
  await seller.getByRole('button', { name: 'Remove NO-SUCH' }).click();
  await seller.getByRole('button', { name: 'Save prices' }).click();
  await expect(seller.getByRole('button', { name: 'Save prices' })).toHaveCount(0);

  const acts = await countActs(seller);
  await seller.getByRole('combobox', { name: 'Give to a customer' }).fill(shop.name);
  await seller.keyboard.press('Enter');
  await expect(seller.getByRole('link', { name: shop.name })).toBeVisible();
  acts.expectAtMost(2);
  try {
    expect((await offerOf())?.wholesale_price).toBe(7.77);
    await buyer.goto(`/market/${me.id}?q=${sku}`);
    await expect(buyer.getByText('$7.77').first()).toBeVisible();
    await seller.goto(`/customers/${shop.id}`);
    await expect(seller.getByLabel('Price list')).toHaveText(/Gold/);
  } finally {
    await asSeller('PATCH', `/customers/${shop.id}`, { price_list_id: null });
  }
  expect((await offerOf())?.wholesale_price).not.toBe(7.77);
});
