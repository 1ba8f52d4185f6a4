// @vitest-environment happy-dom
import { setTimeout as delay } from 'node:timers/promises';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { EntryForm } from '@/components/orders/order-entry/entry-form';
import { EMPTY_START } from '@/components/orders/order-entry/entry-start';
import type { Offer } from '@/components/orders/types';
import type { Customer } from '@/components/partners/customers/types';
import { OfferItems } from '@/components/partners/offers/offer-items';
import { VariantPicker } from '@/components/stock/pos/syncs/variant-picker';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 90_000 });
navigation.pathname = '/orders/new';
navigation.push = vi.fn();
afterEach(cleanup);

/** Milliseconds that a response takes, unlike for each, so that a later one may come first. */
const lateness = (call: number) => 400 + ((call * 7) % 5) * 100;

const CUSTOMER = {
  ...{ id: 'c', name: 'Corner Dispensary', nickname: null, license_number: 'C10-1', status: 'unclaimed' },
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  locations: [{ id: 'l', name: 'Market Street', active: true }],
} as Customer;

const offer = (sku: string, fields: Partial<Offer> = {}) => ({
  ...{ product_id: `p-${sku}`, variant_id: `v-${sku}`, product_name: `Goods ${sku}`, variant_name: '3.5 g' },
  ...{ sku, brand: null, category: 'flower', subcategory: null, image: null, unit: null, step: null },
  ...{ price_ladder: [{ min_amount: 1, unit_price: 20, source: 'wholesale' }], case_size: 1 },
  ...{ wholesale_price: 20, available_quantity: 900, own_quantity: 900, last_price: null },
  ...fields,
});

const product = (sku: string) => ({
  ...{ id: `p-${sku}`, name: `Goods ${sku}`, entity: { id: 'e', name: 'Redwood' } },
  variants: [{ id: `v-${sku}`, name: '3.5 g', sku, unit: null, step: null, wholesale_price: 20 }],
});

const SKUS = Array.from({ length: 15 }, (_, n) => `BD-${n + 10}`);

/** A server whose searches take their time; all else is there at once. */
function late() {
  let calls = 0;
  const found = (search = '') => SKUS.filter((sku) => sku.includes(search.trim().toUpperCase()));
  const after = async (data: readonly unknown[]) => {
    calls += 1;
    await delay(lateness(calls));
    return pageOf(data);
  };
  return (path: string, input: unknown) => {
    const { search, sku, items = [] } = input as { search?: string; sku?: string; items?: object[] };
    if (path === 'market.catalogue') {
      if (search?.startsWith('BULK')) return after([offer('BULK', { unit: 'lb', step: 0.01 })]);
      return after(found(search).map((one) => offer(one)));
    }
    if (path === 'products.list') return after(found(sku ?? search).map(product));
    if (path === 'customers.list') return after([CUSTOMER].filter(({ name }) => name.includes(search ?? '')));
    if (path === 'orders.quote') {
      const lines = items.map((item) => ({ ...item, unit_price: 20, available_quantity: 900, total: 20 }));
      return { lines, problems: [], subtotal: 1, tax_lines: [], tax: 0, total: 1, next_delivery_dates: [] };
    }
    return pageOf([]);
  };
}

const showEntry = () =>
  showPage(<EntryForm customer={CUSTOMER} start={EMPTY_START} onChange={() => {}} />, late(), {
    permissions: ['create:orders'],
  });
const sku = () => screen.getByRole('combobox', { name: 'SKU or product' });
/** SKU and amount of each line. */
const entered = () =>
  screen
    .queryAllByRole('textbox', { name: /^Amount of / })
    .map(
      (field) =>
        `${field.getAttribute('aria-label')?.split(' ').at(-1)} x${(field as HTMLInputElement).value}`,
    );

test('takes 15 lines of SKU, Enter, amount, Enter while each response is late, in the order they were typed', async () => {
  const { user } = showEntry();
  await user.click(sku());
  for (const [n, one] of SKUS.entries()) await user.keyboard(`${one}{Enter}${n + 12}{Enter}`);
  expect(document.activeElement).toBe(sku());
  expect(sku()).toHaveProperty('value', '');
  await waitFor(() => expect(entered()).toEqual(SKUS.map((one, n) => `${one} x${n + 12}`)), {
    timeout: 20_000,
  });
  expect(screen.queryByRole('list', { name: 'Not added yet' })).toBeNull();
});

test('takes 15 lines of SKU and amount with one Enter each, and appends no word to the text before', async () => {
  const { user } = showEntry();
  await user.click(sku());
  for (const [n, one] of SKUS.entries()) {
    await user.keyboard(`${one} x${n + 1}{Enter}`);
    expect(['', `${one} x${n + 1}`]).toContain((sku() as HTMLInputElement).value);
    // An impatient second press asks for nothing more.
    await user.keyboard('{Enter}');
  }
  await waitFor(() => expect(entered()).toEqual(SKUS.map((one, n) => `${one} x${n + 1}`)), {
    timeout: 20_000,
  });
  expect(sku()).toHaveProperty('value', '');
});

test('marks the first result whenever results change, so that a later Enter takes it', async () => {
  const { user } = showEntry();
  for (const one of SKUS.slice(0, 3)) {
    await user.type(sku(), one);
    const option = await screen.findByRole('option', { name: new RegExp(one) }, { timeout: 5_000 });
    await waitFor(() => expect(option.getAttribute('aria-selected')).toBe('true'));
    await user.keyboard('{Enter}2{Enter}');
  }
  await waitFor(() => expect(entered()).toEqual(SKUS.slice(0, 3).map((one) => `${one} x2`)));
  await user.type(sku(), 'BD-1');
  await screen.findByRole('option', { name: /BD-11/ }, { timeout: 5_000 });
  await user.keyboard('{ArrowDown}{Enter}3{Enter}');
  await waitFor(() => expect(entered()).toContain(`${SKUS[1]} x5`));
});

test('says what was not found, keeps it for another try, and places nothing until it is settled', async () => {
  const { user, calls } = showEntry();
  await user.click(sku());
  await user.keyboard(`NOPE{Enter}7{Enter}${SKUS[0]}{Enter}2{Enter}`);
  expect(
    (await screen.findByText('No results for “NOPE x7”.', {}, { timeout: 5_000 })).getAttribute('role'),
  ).toBe('alert');
  await waitFor(() => expect(entered()).toEqual([`${SKUS[0]} x2`]));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  expect(screen.getByText("Some items aren't added yet. Wait for them, or remove them.")).toBeTruthy();
  expect(calls.some(({ path }) => path === 'orders.create')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Edit “NOPE x7”' }));
  expect(sku()).toHaveProperty('value', 'NOPE x7');
  expect(screen.queryByRole('list', { name: 'Not added yet' })).toBeNull();
});

test('goes back to a SKU without results, with its text chosen', async () => {
  const { user } = showEntry();
  await user.click(sku());
  await user.keyboard('NOPE{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  await waitFor(() => expect(document.activeElement).toBe(sku()), { timeout: 5_000 });
  expect(screen.getByText('No results')).toBeTruthy();
  await user.keyboard(`${SKUS[0]}`);
  expect(sku()).toHaveProperty('value', SKUS[0]);
});

test('takes an amount by weight that was typed before the unit was known, and keeps the field', async () => {
  const { user } = showEntry();
  await user.click(sku());
  await user.keyboard('BULK{Enter}2.5');
  await waitFor(() => expect(screen.getByText('lb')).toBeTruthy(), { timeout: 5_000 });
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(entered()).toEqual(['BULK x2.5']));
  await user.keyboard('BULK-2{Enter}0.255{Enter}BD-10{Enter}1{Enter}BD');
  expect(
    await screen.findByText('“BULK-2 x0.255”: Sold in steps of 0.01 lb', {}, { timeout: 5_000 }),
  ).toBeTruthy();
});

test('picks the customer of an Enter before its results, once', async () => {
  const picked: string[] = [];
  const { user } = showPage(<CustomerField onPick={({ name }) => picked.push(name)} />, late());
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Corner{Enter}{Enter}');
  await waitFor(() => expect(picked).toEqual(['Corner Dispensary']), { timeout: 5_000 });
  await delay(1000);
  expect(picked).toHaveLength(1);
});

function Items() {
  const form = useForm({ defaultValues: { items: [] as { sku: string }[] } });
  return (
    <FormProvider {...form}>
      <OfferItems />
    </FormProvider>
  );
}

test('adds each item of an offer whose Enter came before its results, and types on', async () => {
  const { user } = showPage(<Items />, late());
  const field = screen.getByRole('combobox', { name: 'Add an item' });
  await user.click(field);
  for (const one of SKUS.slice(0, 4)) await user.keyboard(`${one}{Enter}`);
  const items = await screen.findByRole('list', { name: 'Items of the offer' }, { timeout: 5_000 });
  await waitFor(() => expect(within(items).getAllByText(/wholesale \$20/)).toHaveLength(4), {
    timeout: 8_000,
  });
  // The last one has its price typed next.
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Price of Goods BD-13 3.5 g'),
  );
  expect(field).toHaveProperty('value', '');
});

test('picks the variant of an Enter before its results', async () => {
  const picked: (string | undefined)[] = [];
  const { user } = showPage(
    <VariantPicker value={null} onValueChange={(one) => picked.push(one?.sku)} />,
    late(),
  );
  await user.type(screen.getByRole('combobox', { name: 'Variant' }), `${SKUS[7]}{Enter}`);
  await waitFor(() => expect(picked).toEqual([SKUS[7]]), { timeout: 5_000 });
});

test('saves what was asked for while its last item was on its way, with the item, and once', async () => {
  const answer = late();
  const saved: { items: object[] }[] = [];
  const { user } = showPage(
    <EntryForm customer={CUSTOMER} start={EMPTY_START} onChange={() => {}} />,
    (path, input) => {
      if (path !== 'drafts.create') return answer(path, input);
      saved.push(input as { items: object[] });
      return { id: 'd' };
    },
    { permissions: ['create:orders'] },
  );
  await user.type(sku(), 'BD-10{Enter}');
  await user.keyboard('2{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save as draft' }));
  expect(saved).toEqual([]);
  await waitFor(() => expect(saved).toMatchObject([{ items: [{ variant_id: 'v-BD-10', quantity: 2 }] }]));
  await delay(600);
  expect(saved).toHaveLength(1);
});
