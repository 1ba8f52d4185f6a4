// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startOf } from '@/components/orders/order-entry/entry-start';
import { moveDay, todayIn } from '@/components/ui/format';
import { CUSTOMER, callsOf, DRAFT, OFFERS, show, sku } from '../../../factories/order-entry';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.pathname = '/orders/new';
navigation.push = push;
afterEach(() => {
  cleanup();
  push.mockClear();
});

test('opens a draft at its own prices, with what is no longer sold', () => {
  const start = startOf(DRAFT, OFFERS);
  expect(start.lines.map((line) => [line.sku, line.unit_price, line.last_price])).toEqual([
    ['BD-3.5', 18, 19],
    ['GONE', 18, null],
  ]);
  expect(start).toMatchObject({ draftId: 'd', validUntil: '2099-01-31' });
  expect(startOf({ ...DRAFT, status: 'withdrawn' }, OFFERS)).toMatchObject({
    draftId: null,
    validUntil: null,
  });
});

test('saves of a draft only what changed, so that what the form does not show stays', async () => {
  const { user, calls } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(await screen.findByRole('button', { name: 'Remove Gone GONE' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/drafts/d'));
  expect(callsOf(calls, 'drafts.')).toEqual([
    {
      path: 'drafts.update',
      input: { id: 'd', items: [{ product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', quantity: 5 }] },
    },
  ]);
});

test('places a draft as it was changed, and a new entry that was never saved without a draft', async () => {
  const { user, calls } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(callsOf(calls, 'drafts.')).toEqual([{ path: 'drafts.order', input: { id: 'd' } }]);
  expect(callsOf(calls, 'orders.create')).toEqual([]);
});

test('writes one draft however often sending it fails', async () => {
  const { user, calls } = show(CUSTOMER, [], { rejects: 'drafts.send' });
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  const send = await screen.findByRole('button', { name: 'Send quote' });
  await user.click(send);
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(1));
  await user.click(send);
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(2));
  expect(callsOf(calls, 'drafts.create')).toHaveLength(1);
  expect(push).not.toHaveBeenCalled();
});

test('sends what was entered as a quote, valid until the chosen day', async () => {
  const { user, calls } = show();
  await user.type(sku(), 'BD-3.5{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await user.keyboard('5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  const day = moveDay(todayIn('America/Los_Angeles'), 30);
  fireEvent.change(await screen.findByLabelText('Valid until'), { target: { value: day } });
  await user.click(screen.getByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/drafts/d'));
  expect(callsOf(calls, 'drafts.')).toMatchObject([
    { path: 'drafts.create', input: { retailer_id: 'c', valid_until: day } },
    { path: 'drafts.send', input: { id: 'd' } },
  ]);
});

/** Whether closing the tab asks first. */
const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('asks before a draft with any unsaved change is left, and not before', async () => {
  const { user } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  expect(asksToLeave()).toBe(false);
  await user.type(screen.getByLabelText('Notes'), '!');
  expect(asksToLeave()).toBe(true);
  cleanup();
  const { user: again } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  for (const name of ['Remove BD-3.5 BD-3.5', 'Remove Gone GONE'])
    await again.click(await screen.findByRole('button', { name }));
  expect(asksToLeave()).toBe(true);
});

test('leaves a new order without lines and a copy without changes at once', async () => {
  const { user } = show();
  await user.click(screen.getByRole('checkbox', { name: 'Accept immediately' }));
  expect(asksToLeave()).toBe(false);
  cleanup();
  show(CUSTOMER, [], { start: startOf({ ...DRAFT, status: 'withdrawn' }, OFFERS) });
  expect(asksToLeave()).toBe(false);
});

test('sends no quote while the order is placed', async () => {
  const { user } = show(CUSTOMER, [], { start: startOf(DRAFT, OFFERS) });
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(screen.getByRole('button', { name: 'Send as quote' })).toHaveProperty('disabled', true);
});

test.each([
  ['places no order once its quote is sent', undefined, 0],
  ['places the order after sending its quote failed', 'drafts.send', 1],
] as const)('%s', async (_, rejects, orders) => {
  const start = startOf({ ...DRAFT, valid_until: null }, OFFERS);
  const { user, calls } = show(CUSTOMER, [], { start, rejects });
  const place = screen.getByRole('button', { name: 'Place order' });
  await user.click(screen.getByRole('button', { name: 'Send as quote' }));
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(callsOf(calls, 'drafts.send')).toHaveLength(1));
  await waitFor(() => expect(rejects ? screen.getByRole('alert') : push.mock.lastCall).toBeTruthy());
  // The dialog covers the button; a request that was under way doesn't care.
  fireEvent.click(place);
  await waitFor(() => expect(callsOf(calls, 'drafts.order')).toHaveLength(orders));
});
