import type { Page } from '@playwright/test';
import { countActs } from '../acts';
import { catalogOf, DEMO, expect, restOf, test } from '../support';

/** Opens a page and waits for hydration: an earlier click is lost. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

/** Adds the first available product of the catalog to the cart. @returns its SKU */
async function putFirstOffer(page: Page): Promise<string> {
  await open(page, await catalogOf(page));
  const add = page.getByRole('button', { name: /^Increase quantity of / }).first();
  const row = page.getByRole('row').filter({ has: add }).first();
  const sku = await row
    .getByRole('rowheader')
    .getByText(/^[A-Z]+(-[\w.]+)+$/)
    .textContent();
  await add.click();
  await expect(page.getByRole('region', { name: 'Cart' })).toBeVisible();
  return sku ?? '';
}

/** Puts one item in and places the order. @returns its number and what was ordered */
async function placeOrder(page: Page): Promise<{ number: string; sku: string; path: string }> {
  const sku = await putFirstOffer(page);
  await page.getByRole('link', { name: 'Review order' }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  return { sku, ...(await openedOrder(page)) };
}

async function openedOrder(page: Page): Promise<{ number: string; path: string }> {
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
  const heading = page.getByRole('heading', { level: 1, name: /^ORD-/ });
  return { number: (await heading.textContent()) ?? '', path: new URL(page.url()).pathname };
}

interface StoredCart {
  supplier_id: string;
  supplier_name: string;
  lines: Array<{ product_id: string; variant_id: string; sku: string; unit_price: number }>;
}
const cartsOf = async (rest: Awaited<ReturnType<typeof restOf>>) =>
  (await rest<{ data: StoredCart[] }>('GET', '/carts')).data;

/** The actions in the header of an order's page. */
const actions = (page: Page) =>
  page
    .locator('main header', { has: page.getByRole('heading', { level: 1 }) })
    .getByRole('button')
    .allTextContents();

/** Counts the calls of an operation that the page sends. */
function countCalls(page: Page, operation: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/trpc/')) {
      calls +=
        pathname
          .split('/trpc/')[1]
          ?.split(',')
          .filter((name) => name === operation).length ?? 0;
    }
  });
  return () => calls;
}

async function unitsInVault(page: Page, sku: string): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ sku, room_type: 'vault' }));
  const answer = await page.request.get(`/api/trpc/inventory.list?input=${input}`);
  const { result } = (await answer.json()) as { result: { data: { data: { quantity: number }[] } } };
  return result.data.data.reduce((sum, item) => sum + item.quantity, 0);
}

test('leads both parties through an order: placed, accepted, prepared, shipped, delivered, in stock', async ({
  signedInAs,
}) => {
  const buyer = await signedInAs(DEMO.retailer);
  const seller = await signedInAs(DEMO.wholesaler);
  const creations = countCalls(buyer, 'orders.create');

  const sku = await putFirstOffer(buyer);
  const before = await unitsInVault(buyer, sku);
  await buyer.getByRole('link', { name: 'Review order' }).click();
  await buyer.getByLabel('Earliest time').fill('09:00');
  await buyer.getByLabel('Latest time').fill('12:00');
  await buyer.getByLabel('Notes').fill('Use the back door.');
  await buyer.getByRole('button', { name: 'Place order' }).dblclick();
  const { number, path } = await openedOrder(buyer);
  expect(creations()).toBe(1);
  await expect(buyer).toHaveTitle(`${number} · Tallyleaf`);
  await expect(buyer.getByText(/^9 AM–12 PM [A-Z]+$/)).toBeVisible();
  expect(await actions(buyer)).toEqual(['Cancel order', 'Order again']);
  await open(buyer, '/cart');
  await expect(buyer.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();

  await open(seller, '/orders?status=pending');
  await expect(seller.getByRole('button', { name: `Accept ${number}` })).toBeVisible();
  const acts = await countActs(seller);
  await seller.getByRole('row').filter({ hasText: number }).hover();
  await seller.keyboard.press('a');
  await expect(seller.getByText('Accepting…')).toBeVisible();
  acts.expectAtMost(1);
  await expect(seller.getByRole('button', { name: `Undo accepting ${number}` })).toBeVisible();
  // A further act sends what waits for its undo.
  await seller.getByLabel('Search orders').click();
  await expect(seller.getByText(`${number} accepted`)).toBeVisible();
  await expect(seller.getByRole('link', { name: number })).toHaveCount(0);

  await open(seller, path);
  await expect(seller.getByRole('button', { name: 'Start preparing' })).toBeVisible();
  expect(await actions(seller)).toEqual(['Cancel order', 'Start preparing']);
  // What leads to another page is a link.
  await expect(seller.getByRole('link', { name: 'Duplicate' })).toBeVisible();
  const moves = countCalls(seller, 'orders.updateStatus');
  await seller.getByRole('button', { name: 'Start preparing' }).dblclick();
  await expect(seller.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
  expect(moves()).toBe(1);
  expect(await actions(seller)).toEqual(['Cancel order', 'Ship with driver', 'Mark shipped']);
  await seller.getByRole('button', { name: 'Mark shipped' }).click();
  await expect(seller.getByRole('button', { name: 'Record receipt' })).toBeVisible();
  expect(await actions(seller)).toEqual(['Credit', 'Record receipt']);

  await open(buyer, path);
  expect(await actions(buyer)).toEqual(['Order again', 'Receive']);
  const receipts = countCalls(buyer, 'orders.fileReceipt');
  // The second click of a double click meets the check-in, which it doesn't confirm.
  await buyer.getByRole('button', { name: 'Receive' }).dblclick();
  const checkIn = buyer.getByRole('dialog', { name: `Receive ${number}` });
  await expect(checkIn.getByRole('button', { name: 'Accept all 1 unit' })).toBeVisible();
  expect(receipts()).toBe(0);
  await checkIn.getByRole('button', { name: 'Accept all 1 unit' }).click();
  await expect(buyer.getByRole('button', { name: 'Correct receipt' })).toBeVisible();
  expect(await actions(buyer)).toEqual(['Order again', 'Correct receipt', 'Report a problem']);
  await expect(buyer.getByRole('list', { name: 'Order history' }).getByRole('listitem')).toHaveCount(5);
  expect(await unitsInVault(buyer, sku)).toBe(before + 1);
  await open(buyer, `/inventory?q=${encodeURIComponent(sku)}`);
  await expect(buyer.getByRole('rowheader').getByText(sku, { exact: true }).first()).toBeVisible();
});

test("previews an order's items beside the list, fetched once the pointer nears the button", {
  tag: '@full',
}, async ({ signedInAs }) => {
  const page = await signedInAs(DEMO.wholesaler);
  await open(page, '/orders');
  const preview = page.getByRole('button', { name: /^Preview ORD-/ }).first();
  const number = (await preview.getAttribute('aria-label'))?.replace('Preview ', '');
  const asked = page.waitForRequest((request) => request.url().includes('/api/trpc/orders.get'));
  await preview.hover();
  await asked;
  await preview.click();
  const panel = page.getByRole('dialog', { name: number });
  const counted = panel.locator('dt', { hasText: /^Items$/ }).locator('+ dd');
  const items = Number(/(\d+) lines?$/.exec((await counted.textContent()) ?? '')?.[1]);
  expect(items).toBeGreaterThan(0);
  await expect(panel.getByRole('listitem')).toHaveCount(items);
  await expect(panel.getByRole('listitem').first()).toContainText(/\$[\d,.]+\d+ × \$/);
});

test('requires a reason to cancel, sends a double click once, and shows the reason to the other side', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  const { number, path } = await placeOrder(buyer);
  const cancels = countCalls(buyer, 'orders.cancel');
  await buyer.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = buyer.getByRole('alertdialog', { name: `Cancel ${number}?` });
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog.getByText('Enter a reason for the other business.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  expect(cancels()).toBe(0);
  await dialog.getByLabel('Reason').fill('Ordered the wrong size');
  await dialog.getByRole('button', { name: 'Cancel order' }).dblclick();
  await expect(dialog).toBeHidden();
  expect(cancels()).toBe(1);
  await expect(buyer.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);

  const seller = await signedInAs(DEMO.wholesaler);
  await open(seller, path);
  await expect(seller.getByText('“Ordered the wrong size”')).toBeVisible();
  expect(await actions(seller)).toEqual([]);
});

test('flags what changed since in the cart, fixes it in one click, and checks again before ordering', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  const sku = await putFirstOffer(buyer);
  // The seller raises the price, and on another device the buyer wants more of it than there is.
  const [asBuyer, asSeller] = [
    await restOf(buyer.request, DEMO.retailer),
    await restOf(buyer.request, DEMO.wholesaler),
  ];
  const line = await expect
    .poll(async () => (await cartsOf(asBuyer))[0]?.lines[0])
    .toMatchObject({ sku })
    .then(async () => (await cartsOf(asBuyer))[0]?.lines[0]);
  if (!line) throw new Error('nothing was put in');
  const variant = `/products/${line.product_id}/variants/${line.variant_id}`;
  await asSeller('PATCH', variant, { wholesale_price: line.unit_price + 1 });
  const [cart] = await cartsOf(asBuyer);
  await asBuyer('PATCH', `/carts/${cart?.supplier_id}`, {
    lines: [{ variant_id: line.variant_id, add: 999_998 }],
  });
  const creations = countCalls(buyer, 'orders.create');
  await open(buyer, '/cart');
  await expect(buyer.getByText(/^Price up: was \$/)).toBeVisible();
  await expect(buyer.getByText(/^Only [\d,]+ available$/)).toBeVisible();
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await expect(buyer.getByText("Some items can't be ordered.")).toBeVisible();
  expect(creations()).toBe(0);
  await buyer.getByRole('button', { name: new RegExp(`^Set to [\\d,]+ ?: .*${sku}$`) }).click();
  await expect(buyer.getByText(/^Only [\d,]+ available$/)).toHaveCount(0);
  await buyer.getByLabel('Delivery date').fill('2020-01-01');
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await expect(buyer.getByText('Choose today or a later date.')).toBeVisible();
  expect(creations()).toBe(0);
  await buyer.getByRole('button', { name: new RegExp(`^Remove .*${sku}$`) }).click();
  await expect(buyer.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await asSeller('PATCH', variant, { wholesale_price: line.unit_price });
});

test('shows the cart on the phone, adds up what both devices put in, and moves an old browser cart once', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const desk = await signedInAs(DEMO.retailer);
  const phone = await signedInAs(DEMO.retailer, { viewport: { width: 390, height: 844 } });
  const sku = await putFirstOffer(desk);
  await open(phone, '/cart');
  const quantity = phone.getByRole('textbox', { name: new RegExp(`^Quantity of .*${sku}$`) });
  await expect(quantity).toHaveValue('1');
  await quantity.fill('4');
  await phone.getByRole('textbox', { name: 'Notes' }).fill('Dock 2');
  await phone.getByLabel('PO number').click();
  await open(desk, '/cart');
  await expect(desk.getByRole('textbox', { name: new RegExp(`^Quantity of .*${sku}$`) })).toHaveValue('4');
  await expect(desk.getByRole('textbox', { name: 'Notes' })).toHaveValue('Dock 2');
  // A browser that kept a cart itself, of more units.
  const asBuyer = await restOf(desk.request, DEMO.retailer);
  const [cart] = await cartsOf(asBuyer);
  const me = await asBuyer<{ id: string }>('GET', '/entity');
  const key = `cart:${me.id}:${DEMO.retailer}`;
  const old = {
    supplier: { id: cart?.supplier_id, name: cart?.supplier_name },
    lines: cart?.lines.map((line) => ({ ...line, quantity: 6 })),
    ...{ delivery_date: null, window_from: '', window_to: '', location_id: null, notes: '', po_number: '' },
  };
  await desk.evaluate(
    ([name = '', text = '']) => localStorage.setItem(name, text),
    [key, JSON.stringify({ version: 1, suppliers: [old] })],
  );
  await open(desk, '/cart');
  await expect(desk.getByRole('textbox', { name: new RegExp(`^Quantity of .*${sku}$`) })).toHaveValue('6');
  await expect.poll(() => desk.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  await expect(quantity).toHaveValue('6');
});

test('changes and removes lines of a pending order, and orders again from the list in three acts', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  await putFirstOffer(buyer);
  await buyer
    .getByRole('button', { name: /^Increase quantity of / })
    .nth(1)
    .click();
  await buyer.getByRole('link', { name: 'Review order' }).click();
  await buyer.getByRole('button', { name: 'Place order' }).click();
  const { number } = await openedOrder(buyer);
  await buyer
    .getByRole('button', { name: /^Change quantity of/ })
    .first()
    .click();
  await buyer.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await buyer.keyboard.press('Enter');
  await expect(buyer.getByRole('dialog')).toBeHidden();
  await expect(buyer.getByText(/: 1 → 3$/)).toBeVisible();
  await buyer
    .getByRole('button', { name: /^Remove / })
    .last()
    .click();
  await buyer.getByRole('button', { name: 'Remove item' }).click();
  await expect(buyer.getByRole('button', { name: /^Change quantity of/ })).toHaveCount(1);

  await open(buyer, '/orders');
  const acts = await countActs(buyer);
  await buyer.getByRole('link', { name: number }).click();
  await buyer.getByRole('button', { name: 'Order again' }).click();
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: /^ORD-/ })).not.toHaveText(number);
  acts.expectAtMost(3);
  await expect(buyer.getByRole('button', { name: /^Change quantity of/ })).toHaveCount(1);
});

test('lets a wholesaler accept all pending orders in four acts', { tag: '@full' }, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  await placeOrder(buyer);
  await placeOrder(buyer);
  const seller = await signedInAs(DEMO.wholesaler);
  await open(seller, '/');
  const acts = await countActs(seller);
  await seller
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Sales/ })
    .click();
  await seller
    .getByRole('navigation', { name: 'Sales by status' })
    .getByRole('link', { name: /^Pending/ })
    .click();
  await expect(seller).toHaveURL(/status=pending/);
  await seller.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await seller.getByRole('button', { name: /^Accept \d+ orders$/ }).click();
  await expect(seller.getByText('Accepting…').first()).toBeVisible();
  acts.expectAtMost(4);
  await seller.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(seller.getByText('Accepting…')).toHaveCount(0);
  await seller.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await seller.getByRole('button', { name: /^Accept \d+ orders$/ }).click();
  await expect(seller.getByText(/^\d+ orders accepted$/)).toBeVisible({ timeout: 15_000 });
  await expect(seller.getByRole('heading', { name: 'All caught up' })).toBeVisible();
});

test('accepts an order at once when its page is closed, and lists it by a number that is copied whole', {
  tag: '@full',
}, async ({ signedInAs }) => {
  const buyer = await signedInAs(DEMO.retailer);
  const { number, path } = await placeOrder(buyer);
  const seller = await signedInAs(DEMO.wholesaler);
  await open(seller, `/orders?status=pending&q=${number}`);
  const name = seller.getByRole('rowheader');
  await expect(name).toHaveText(number);
  await expect(name.getByRole('link')).toHaveAttribute('title', number);
  const copied = await name.evaluate((cell) => {
    getSelection()?.selectAllChildren(cell);
    return getSelection()?.toString();
  });
  expect(copied).toContain(number);
  await seller.getByRole('button', { name: `Accept ${number}` }).click();
  await expect(seller.getByText('Accepting…')).toBeVisible();
  await seller.close();
  await open(buyer, path);
  await expect(buyer.getByText('Accepted', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
});

test('shows a viewer everything without actions', { tag: '@full' }, async ({ signedInAs, faults }) => {
  faults.allow(/status of 403/);
  const viewer = await signedInAs(DEMO.retailerViewer);
  await open(viewer, '/orders');
  await expect(viewer.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
  await expect(viewer.getByRole('checkbox')).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /^(Accept|Mark|Start)/ })).toHaveCount(0);
  await viewer.getByRole('table').getByRole('link').first().click();
  await openedOrder(viewer);
  expect(await actions(viewer)).toEqual([]);
  await expect(viewer.locator('main').getByRole('button')).toHaveCount(0);
  await open(viewer, await catalogOf(viewer));
  await expect(viewer.getByRole('table')).toBeVisible();
  await expect(viewer.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await open(viewer, '/cart');
  await expect(viewer.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
});

test('shows a 403 panel without permission, and a not-found page for unknown orders', {
  tag: '@full',
}, async ({ signedInAs, faults }) => {
  faults.allow(/status of 40[34]/);
  const grower = await signedInAs(DEMO.cultivator);
  for (const path of ['/purchases', '/market', '/cart']) {
    await open(grower, path);
    await expect(grower.getByRole('heading', { level: 1, name: "You don't have access" })).toBeVisible();
  }
  const buyer = await signedInAs(DEMO.retailer);
  for (const id of ['nonsense', '01890000-0000-7000-8000-000000000000']) {
    const answer = await open(buyer, `/orders/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(buyer.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  }
});
