import type { Locator } from '@playwright/test';
import { catalogOf, DEMO, expect, test } from '../support';

/** Types 144 into a field, and expects that none of it is cut off between the step buttons. */
async function expectRoom(field: Locator): Promise<void> {
  await field.fill('144');
  const hidden = () => field.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth);
  expect(await hidden()).toBeLessThanOrEqual(0);
  await expect(field).toHaveValue('144');
}

test('quantity fields with step buttons show 144 at 390 px in catalog, cart and reorder', async ({
  signedInAs,
}) => {
  const page = await signedInAs(DEMO.retailer, { viewport: { width: 390, height: 844 } });
  await page.goto(await catalogOf(page));
  const offered = page.locator('input[data-cart-quantity]').first();
  await expectRoom(offered);
  await offered.blur();
  await page.goto('/cart');
  await expectRoom(page.getByRole('textbox', { name: /^Quantity of/ }).first());
  await page.goto('/reorder');
  await expectRoom(page.getByRole('textbox', { name: /^Quantity of/ }).first());
});
