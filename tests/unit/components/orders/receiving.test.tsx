// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BulkSteps } from '@/components/orders/bulk-steps';
import { NextStepButton } from '@/components/orders/next-step-button';
import { OrderActions } from '@/components/orders/order-actions';
import { OrderItems } from '@/components/orders/order-items';
import { ReceiptCard } from '@/components/orders/receipt-card';
import { ReturnDialog } from '@/components/orders/return-dialog';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { Order, OrderHistory, OrderSummary, Receipt, Return } from '@/components/orders/types';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const GOODS = {
  ...{ product_id: 'p', product_name: 'Blue Dream', variant_id: 'v', variant_name: '3.5 g', sku: 'BD' },
  ...{ category: 'flower', images: [], unit: null, step: null },
};
const LOT = { lot_id: 'one', batch_id: 'B-1', package_tag: null, expires_on: null };
const ORDER = {
  ...{ id: 'o', order_number: 'ORD-1', status: 'shipped', adjustments: [], invoice: null },
  items: [{ ...GOODS, id: 'x', quantity: 6, shipped_quantity: 6, lots: [{ ...LOT, quantity: 4 }] }],
  ...{ retailer: { id: 'r', name: 'Harbor' }, wholesaler: { id: 'w', name: 'Redwood' } },
} as unknown as Order;
const ALL = {
  ...{ item_id: 'x', accepted: 6, damaged: 0, rejected: 0, short: 0 },
  lots: [{ lot_id: 'one', accepted: 4, damaged: 0, rejected: 0, short: 0 }],
};
const BUYER = sideRulesOf('retailer');

/** What the browser sent to change something. */
const written = (calls: readonly { path: string; input: unknown }[]) =>
  calls.filter(({ path }) => /Receipt|updateStatus|receive$/.test(path));

const showRow = () =>
  showPage(
    <NextStepButton order={ORDER as unknown as OrderSummary} rules={BUYER} onDone={() => {}} />,
    (path) => (path === 'orders.get' ? ORDER : {}),
  );

test('a tap on Receive in a list opens the check-in and accepts nothing; its first button accepts all', async () => {
  const { user, calls } = showRow();
  await user.click(screen.getByRole('button', { name: 'Receive ORD-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Receive ORD-1' });
  expect(written(calls)).toEqual([]);
  const all = within(dialog).getByRole('button', { name: 'Accept all 6 units' });
  // The second click of a double click on Receive.
  fireEvent.click(all, { detail: 2 });
  expect(written(calls)).toEqual([]);
  await user.click(all);
  await vi.waitFor(() => expect(written(calls)).toHaveLength(1));
  expect(written(calls)).toEqual([{ path: 'orders.fileReceipt', input: { id: 'o', lines: [ALL] } }]);
});

test('what is missing is short, and damaged and rejected units are stated beside it', async () => {
  const { user, calls } = showRow();
  await user.click(screen.getByRole('button', { name: 'Receive ORD-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Receive ORD-1' });
  const type = async (label: string, text: string) => {
    const field = within(dialog).getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
  };
  await type('Accepted Blue Dream BD B-1', '2');
  await type('Damaged Blue Dream BD B-1', '1');
  await type('Rejected Blue Dream BD', '2');
  expect(within(dialog).queryByRole('button', { name: /^Accept all/ })).toBeNull();
  expect(within(dialog).getAllByText(/1 short/).length).toBeGreaterThan(0);
  await user.click(within(dialog).getByRole('button', { name: 'Receive 2 units' }));
  await vi.waitFor(() => expect(written(calls)).toHaveLength(1));
  expect(written(calls)[0]?.input).toEqual({
    id: 'o',
    lines: [
      {
        ...{ item_id: 'x', accepted: 2, damaged: 1, rejected: 2, short: 1, reason_code: 'wrong_item' },
        lots: [{ lot_id: 'one', accepted: 2, damaged: 1, rejected: 0, short: 1 }],
      },
    ],
  });
});

test.each(['retailer', 'wholesaler'] as const)('a %s receives no order of a selection unasked', (side) => {
  const orders = ['a', 'b'].map((id) => ({ ...ORDER, id })) as unknown as OrderSummary[];
  const selection = { ids: ['a', 'b'], clear: () => {} };
  showPage(
    <BulkSteps selection={selection as never} orders={orders} rules={sideRulesOf(side)} onDone={() => {}} />,
    () => pageOf([]),
  );
  expect(screen.queryByRole('button', { name: /deliver|receiv|accept/i })).toBeNull();
});

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const RECEIPT = {
  ...{ id: 'e', notes: 'One cracked', recorded_by: 'seller', corrected_by: null, credit_total: 10 },
  lines: [
    {
      ...GOODS,
      ...{
        item_id: 'x',
        shipped_quantity: 6,
        accepted: 4,
        damaged: 1,
        rejected: 0,
        short: 1,
        reason_code: 'damaged',
      },
      lots: [{ ...LOT, accepted: 3, damaged: 1, rejected: 0, short: 0, reason_code: 'damaged' }],
    },
  ],
} as unknown as Receipt;

function showDelivered(receipt: Receipt | null, { side = 'retailer', deliveredAt = ago(1) } = {}) {
  const delivered = { ...ORDER, status: 'delivered' } as Order;
  const history = [
    { action: 'moved', to_status: 'delivered', created_at: deliveredAt },
  ] as unknown as OrderHistory['data'];
  return showPage(
    <OrderActions
      order={delivered}
      rules={sideRulesOf(side as 'retailer')}
      history={history}
      onRefused={() => {}}
    />,
    (path) => {
      if (path === 'returns.list') return pageOf([]);
      return path === 'orders.receipts' ? pageOf(receipt ? [receipt] : []) : {};
    },
    { permissions: ['update:orders'] },
  );
}

test('the buyer corrects a receipt for 72 hours, its own and the seller’s', async () => {
  const until = { correctable_until: new Date(Date.now() + HOUR).toISOString() };
  const { user, calls } = showDelivered({ ...RECEIPT, ...until });
  await user.click(await screen.findByRole('button', { name: 'Correct receipt' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct receipt of ORD-1' });
  expect(within(dialog).queryByRole('button', { name: /^Accept all/ })).toBeNull();
  const damaged = within(dialog).getByLabelText('Damaged Blue Dream BD');
  await user.clear(damaged);
  await user.type(damaged, '1');
  await user.tab();
  await user.click(within(dialog).getByRole('button', { name: 'Correct receipt' }));
  await vi.waitFor(() => expect(written(calls)).toHaveLength(1));
  expect(written(calls)[0]).toMatchObject({
    path: 'orders.correctReceipt',
    input: { id: 'o', receipt_id: 'e', lines: [{ accepted: 4, damaged: 2, short: 0 }], notes: 'One cracked' },
  });
});

test('an order that was marked delivered without a receipt gets one for 72 hours, from its buyer', async () => {
  const { user, calls } = showDelivered(null);
  await user.click(await screen.findByRole('button', { name: 'Correct receipt' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct receipt of ORD-1' });
  const accepted = within(dialog).getByLabelText('Accepted Blue Dream BD');
  await user.clear(accepted);
  await user.type(accepted, '1');
  await user.tab();
  await user.click(within(dialog).getByRole('button', { name: 'Correct receipt' }));
  await vi.waitFor(() =>
    expect(written(calls)).toMatchObject([
      { path: 'orders.fileReceipt', input: { lines: [{ accepted: 5, short: 1 }] } },
    ]),
  );
});

test('a problem that is found later is reported where the receipt is, by its buyer alone', async () => {
  const until = { correctable_until: ago(-1) };
  const { user, calls } = showDelivered({ ...RECEIPT, ...until });
  await user.click(await screen.findByRole('button', { name: 'Report a problem' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report a problem with ORD-1' });
  const damaged = within(dialog).getByLabelText('Damaged Blue Dream BD B-1');
  await user.clear(damaged);
  await user.type(damaged, '2');
  await user.tab();
  await user.click(within(dialog).getByRole('button', { name: 'Report problem' }));
  await vi.waitFor(() =>
    expect(written(calls)).toMatchObject([
      { path: 'orders.correctReceipt', input: { receipt_id: 'e', lines: [{ damaged: 2 }] } },
    ]),
  );
  cleanup();
  showDelivered({ ...RECEIPT, ...until }, { side: 'wholesaler' });
  await screen.findByRole('button', { name: 'Correct receipt' });
  expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull();
});

test('a received order says per line what became of it, and which credit is to come', () => {
  const order = { ...ORDER, status: 'delivered', credit_total: 10 } as Order;
  const receipt = { ...RECEIPT, correctable_until: ago(-1) };
  showPage(
    <>
      <OrderItems order={order} editing={null} choosesLots={false} certificates={[]} receipt={receipt} />
      <ReceiptCard order={order} receipt={receipt} isCredited={false} />
    </>,
    () => null,
  );
  const line = within(screen.getByRole('row', { name: /Blue Dream/ }));
  for (const text of ['Shipped 6 · accepted 4', '1 damaged', '1 short'])
    expect(line.getByText(text)).toBeTruthy();
  expect(screen.getByText('Credit expected')).toBeTruthy();
  expect(screen.getByText(/Redwood’s credit note follows/)).toBeTruthy();
  cleanup();
  showPage(<ReceiptCard order={order} receipt={receipt} isCredited />, () => null);
  expect(screen.getByText('Credited')).toBeTruthy();
  expect(screen.queryByText(/credit note follows/)).toBeNull();
});

test.each([
  ['a receipt after 72 hours', { ...RECEIPT, correctable_until: ago(1) } as Receipt, {}],
  ['a delivery after 72 hours', null, { deliveredAt: ago(73) }],
  [
    'its own after the buyer’s correction',
    { ...RECEIPT, correctable_until: ago(-1), corrected_by: 'buyer' } as Receipt,
    { side: 'wholesaler' },
  ],
  [
    'the buyer’s as its seller',
    { ...RECEIPT, correctable_until: ago(-1), recorded_by: 'buyer' } as Receipt,
    { side: 'wholesaler' },
  ],
])('offers no correction of %s', async (_, receipt, options) => {
  const { calls } = showDelivered(receipt, options);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button', { name: 'Correct receipt' })).toBeNull();
});

test('the seller counts a return by line: how much arrived, in which condition, into which room', async () => {
  const returned = {
    id: 't',
    lines: [
      {
        ...GOODS,
        ...{ item_id: 'x', quantity: 5, reason_code: 'damaged' },
        lots: [{ ...LOT, quantity: 3, reason_code: 'wrong_item' }],
      },
    ],
  } as unknown as Return;
  const { user, calls } = showPage(
    <ReturnDialog order={ORDER} returned={returned} onClose={() => {}} />,
    () => ({}),
    { locations: [{ id: 'l', name: 'Depot' }] },
  );
  const arrived = screen.getByLabelText('Arrived Blue Dream B-1');
  await user.clear(arrived);
  await user.type(arrived, '2');
  await user.tab();
  expect(screen.queryByLabelText('Room of sellable units')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Condition of Blue Dream B-1' }), 'sellable');
  await user.selectOptions(screen.getByLabelText('Room of sellable units'), 'vault');
  await user.click(screen.getByRole('button', { name: 'Receive 4 units' }));
  await vi.waitFor(() => expect(written(calls)).toHaveLength(1));
  expect(written(calls)[0]?.input).toEqual({
    ...{ id: 't', location_id: 'l' },
    lines: [
      {
        ...{ item_id: 'x', received: 4, condition: 'damaged' },
        lots: [{ lot_id: 'one', received: 2, condition: 'sellable', room_type: 'vault' }],
      },
    ],
  });
});
