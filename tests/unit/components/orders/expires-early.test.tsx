// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ExpiresEarly } from '@/components/catalog/goods/expires-early';
import { checkLine, hasNews } from '@/components/orders/cart/checks';
import { groupsOf, type OrderGroup } from '@/components/orders/cart/groups';
import { SupplierSection } from '@/components/orders/cart/supplier-section';
import { DraftPage } from '@/components/orders/drafts/detail-page';
import type { Draft } from '@/components/orders/drafts/types';
import { EditForm } from '@/components/orders/edit-form';
import { LotsDialog } from '@/components/orders/lots-dialog';
import { lineOf } from '@/components/orders/order-entry/entry';
import { EntryForm } from '@/components/orders/order-entry/entry-form';
import { EMPTY_START } from '@/components/orders/order-entry/entry-start';
import { OrderItems } from '@/components/orders/order-items';
import type { LocationList, Offer, Order, OrderItem } from '@/components/orders/types';
import type { Customer } from '@/components/partners/customers/types';
import { moveDay, todayIn } from '@/components/ui/format';
import { permissionsOf } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.push = vi.fn();
afterEach(cleanup);

const today = todayIn('America/Los_Angeles');
const [SOON, LATER] = [moveDay(today, 5), moveDay(today, 60)];
const WORDS = '4 units expire before delivery';
const LADDER = [{ min_amount: 1, unit_price: 10, source: 'wholesale' as const }];
const GOODS = {
  ...{ product_id: 'p', variant_id: 'v', product_name: 'Blue Dream', variant_name: '3.5 g', sku: 'BD' },
  ...{ category: 'flower', image: null, unit: null, step: null, price_ladder: LADDER, case_size: 1 },
};
const LINE = { ...GOODS, unit_price: 10, quantity: 12 };
const permissions = permissionsOf('owner', 'wholesaler', false);
const PLACES = [{ id: 'l', name: 'Market Street', active: true }] as unknown as LocationList['data'];

type Asked = { delivery_date?: string; receiving_location_id?: string; override?: readonly string[] };
/** Of goods that expire before `LATER`, of which the seller asks more days when `problem` says so. */
function quoteOf({ delivery_date, override = [] }: Asked, problem: boolean) {
  const expires_before_delivery = delivery_date === LATER ? 4 : 0;
  const stands = problem && expires_before_delivery > 0 && !override.includes('short_dated');
  const message = 'Goods must be good for 30 days when they arrive.';
  return {
    lines: [{ ...LINE, available_quantity: 30, expires_before_delivery, total: 120, last_price: null }],
    problems: stands ? [{ index: 0, code: 'CONFLICT', reason: 'short_dated', message }] : [],
    ...{ subtotal: 120, discount_total: 0, freight_total: 0, tax_lines: [], tax: 0, total: 120 },
    ...{ limit: null, exposure: 0, next_delivery_dates: [] },
  };
}
const server =
  (problem = false) =>
  (path: string, input: unknown) => {
    if (path === 'orders.quote') return quoteOf(input as Asked, problem);
    if (path !== 'orders.create') return { ...pageOf([]), sales: [] };
    return { id: 'o', order_number: 'ORD-1', items: [{ quantity: 12 }], lines: [] };
  };
const pickDay = (day: string) =>
  fireEvent.change(screen.getByLabelText('Delivery date'), { target: { value: day } });

test('names units, one unit and weights, and says nothing of none', () => {
  showPage(
    <>
      <ExpiresEarly units={1} goods={GOODS} />
      <ExpiresEarly units={1234} goods={{ unit: 'lb', step: 0.01 }} />
      <ExpiresEarly units={0} goods={GOODS} />
      <ExpiresEarly units={undefined} goods={GOODS} />
    </>,
    () => null,
  );
  expect(screen.getAllByText(/before delivery/).map(({ textContent }) => textContent)).toEqual([
    '1 unit expires before delivery',
    '12.34 lb expires before delivery',
  ]);
});

test('a line of an order that is entered says so for the day that is chosen, and the seller passes it over', async () => {
  const customer = {
    ...{ id: 'c', name: 'Corner', status: 'unclaimed' },
    locations: PLACES,
  } as unknown as Customer;
  const offer = { ...GOODS, wholesale_price: 10, last_price: null } as unknown as Offer;
  const start = { ...EMPTY_START, lines: [lineOf(offer, 12)] };
  const { user, calls } = showPage(
    <EntryForm customer={customer} start={start} onChange={() => {}} />,
    server(true),
    { permissions },
  );
  const lines = within(await screen.findByRole('table', { name: 'Lines of the order' }));
  pickDay(SOON);
  await waitFor(() => expect(calls.at(-1)?.input).toMatchObject({ delivery_date: SOON }));
  expect(lines.queryByText(WORDS)).toBeNull();
  pickDay(LATER);
  expect(await lines.findByText(WORDS)).toBeTruthy();
  expect(await lines.findByText('Goods must be good for 30 days when they arrive.')).toBeTruthy();
  expect(calls.at(-1)?.input).toMatchObject({ receiving_location_id: 'l' });
  // Words of a day that can't be ordered for would be of another one.
  pickDay('0002-01-01');
  await waitFor(() => expect(calls.at(-1)?.input).not.toHaveProperty('delivery_date'));
  pickDay(LATER);
  await user.click(await screen.findByRole('checkbox', { name: 'Sell lots that expire too early' }));
  await waitFor(() => expect(lines.queryByText(/Goods must be good/)).toBeNull());
  expect(lines.getByText(WORDS)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'orders.create')?.input).toMatchObject({
      ...{ delivery_date: LATER, override: ['short_dated'] },
    }),
  );
});

test('a line of the cart says so for the day that the cart has', async () => {
  const delivery = { window_from: '', window_to: '', location_id: null, notes: '', po_number: '' };
  const cart = {
    supplier: { id: 's', name: 'Golden Coast' },
    lines: [LINE],
    delivery_date: LATER,
    ...delivery,
  };
  const [group] = groupsOf([cart], PLACES);
  showPage(
    <SupplierSection
      {...{ group: group as OrderGroup, locations: PLACES, tried: false, failure: undefined }}
      alone
      onPriced={() => {}}
      onPlaced={() => {}}
    />,
    server(),
    { permissions },
  );
  expect(await screen.findByText(WORDS)).toBeTruthy();
});

test('an order isn’t placed before its buyer has seen that more of it expires early', () => {
  const quoted = (expires_before_delivery: number) =>
    new Map([['v', { unit_price: 10, available_quantity: 30, expires_before_delivery }]]);
  expect(checkLine(LINE, quoted(4)).expiring).toBe(4);
  expect(hasNews([LINE], quoted(0), quoted(4))).toBe(true);
  expect(hasNews([LINE], null, quoted(4))).toBe(true);
  for (const now of [4, 3]) expect(hasNews([LINE], quoted(4), quoted(now))).toBe(false);
});

const draft = (fields: object) =>
  ({
    ...{ id: 'd', status: 'sent', wholesaler: { id: 's', name: 'Golden' }, retailer: { id: 'e', name: 'R' } },
    ...{ author: { id: 'm', name: 'Dana', entity_id: 's' }, shortage: 'reject', subtotal: 120, notes: null },
    items: [{ ...LINE, price_source: 'wholesale', discount_bps: 500, sample: false, total: 114 }],
    ...{ delivery_date: LATER, delivery_window: null, po_number: null, receiving_location_id: 'l' },
    ...{ valid_until: null, sent_at: null, order_id: null, created_at: '2026-01-02T00:00:00.000Z' },
    ...fields,
  }) as unknown as Draft;
const showDraft = (fields: object = {}, held = permissions) =>
  showPage(
    <DraftPage first={draft(fields)} decides={false} locations={[]} />,
    (path, input) => (path === 'drafts.get' ? draft(fields) : server()(path, input)),
    { permissions: held },
  );

test('a quote says so before it is accepted, asking for the day and without the terms of the seller', async () => {
  const { calls } = showDraft();
  expect(await screen.findByText(WORDS)).toBeTruthy();
  expect(calls.find(({ path }) => path === 'orders.quote')?.input).toEqual({
    items: [{ product_id: 'p', variant_id: 'v', quantity: 12 }],
    ...{ wholesaler_id: 's', shortage: 'reject', delivery_date: LATER, receiving_location_id: 'l' },
  });
});

test.each([
  ['that is closed', { status: 'declined' }, permissions],
  ['without a day', { delivery_date: null }, permissions],
  ['of a day that has passed', { delivery_date: '2026-01-01' }, permissions],
  ['of a reader who places nothing', {}, permissionsOf('viewer', 'wholesaler', false)],
])('a quote %s asks for nothing', async (_, fields, held) => {
  const { calls } = showDraft(fields, held);
  expect(await screen.findByText('Blue Dream 3.5 g')).toBeTruthy();
  await new Promise((done) => setTimeout(done, 300));
  expect(calls.some(({ path }) => path === 'orders.quote')).toBe(false);
});

const ITEM = { ...LINE, id: 'x', lots: [], requested_quantity: 12, expires_before_delivery: 4, total: 120 };
const order = (fields: object = {}) =>
  ({
    ...{ id: 'o', order_number: 'ORD-1', status: 'accepted', entered_by: 'buyer', items: [ITEM] },
    ...{ wholesaler: { id: 'e', name: 'Redwood' }, retailer: { id: 'b', name: 'Corner' } },
    ...{
      delivery_date: SOON,
      delivery_window: null,
      receiving_location_id: 'l',
      notes: null,
      po_number: null,
    },
    ...fields,
  }) as unknown as Order;

test.each([
  ['accepted', 1],
  ['shipped', 1],
  ['delivered', 0],
  ['cancelled', 0],
])('a line of an order that is %s says so to both sides, as long as it is to arrive', (status, times) => {
  showPage(
    <OrderItems
      order={order({ status })}
      editing={null}
      choosesLots={false}
      certificates={[]}
      receipt={null}
    />,
    () => null,
  );
  expect(screen.queryAllByText(WORDS)).toHaveLength(times);
});

const shortDated = () =>
  Object.assign(new TRPCClientError('Goods must be good for 30 days.'), {
    data: { code: 'CONFLICT', details: { reason: 'short_dated' }, requestId: null },
  });
/** Rejects each change until the seller passes over it. */
const strict = (path: string, input: unknown) => {
  if (path === 'orders.lineLots') {
    const lot = { lot_id: 'k', batch_id: 'B-1', package_tag: null, expires_on: SOON, has_coa: true };
    return {
      lots: [{ ...lot, blocked: null, quantity: 12, available_quantity: 30 }],
      unassigned_available: 9,
    };
  }
  if (path === 'entity.locations.list') return pageOf(PLACES);
  if (!(input as Asked).override) throw shortDated();
  return order();
};
const BOX = { name: 'Sell lots that expire too early' };

test('a seller that moves the day or chooses lots passes it over; a buyer can’t', async () => {
  const onClose = vi.fn();
  const edit = (one: Order) =>
    showPage(<EditForm order={one} edits="delivery" onClose={onClose} />, strict, { permissions });
  const { user, calls } = edit(order());
  pickDay(LATER);
  expect(screen.queryByRole('checkbox', BOX)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('checkbox', BOX));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.findLast(({ path }) => path === 'orders.update')?.input).toEqual({
    ...{ id: 'o', delivery_date: LATER, override: ['short_dated'] },
  });
  cleanup();

  edit(order({ wholesaler: { id: 's', name: 'Golden' }, retailer: { id: 'e', name: 'Redwood' } }));
  pickDay(LATER);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('checkbox', BOX)).toBeNull();
  cleanup();

  const lots = showPage(
    <LotsDialog order={order()} item={ITEM as unknown as OrderItem} onClose={onClose} />,
    strict,
    { permissions },
  );
  await lots.user.click(await screen.findByRole('button', { name: 'Save lots' }));
  await lots.user.click(await screen.findByRole('checkbox', BOX));
  await lots.user.click(screen.getByRole('button', { name: 'Save lots' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(lots.calls.at(-1)?.input).toMatchObject({ override: ['short_dated'] });
});
