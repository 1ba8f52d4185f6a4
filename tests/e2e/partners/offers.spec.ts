import { countActs } from '../acts';
import { DEMO, expect, restOf, test } from '../support';

/** A second retailer of the same wholesaler, with a price list. */
const OTHER = 'free@demo.test';
type Row = { sku: string; variant_id: string; wholesale_price: number };

test('starts an offer in four acts, which its customer sees alone, changes and ends it', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const [buyer, other, seller] = [
    await signedInAs(DEMO.retailer),
    await signedInAs(OTHER),
    await signedInAs(DEMO.wholesaler),
  ];
  const [asBuyer, asOther, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(other.request, OTHER),
    await restOf(seller.request, DEMO.wholesaler),
  ];
  const { id: sellerId } = await asSeller<{ id: string }>('GET', '/entity');
  const { name: shop } = await asBuyer<{ name: string }>('GET', '/entity');
  const path = `/market/suppliers/${sellerId}/catalogue?limit=1`;
  const priceOf = async (as: typeof asBuyer) => (await as<{ data: Row[] }>('GET', path)).data[0];
  const { sku = '', wholesale_price: usual = 0 } = (await priceOf(asBuyer)) ?? {};
  const others = await priceOf(asOther);

  await seller.goto('/offers');
  const name = `Weekend ${Date.now()}`;
  const dialog = seller.getByRole('dialog');
  const acts = await countActs(seller);
  await seller.getByRole('button', { name: 'Start offer' }).first().click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Add an item' }).fill(sku);
  await seller.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: /^Price of/ })).toBeFocused();
  await seller.keyboard.type('3.21');
  await dialog.getByRole('combobox', { name: 'Add a customer' }).fill(shop);
  await seller.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: `Remove ${shop}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Start offer' }).click();
  await expect(dialog).toHaveCount(0);
  acts.expectAtMost(4);
  const row = seller.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Running');
  await expect(row).toContainText(shop);
  expect((await priceOf(asBuyer))?.wholesale_price).toBe(3.21);
  expect(await priceOf(asOther)).toEqual(others);
  await buyer.goto(`/market/${sellerId}?q=${sku}`);
  await expect(buyer.getByText('$3.21').first()).toBeVisible();

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByRole('textbox', { name: /^Price of/ }).fill('4.32');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('$4.32');
  expect((await priceOf(asBuyer))?.wholesale_price).toBe(4.32);

  await row.getByRole('button', { name: `More for ${name}` }).click();
  await seller.getByRole('menuitem', { name: 'End now' }).click();
  await expect(row).toContainText('Ended');
  expect((await priceOf(asBuyer))?.wholesale_price).toBe(usual);
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await seller.getByRole('menuitem', { name: 'Delete' }).click();
  await seller.getByRole('button', { name: 'Delete offer' }).click();
  await expect(row).toHaveCount(0);
});

test('plans an offer for all customers on a phone', { tag: '@full' }, async ({ signedInAs }) => {
  const seller = await signedInAs(DEMO.wholesaler);
  await seller.setViewportSize({ width: 390, height: 844 });
  const name = `Phone ${Date.now()}`;
  await seller.goto('/offers?start=true');
  const dialog = seller.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('combobox', { name: 'Add an item' }).fill('blue dream');
  await seller.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: /^Price of/ })).toBeFocused();
  await dialog.getByRole('checkbox', { name: /without an offer price/ }).check();
  await dialog.getByLabel('For', { exact: true }).selectOption('all');
  const [start, end] = [2, 3].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  await dialog.getByLabel(/^Starts/).fill(`${start?.slice(0, 10)}T09:00`);
  await dialog.getByLabel(/^Ends/).fill(`${end?.slice(0, 10)}T17:00`);
  const wide = await seller.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await dialog.getByRole('button', { name: 'Start offer' }).click();
  await expect(dialog).toHaveCount(0);
  await seller.goto('/offers?status=scheduled');
  await expect(seller.getByText(name)).toBeVisible();
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const { data } = await rest<{ data: { id: string; name: string; audience: string }[] }>(
    'GET',
    '/offers?status=scheduled',
  );
  const made = data.find((one) => one.name === name);
  expect(made?.audience).toBe('all');
  await rest('DELETE', `/offers/${made?.id}`);
});
