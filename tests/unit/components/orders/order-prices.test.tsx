// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { settingsPatch, settingsValues } from '@/components/business/settings-values';
import type { Entity } from '@/components/business/types';
import { lineCents, withAmount } from '@/components/catalog/pricing/line-total';
import { sourceText } from '@/components/catalog/pricing/price-notes';
import { AdjustmentsButton } from '@/components/orders/adjustments-button';
import { OrderItems } from '@/components/orders/order-items';
import { OrderTimeline } from '@/components/orders/order-timeline';
import type { Order, OrderHistory, OrderItem } from '@/components/orders/types';
import { Exemptions } from '@/components/partners/customers/exemptions';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const ladder = (source: 'wholesale' | 'list') => [
  { min_amount: 1, unit_price: 20, source },
  { min_amount: 10, unit_price: 18, source },
];
const LINE = {
  ...{
    id: 'x',
    product_id: 'p',
    product_name: 'Blue Dream',
    variant_id: 'v',
    variant_name: '3.5 g',
    sku: 'BD',
  },
  ...{
    category: 'flower',
    image: null,
    unit: null,
    step: null,
    lots: [],
    quantity: 8,
    requested_quantity: 8,
  },
  ...{ unit_price: 20, price_source: 'list', price_ladder: ladder('list'), break_amount: null },
  ...{ discount_bps: 0, sample: false, total: 160, discount_share: 0 },
} as unknown as OrderItem;
const BULK = {
  ...{ ...LINE, id: 'w', product_name: 'Bulk', sku: 'BULK', unit: 'lb', step: 0.01, quantity: 337 },
  ...{ unit_price: 1250, total: 4212.5, requested_quantity: 337 },
  price_ladder: [{ min_amount: 0.01, unit_price: 1250, source: 'list' }],
} as OrderItem;
const order = (items: OrderItem[], fields: object = {}) =>
  ({ id: 'o', status: 'pending', items, adjustments: [], subtotal: 160, ...fields }) as unknown as Order;

const show = (
  items: OrderItem[],
  {
    sells = true,
    packs = false,
    answer = () => null as unknown,
  }: Partial<Record<'sells' | 'packs', boolean>> & {
    answer?: (path: string) => unknown;
  } = {},
) =>
  showPage(
    <OrderItems
      order={order(items)}
      editing={{ reduceOnly: sells, sells, packs }}
      choosesLots={false}
      certificates={[]}
      receipt={null}
    />,
    answer,
  );
const rejection = (details: object) =>
  TRPCClientError.from({
    error: { message: 'No.', code: -32_009, data: { code: 'CONFLICT', details } } as never,
  });

test('says where a price comes from, by source and break, and nothing of the one general price', () => {
  const text = (more: Partial<OrderItem>) => sourceText({ ...LINE, ...more });
  expect(text({})).toBe('Price list');
  expect(text({ quantity: 10 })).toBe('Price list, 10+');
  expect(text({ quantity: 8, break_amount: 10 })).toBe('Price list, 10+');
  expect(text({ price_source: 'manual' })).toBe('Manual price');
  expect(text({ price_source: 'sample' })).toBe('Sample');
  expect(text({ price_source: 'wholesale', price_ladder: ladder('wholesale').slice(0, 1) })).toBeNull();
  const byWeight = {
    ...BULK,
    price_ladder: [...BULK.price_ladder, { min_amount: 5, unit_price: 9, source: 'list' as const }],
  };
  expect(sourceText({ ...byWeight, quantity: 500 })).toBe('Price list, 5 lb+');
});

test('computes a line as the server does: one rounding, half up', () => {
  expect(lineCents({ quantity: 1234, step: 0.01, unit: 'lb', unit_price: 1250 })).toBe(1_542_500);
  expect(lineCents({ quantity: 37, step: 0.01, unit: 'lb', unit_price: 1187.5 })).toBe(43_938);
  expect(lineCents({ quantity: 1, unit_price: 0.01, discount_bps: 5000 })).toBe(1);
  expect(lineCents({ quantity: 3, unit_price: 17.35, discount_bps: 1250 })).toBe(4554);
  expect(withAmount(LINE, 10)).toMatchObject({ unit_price: 18 });
  expect(withAmount({ ...LINE, price_source: 'manual', unit_price: 15 }, 10)).toMatchObject({
    unit_price: 15,
  });
});

test('tells a buyer what more would cost, and offers it no price to change', async () => {
  const { user } = show([LINE], { sells: false });
  expect(screen.getByText('2 more for $18.00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change price/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Change quantity of/ }));
  await user.clear(await screen.findByLabelText('Quantity'));
  await user.type(screen.getByLabelText('Quantity'), '10');
  expect(screen.getByText(/8 → 10 · \$180\.00/)).toBeTruthy();
  expect(screen.getByText('$20.00 → $18.00 each')).toBeTruthy();
});

test('says what the price of goods by weight is per', async () => {
  const { user } = show([{ ...LINE, unit: 'lb', step: 0.01 }]);
  await user.click(screen.getByRole('button', { name: /^Change price of Blue Dream/ }));
  expect(await screen.findByLabelText('Price per lb')).toBeTruthy();
});

test('sends what a seller decides of a line, and null to return to its ladder', async () => {
  const { user, calls } = show([LINE]);
  await user.click(screen.getByRole('button', { name: 'Change price of Blue Dream BD, now $20.00' }));
  await user.clear(await screen.findByLabelText('Unit price'));
  await user.type(screen.getByLabelText('Unit price'), '17');
  await user.clear(screen.getByLabelText('Discount'));
  await user.type(screen.getByLabelText('Discount'), '12.5');
  await user.click(screen.getByRole('button', { name: 'Save price' }));
  await waitFor(() =>
    expect(calls.at(-1)?.input).toEqual({ id: 'o', item_id: 'x', unit_price: 17, discount_bps: 1250 }),
  );
  cleanup();
  const manual = show([{ ...LINE, price_source: 'manual', unit_price: 17 }]);
  await manual.user.click(screen.getByRole('button', { name: /^Change price/ }));
  await manual.user.click(
    await screen.findByRole('button', { name: 'Use $20.00, the price of this amount' }),
  );
  await manual.user.click(screen.getByRole('button', { name: 'Save price' }));
  await waitFor(() =>
    expect(manual.calls.at(-1)?.input).toEqual({ id: 'o', item_id: 'x', unit_price: null }),
  );
  cleanup();
  const free = show([LINE]);
  await free.user.click(screen.getByRole('button', { name: /^Change price/ }));
  await free.user.click(await screen.findByRole('checkbox', { name: 'Sample' }));
  expect(screen.getByLabelText('Unit price')).toHaveProperty('disabled', true);
  await free.user.click(screen.getByRole('button', { name: 'Save price' }));
  await waitFor(() => expect(free.calls.at(-1)?.input).toEqual({ id: 'o', item_id: 'x', sample: true }));
});

test('says at the line why a quantity is rejected, with one that would do', async () => {
  const { user } = show([LINE], {
    sells: false,
    answer: () => {
      throw rejection({ reason: 'case_multiple', lines: [{ variant_id: 'v', case_size: 12 }] });
    },
  });
  await user.click(screen.getByRole('button', { name: /^Change quantity of/ }));
  await user.clear(await screen.findByLabelText('Quantity'));
  await user.type(screen.getByLabelText('Quantity'), '14{Enter}');
  expect(await screen.findByText('Sold in cases of 12.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set to 24' }));
  expect(screen.getByLabelText('Quantity')).toHaveProperty('value', '24');
});

test('takes the packed amount of goods by weight alone, in whole steps up to the tolerance', async () => {
  const { user, calls } = show([LINE, BULK], {
    packs: true,
    answer: (path) => {
      if (path === 'entity.get') return { settings: { weight_tolerance_bps: 200 } };
      throw rejection({ reason: 'weight_tolerance', ordered: 337, most: 343 });
    },
  });
  expect(screen.queryByRole('button', { name: /^(Remove|Change price|Change quantity)/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change packed amount of Bulk BULK' }));
  const field = await screen.findByLabelText('Packed amount');
  expect(await screen.findByText('At most 2% more than ordered.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '3.385');
  expect(screen.getByText('Sold in steps of 0.01 lb.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls.filter(({ path }) => path === 'orders.changeItem')).toEqual([]);
  await user.clear(field);
  await user.type(field, '3.5{Enter}');
  expect(await screen.findByText('At most 3.43 lb can be packed: 3.37 lb was ordered.')).toBeTruthy();
  expect(calls.at(-1)?.input).toMatchObject({ item_id: 'w', quantity: 350 });
  expect(screen.getByRole('button', { name: 'Set to 3.43 lb' })).toBeTruthy();
});

test('replaces all discounts, freight and fees together, as they are labeled', async () => {
  const one = order([LINE], { adjustments: [{ kind: 'discount', label: 'Spring', bps: 1000 }] });
  const { user, calls } = showPage(<AdjustmentsButton order={one} />, () => one);
  await user.click(screen.getByRole('button', { name: 'Edit discounts and freight' }));
  await user.click(await screen.findByRole('button', { name: 'Add freight' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter an amount')).toBeTruthy();
  const freight = within(screen.getByRole('group', { name: 'Freight 2' }));
  await user.type(freight.getByLabelText('Amount'), '50');
  await user.clear(freight.getByLabelText('Label'));
  await user.type(freight.getByLabelText('Label'), 'Delivery');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.at(-1)).toEqual({
      path: 'orders.setAdjustments',
      input: {
        id: 'o',
        adjustments: [
          { kind: 'discount', label: 'Spring', bps: 1000 },
          { kind: 'freight', label: 'Delivery', amount: 50 },
        ],
      },
    }),
  );
});

test('names in the timeline what a seller passed over', () => {
  const entry = {
    ...{ id: 'h', action: 'created', summary: null, notes: null, before: null, to_status: 'pending' },
    ...{ after: { override: 'case, minimum' }, actor: { name: 'Dana', entity_id: 'e' } },
    created_at: '2026-11-26T00:00:00.000Z',
  } as unknown as OrderHistory['data'][number];
  const parties = { retailer: { id: 'b', name: 'B' }, wholesaler: { id: 'e', name: 'E' } };
  showPage(
    <OrderTimeline order={order([], parties)} history={[entry]} comments={[]} places={[]} timezone="UTC" />,
    () => null,
  );
  expect(screen.getByText('Sold in parts of a case. Sold below the minimum order')).toBeTruthy();
});

test('sends the rules of sale as the server keeps them', () => {
  const settings = {
    tax_rate_bps: 0,
    minimum_order: null,
    max_manual_discount_bps: 10_000,
    weight_tolerance_bps: 0,
  };
  const entity = { name: 'R', contact: {}, address: {}, settings } as unknown as Entity;
  const before = settingsValues(entity, ['minimum_order', 'max_manual_discount_bps', 'weight_tolerance_bps']);
  expect(before).toEqual({ minimum_order: null, max_manual_discount_bps: 100, weight_tolerance_bps: 0 });
  const after = { minimum_order: 500, max_manual_discount_bps: 12.5, weight_tolerance_bps: 2 };
  expect(settingsPatch(before, after)).toEqual({
    settings: { minimum_order: 500, max_manual_discount_bps: 1250, weight_tolerance_bps: 200 },
  });
  expect(settingsPatch({ ...before, minimum_order: 500 }, before)).toEqual({
    settings: { minimum_order: null },
  });
});

test('ticks the taxes from which a customer is exempt', async () => {
  const saved = vi.fn(async () => {});
  const rules = pageOf([
    { id: 'a', name: 'Excise' },
    { id: 'b', name: 'Local' },
  ]);
  const { user } = showPage(<Exemptions exempt={['a']} editable onSave={saved} />, () => rules);
  await user.click(await screen.findByRole('checkbox', { name: 'Local' }));
  expect(saved).toHaveBeenCalledWith(['a', 'b']);
  cleanup();
  showPage(<Exemptions exempt={['a']} editable={false} onSave={saved} />, () => rules);
  expect(await screen.findByText('Excise')).toBeTruthy();
  expect(screen.queryByText('Local')).toBeNull();
});
