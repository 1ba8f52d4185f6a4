import type { Page } from '@playwright/test';
import { PIXEL } from '../../factories/images';
import { DEMO, expect, restOf, signIn, test } from '../support';

const filters = (page: Page) => page.getByRole('button', { name: /^(Category|Brand|Status|Owner)/ });

async function filterBy(page: Page, filter: string, option: string): Promise<void> {
  await filters(page).filter({ hasText: filter }).first().click();
  await page.getByRole('option', { name: option }).click();
}

/** Fills the form of a new product with one variant. */
async function fillProduct(page: Page, name: string, sku: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Vapes');
  await page.getByLabel('Subcategory').selectOption('Cartridges');
  await page.getByLabel('Variant name').fill('0.5 g');
  await page.getByLabel('SKU').fill(sku);
  await page.getByRole('textbox', { name: 'Wholesale price', exact: true }).fill('31.5');
}

test.describe('the list', () => {
  test('search, filters, sort and page survive reload, Back and a copied address', { tag: '@full' }, async ({
    page,
    signedInAs,
  }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products');
    await filterBy(page, 'Category', 'Flower');
    await expect(page).toHaveURL('/products?category=flower');
    await page.getByRole('link', { name: 'All products' }).click();
    await expect(page).toHaveURL(/view=all/);
    // Listings of others have a table of their own.
    const products = page.getByRole('table', { name: 'Products', exact: true });
    await products.getByRole('button', { name: 'Product' }).click();
    await expect(page).toHaveURL(/sort=name/);
    await page.getByLabel('Search products').fill('ha');
    await expect(page).toHaveURL(/q=ha/);
    await expect(products.getByRole('columnheader', { name: 'Product' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    const rows = products.getByRole('rowheader');
    await expect(rows.first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(async () => {
      for (const name of await rows.allTextContents()) expect(name.toLowerCase()).toContain('ha');
    }).toPass();
    const names = await rows.allTextContents();
    expect(names).toEqual([...names].sort());

    await page.reload();
    await expect(rows).toHaveText(names);
    const copy = await signedInAs(DEMO.wholesaler);
    await copy.goto(page.url());
    await expect(
      copy.getByRole('table', { name: 'Products', exact: true }).getByRole('rowheader'),
    ).toHaveText(names);

    await page.goBack();
    await expect(page).not.toHaveURL(/sort=name/);
    await page.goBack();
    await expect(page).toHaveURL('/products?category=flower');
  });

  test('counts pages and opens the second', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.retailer);
    await page.goto('/products?view=all');
    await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible();
    const first = await page.getByRole('rowheader').first().textContent();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/products?view=all&page=2');
    await expect(page.getByText(/^51–\d+ of \d+$/)).toBeVisible();
    await expect(page.getByRole('rowheader').first()).not.toHaveText(first ?? '');
  });

  test('says that nothing matches and offers to clear the filters', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products?q=no+such+product');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(page).toHaveURL('/products');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });

  test('opens a malformed address', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto(
      '/products?page=999999999&sort=nonsense&category=x&entity_id=1&active=perhaps&brand=%00&q=%00',
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  });

  test('a brand is a filter of its own, and each row names its brand', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products');
    await filterBy(page, 'Brand', 'Little Owl');
    await expect(page).toHaveURL('/products?brand=Little+Owl');
    await expect(filters(page).filter({ hasText: 'Brand: Little Owl' })).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toContainText('Little Owl');
  });

  test('shows an error with a working Retry when there is no response', { tag: '@full' }, async ({
    page,
    faults,
  }) => {
    faults.allow(/net::ERR_FAILED/);
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products');
    await page.route('**/api/trpc/**', (route) => route.abort());
    await page.getByLabel('Search products').fill('haze');
    const alert = page.getByRole('alert').filter({ hasText: /out of date|Couldn't load/ });
    await expect(alert).toBeVisible();
    await page.unroute('**/api/trpc/**');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toBeHidden();
    await expect(page.getByRole('rowheader').first()).toContainText('Haze');
  });

  test('on a phone rows are cards', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/products');
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.getByRole('list', { name: 'Products' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/products\/[0-9a-f-]{36}$/);
  });
});

test.describe('an own product', () => {
  test('is created with its variant, stocked at zero, and changed field by field', async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products');
    await page.getByRole('link', { name: 'Add product' }).click();
    await fillProduct(page, 'Spec Cartridge', 'E2E-VAPE-1');
    await page.getByRole('button', { name: 'Create product' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Spec Cartridge' })).toBeVisible();
    await expect(page).toHaveTitle('Spec Cartridge · Tallyleaf');
    const variants = page.getByRole('table', { name: 'Variants' });
    await expect(variants.getByRole('row', { name: /0\.5 g/ })).toContainText('$31.50');
    const stock = page.getByRole('table', { name: 'Stock for this product' });
    await expect(stock.getByRole('row', { name: /E2E-VAPE-1/ })).toContainText('Vault');

    await page.getByRole('button', { name: 'Edit product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit product' });
    await dialog.getByLabel('Brand').fill('Spec House');
    await dialog.getByLabel('THC').fill('81.5');
    const sent = page.waitForRequest('**/api/trpc/products.update**');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const body = (await sent).postDataJSON()['0'];
    expect(Object.keys(body).sort()).toEqual(['brand', 'id', 'thc_percentage']);
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Spec House').first()).toBeVisible();
    await expect(page.getByText('81.5%')).toBeVisible();

    await variants.getByRole('button', { name: 'Edit 0.5 g' }).click();
    const variant = page.getByRole('dialog', { name: 'Edit 0.5 g' });
    await variant.getByLabel('Wholesale price').fill('17.25');
    await variant.getByRole('button', { name: 'Save' }).click();
    await expect(variants.getByRole('row', { name: /0\.5 g/ })).toContainText('$17.25');

    await page.getByRole('link', { name: 'Products' }).first().click();
    await page.getByLabel('Search products').fill('spec cart');
    await expect(page.getByRole('row', { name: /Spec Cartridge/ })).toContainText('Spec House');
  });

  test('adds a second variant, and rejects a SKU in use at its field', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products/new');
    await fillProduct(page, 'Two Variants', 'E2E-TWO-1');
    await page.getByRole('button', { name: 'Create product' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Two Variants' })).toBeVisible();

    await page.getByRole('button', { name: 'Add variant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add variant' });
    await dialog.getByLabel('Variant name').fill('1 g');
    await dialog.getByLabel('SKU').fill('E2E-TWO-1');
    await dialog.getByRole('textbox', { name: 'Wholesale price', exact: true }).fill('55');
    await dialog.getByRole('button', { name: 'Add variant' }).click();
    await expect(dialog.getByText('Another variant of your business has this SKU')).toBeVisible();
    await expect(dialog.getByLabel('SKU')).toBeFocused();
    await dialog.getByLabel('SKU').fill('E2E-TWO-2');
    await dialog.getByRole('button', { name: 'Add variant' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('table', { name: 'Variants' }).getByRole('rowheader')).toHaveText([
      '0.5 g',
      '1 g',
    ]);
  });

  test('is checked at the field on leaving it, and the first error takes the focus', {
    tag: '@full',
  }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products/new');
    await page.getByLabel('THC').fill('140');
    await page.getByLabel('CBD').focus();
    await expect(page.getByText('Use a number from 0 to 100')).toBeVisible();
    await page.getByRole('button', { name: 'Create product' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await expect(page.getByText('Enter a SKU')).toBeVisible();
  });

  test('offers only the subcategories of its category', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products/new');
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Flower');
    await page.getByLabel('Subcategory').selectOption('Sativa');
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Topicals');
    await expect(page.getByLabel('Subcategory')).toHaveValue('');
    await expect(page.getByLabel('Subcategory').getByRole('option')).toHaveText(['None', 'Lotions', 'Balms']);
  });

  test("marks an image that can't be loaded, even if it failed before hydration", { tag: '@full' }, async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const rest = await restOf(page.request, DEMO.wholesaler);
    const { id } = await rest<{ id: string }>('POST', '/products', {
      name: 'Spec Picture',
      category: 'flower',
      images: ['https://images.invalid/front.png'],
      variants: [{ name: '1 g', sku: 'E2E-IMAGE-1', price: 12 }],
    });
    await signIn(page, DEMO.wholesaler);
    for (let visit = 0; visit < 2; visit++) {
      await page.goto(`/products/${id}`);
      await expect(page.getByText("Spec Picture, image 1 can't be loaded")).toBeAttached();
    }
    await rest('DELETE', `/products/${id}`);
  });

  test('uploads an image, shows it where the product is listed, and removes it', {
    tag: '@full',
  }, async ({ page }) => {
    const rest = await restOf(page.request, DEMO.wholesaler);
    const { id } = await rest<{ id: string }>('POST', '/products', {
      name: 'Spec Photo',
      category: 'flower',
      variants: [{ name: '1 g', sku: 'E2E-PHOTO-1', price: 12 }],
    });
    await signIn(page, DEMO.wholesaler);
    await page.goto(`/products/${id}`);
    const file = page.getByLabel('Product image');
    const svg = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await file.setInputFiles(svg);
    await expect(page.getByText("a.svg isn't a JPEG, PNG or WebP image.")).toBeVisible();
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL });
    const image = page.getByRole('img', { name: 'Spec Photo, image 1' });
    await expect(image).toBeVisible();
    expect(await image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth))).toBe(
      1,
    );
    await page.goto('/inventory?q=E2E-PHOTO-1');
    await expect(page.locator(`img[src^="/images/products/${id}/"]`).first()).toBeVisible();
    await page.goto(`/products/${id}`);
    await page.getByRole('button', { name: 'Remove image 1' }).click();
    await expect(image).toHaveCount(0);
    await rest('DELETE', `/products/${id}`);
  });

  test('asks before discarding changes', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesaler);
    await page.goto('/products/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done');
    await page.getByRole('link', { name: 'Inventory' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half done');
  });
});

test.describe('rights', () => {
  test('shows a viewer no control to change a product, and 403 at the direct address', {
    tag: '@full',
  }, async ({ page, faults }) => {
    faults.allow(/status of 403/);
    await signIn(page, DEMO.retailerViewer);
    await page.goto('/products');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add product' })).toHaveCount(0);
    await page.goto('/products/new');
    await expect(page.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
    await expect(page.getByText('403')).toBeVisible();
  });

  test('lets a manager read but not change products', { tag: '@full' }, async ({ page }) => {
    await signIn(page, DEMO.wholesalerManager);
    await page.goto('/products');
    await expect(page.getByRole('link', { name: 'Add product' })).toHaveCount(0);
    await page.getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByRole('table', { name: 'Variants' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Edit|Add/ })).toHaveCount(0);
  });

  test("lets a connected business read but not change a supplier's product", { tag: '@full' }, async ({
    page,
  }) => {
    await signIn(page, DEMO.retailer);
    await page.goto('/products?view=all&q=gelato');
    await filters(page).filter({ hasText: 'Owner' }).first().click();
    await page.getByRole('option').first().click();
    await expect(page).toHaveURL(/entity_id=/);
    await page.getByRole('rowheader').getByRole('link').first().click();
    await expect(page.getByRole('table', { name: 'Variants' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Edit product|Add variant/ })).toHaveCount(0);
  });

  for (const id of ['nonsense', '00000000-0000-7000-8000-000000000000']) {
    test(`product ${id} is not there`, { tag: '@full' }, async ({ page, faults }) => {
      faults.allow(/status of 404/);
      await signIn(page, DEMO.wholesaler);
      await page.goto(`/products/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    });
  }
});

test('sells on a bought variant under its own SKU in two acts, and stops in two', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page, DEMO.wholesaler);
  const rest = await restOf(page.request, DEMO.wholesaler);
  const me = await rest<{ id: string }>('GET', '/entity');
  type Item = { product_id: string; variant_id: string };
  type Listed = { data: { id: string; entity: { id: string } }[] };
  const [stock, products, listings] = [
    await rest<{ data: Item[] }>('GET', '/inventory?limit=500'),
    await rest<Listed>('GET', '/products?limit=500'),
    await rest<{ data: Item[] }>('GET', '/listings'),
  ];
  const bought = new Set(products.data.filter(({ entity }) => entity.id !== me.id).map(({ id }) => id));
  const listed = new Set(listings.data.map(({ variant_id }) => variant_id));
  const item = stock.data.find((one) => bought.has(one.product_id) && !listed.has(one.variant_id));
  await page.goto(`/products/${item?.product_id}`);
  const sku = `GC-${Date.now()}`;
  await page
    .getByRole('button', { name: /^Sell this / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Sell / });
  await dialog.getByLabel('Your SKU').fill(sku);
  await dialog.getByLabel('Your price').fill('21.50');
  await dialog.getByRole('button', { name: 'Start selling' }).click();
  await expect(page.getByText(`You sell it as ${sku} at $21.50`)).toBeVisible();

  await page.goto('/products');
  await page.getByRole('link', { name: /^You resell \d+ variants? from other businesses$/ }).click();
  const row = page
    .getByRole('table', { name: 'Products you resell' })
    .getByRole('row', { name: new RegExp(sku) });
  await row.getByRole('button', { name: /^Stop selling/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop selling' }).click();
  await expect(page.getByText(sku)).toHaveCount(0);
});
