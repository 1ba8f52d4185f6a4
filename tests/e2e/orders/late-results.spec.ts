import type { Page } from '@playwright/test';
import { DEMO, expect, restOf, test } from '../support';

type Offer = { sku: string; available_quantity: number; case_size: number; step: number | null };

/** Lets each response of the dashboard's calls take 400 to 800 ms. */
async function slow(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/trpc/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 400 + ((calls * 3) % 5) * 100));
    await route.continue();
  });
}

test('enters 15 lines by keyboard without waiting while each response takes 400 to 800 ms', async ({
  signedInAs,
}) => {
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  const customer = await rest<{ id: string; name: string }>('POST', '/customers', {
    ...{ type: 'retailer', name: 'Slow Line Shop', license_number: `C10-${Date.now()}` },
    address: { street: '4100 Piedmont Avenue', city: 'Oakland', state: 'CA', zip: '94611' },
  });
  const { data } = await rest<{ data: Offer[] }>(
    'GET',
    `/market/suppliers/${me.id}/catalogue?customer_id=${customer.id}&in_stock=true&limit=200`,
  );
  const skus = data.filter(({ step }) => step === null).slice(0, 15);
  expect(skus).toHaveLength(15);
  await slow(seller);
  await seller.goto('/orders/new');
  await seller.keyboard.type('slow line');
  await seller.keyboard.press('Enter');
  const sku = seller.getByRole('combobox', { name: 'SKU or product' });
  await expect(sku).toBeFocused();
  const amounts = skus.map(({ case_size }, n) => case_size * ((n % 3) + 1));
  for (const [n, one] of skus.entries()) {
    // Some in one text, some in two fields.
    if (n % 3 === 0) await seller.keyboard.type(`${one.sku} x${amounts[n]}`, { delay: 15 });
    else {
      await seller.keyboard.type(one.sku, { delay: 15 });
      await seller.keyboard.press('Enter');
      await seller.keyboard.type(String(amounts[n]), { delay: 15 });
    }
    await seller.keyboard.press('Enter');
  }
  const lines = seller.getByRole('table', { name: 'Lines of the order' });
  await expect(lines.getByRole('row')).toHaveCount(16);
  const fields = lines.getByRole('textbox', { name: /^Amount of/ });
  for (const [n, one] of skus.entries()) {
    expect((await fields.nth(n).getAttribute('aria-label'))?.split(' ').at(-1)).toBe(one.sku);
    await expect(fields.nth(n)).toHaveValue(String(amounts[n]));
  }
  await expect(sku).toHaveValue('');
  await expect(seller.getByRole('list', { name: 'Not added yet' })).toHaveCount(0);
});

test('adds each item of an offer whose Enter came before its results', async ({ signedInAs }) => {
  const seller = await signedInAs(DEMO.wholesaler);
  const rest = await restOf(seller.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  const { data } = await rest<{ data: { variants: { sku: string }[] }[] }>(
    'GET',
    `/products?entity_id=${me.id}&limit=4`,
  );
  const skus = data.flatMap(({ variants }) => variants.slice(0, 1).map(({ sku }) => sku));
  await seller.goto('/offers?start=true');
  const dialog = seller.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Add an item' });
  await field.click();
  await slow(seller);
  for (const sku of skus) {
    await seller.keyboard.type(sku, { delay: 15 });
    await seller.keyboard.press('Enter');
  }
  const items = dialog.getByRole('list', { name: 'Items of the offer' });
  for (const sku of skus) await expect(items.getByText(sku, { exact: false }).first()).toBeVisible();
  await expect(field).toHaveValue('');
});
