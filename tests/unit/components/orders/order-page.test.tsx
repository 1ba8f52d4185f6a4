// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CommentForm } from '@/components/orders/comment-form';
import { daysLate } from '@/components/orders/delivery-day';
import { OrderPage } from '@/components/orders/detail-page';
import { OrderItems } from '@/components/orders/order-items';
import { OrderSteps } from '@/components/orders/order-steps';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { Order, OrderHistory } from '@/components/orders/types';
import { HeadActs } from '@/components/ui/base/head-acts';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const LINE = {
  ...{
    id: 'x',
    product_id: 'p',
    product_name: 'Blue Dream',
    variant_name: '3.5 g',
    sku: 'BD',
    category: 'flower',
  },
  ...{ images: [], lots: [], quantity: 6, requested_quantity: 6, unit_price: 10, total: 60 },
  ...{ unit: null, step: null, break_amount: null, discount_bps: 0, discount_share: 0, sample: false },
  ...{ price_source: 'wholesale', price_ladder: [{ min_amount: 1, unit_price: 10, source: 'wholesale' }] },
};
const order = (fields: object = {}) =>
  ({
    ...{
      id: 'o',
      status: 'accepted',
      created_at: '2026-11-20T18:00:00.000Z',
      items: [LINE, { ...LINE, id: 'y' }],
    },
    ...fields,
  }) as unknown as Order;

/** The lines of an order as its seller edits them. */
function showLines(one: Order, sells = true) {
  return showPage(
    <OrderItems
      order={one}
      editing={{ reduceOnly: sells, sells, packs: false }}
      choosesLots={sells}
      certificates={[]}
      receipt={null}
    />,
    () => one,
  );
}

test('a line that a recall left short is shipped in part in one act, the rest on backorder', async () => {
  const { user, calls } = showLines(order({ short_items: [{ item_id: 'x', missing: 1 }] }));
  expect(screen.getAllByText('1 unit missing')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Ship 5 of 6, backorder 1' }));
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.input).toEqual({ id: 'o', item_id: 'x', quantity: 5, backorder: true });
});

test('a seller that lowers a quantity may put the rest on backorder, a buyer not', async () => {
  const { user, calls } = showLines(order());
  await user.click(screen.getAllByRole('button', { name: /^Change quantity of/ })[0] as HTMLElement);
  await user.clear(await screen.findByLabelText('Quantity'));
  await user.type(screen.getByLabelText('Quantity'), '4');
  await user.click(screen.getByRole('button', { name: 'Ship 4 of 6, backorder 2' }));
  await vi.waitFor(() => expect(calls[0]?.input).toMatchObject({ quantity: 4, backorder: true }));
  cleanup();
  const { user: buyer } = showLines(order(), false);
  await buyer.click(screen.getAllByRole('button', { name: /^Change quantity of/ })[0] as HTMLElement);
  await buyer.clear(await screen.findByLabelText('Quantity'));
  await buyer.type(screen.getByLabelText('Quantity'), '4');
  expect(screen.queryByRole('button', { name: /backorder/ })).toBeNull();
});

test('the comment is one line until it has the focus, and stays open with a text', async () => {
  const { user } = showPage(<CommentForm order={order()} partner="Harbor & Pine" />, () => null);
  const box = screen.getByRole('textbox', { name: 'Comment' });
  expect(box.getAttribute('rows')).toBe('1');
  expect(screen.queryByRole('button')).toBeNull();
  await user.click(box);
  expect(screen.getByText('Visible to Harbor & Pine')).toBeTruthy();
  await user.type(box, 'Gate code 4417');
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Post comment' })).toBeTruthy();
  await user.clear(box);
  await user.click(document.body);
  expect(box.getAttribute('rows')).toBe('1');
});

test.each(['delivered', 'cancelled'] as const)('the steps of a %s order are a line', (status) => {
  const history = [
    { action: 'moved', to_status: 'accepted', created_at: '2026-11-21T18:00:00.000Z' },
    { action: 'moved', to_status: status, created_at: '2026-11-22T18:00:00.000Z' },
  ] as unknown as OrderHistory['data'];
  showPage(<OrderSteps order={order({ status })} history={history} timezone="UTC" />, () => null);
  expect(screen.getByRole('list', { name: 'Progress of the order' }).className).toContain('flex-wrap');
  expect(screen.queryByText(/\((done|now|to come)\)/)).toBeNull();
});

test('a phone has room for two acts in a head: the second is a menu with the rest', () => {
  const acts = ['Cancel order', 'Order again', 'Correct receipt'].map((label) => ({
    ...{ label, icon: () => null, act: () => {} },
  }));
  showPage(<HeadActs acts={acts as never} />, () => null);
  const shown = (label: string) =>
    !screen.getByRole('button', { name: label }).className.includes('max-md:hidden');
  expect(['Cancel order', 'Order again', 'Correct receipt', 'More'].filter(shown)).toEqual([
    'Cancel order',
    'More',
  ]);
  cleanup();
  showPage(<HeadActs acts={acts.slice(0, 2) as never} />, () => null);
  expect(['Cancel order', 'Order again'].filter(shown)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('an open order is late from the day after its delivery date', () => {
  const late = (status: string, delivery_date: string | null) =>
    daysLate({ status, delivery_date } as Order, '2026-11-26');
  expect(['2026-11-24', '2026-11-26', '2026-12-01', null].map((day) => late('accepted', day))).toEqual([
    2, 0, 0, 0,
  ]);
  expect(['delivered', 'cancelled'].map((status) => late(status, '2026-11-01'))).toEqual([0, 0]);
});

test.each([
  ['is waited for', false, 'waiting for Golden Coast to prepare it'],
  ['is suspended', true, 'Golden Coast is suspended for now. The order can be canceled.'],
] as const)(
  'the head says to the buyer what holds while the seller %s',
  (_case, besideSuspended, expected) => {
    const first = order({
      ...{ order_number: 'ORD-1', wholesaler: { id: 's', name: 'Golden Coast' } },
      ...{ retailer: { id: 'b', name: 'Harbor & Pine' }, entered_by: 'buyer', delivery_date: null },
      ...{
        short_items: [],
        backorders: [],
        subtotal: 60,
        total: 60,
        tax_lines: [],
        adjustments: [],
        returns: [],
      },
    });
    showPage(<OrderPage rules={sideRulesOf('retailer', besideSuspended)} first={first} />, (path) =>
      path === 'orders.get' ? first : pageOf([]),
    );
    expect(screen.getByText(/placed/).textContent).toContain(` · ${expected}`);
  },
);
