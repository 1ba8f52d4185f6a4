// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EditForm, type EditGroup } from '@/components/orders/edit-form';
import { editPatch, editSchema, editValues } from '@/components/orders/edit-values';
import { EditableCard } from '@/components/orders/editable-card';
import { OrderTimeline } from '@/components/orders/order-timeline';
import type { Order, OrderHistory } from '@/components/orders/types';
import { permissionsOf } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const TODAY = '2026-11-26';
const SELLER = { id: 'e', name: 'Redwood' };
const BUYER = { id: 'b', name: 'Corner Dispensary' };
const order = (fields: Partial<Order> = {}) =>
  ({
    ...{ id: 'o', wholesaler: SELLER, retailer: BUYER, entered_by: 'buyer' },
    ...{ delivery_date: '2026-11-20', delivery_window: '09:00-12:00', receiving_location_id: 'l' },
    ...{ notes: null, po_number: 'PO-1' },
    ...fields,
  }) as Order;
const before = editValues(order());
const check = async (change: Partial<typeof before>) => {
  const { issues } = (await editSchema(before, TODAY)['~standard'].validate({ ...before, ...change })) as {
    issues?: { path?: readonly PropertyKey[]; message: string }[];
  };
  return issues?.map(({ path, message }) => `${String(path?.[0])}: ${message}`) ?? [];
};

test('takes a day that has passed only where it stays, and both times of a window or neither', async () => {
  expect(await check({ notes: 'Ring' })).toEqual([]);
  expect(await check({ delivery_date: '2026-11-25' })).toEqual([
    'delivery_date: Choose today or a later date.',
  ]);
  expect(await check({ delivery_date: '' })).toEqual([]);
  expect(await check({ window_to: '' })).toEqual(['window_to: Enter both times, or neither.']);
  expect(await check({ window_from: '13:00' })).toEqual([
    'window_to: The latest time must be after the earliest.',
  ]);
});

test('sends what changed alone, empty fields as null, and keeps a window in words', () => {
  expect(editPatch(before, before)).toBeNull();
  expect(editPatch(before, { ...before, po_number: '', window_from: '', window_to: '' })).toEqual({
    po_number: null,
    delivery_window: null,
  });
  const spoken = editValues(order({ delivery_window: 'after lunch' }));
  expect(editPatch(spoken, { ...spoken, delivery_date: '2026-12-01' })).toEqual({
    delivery_date: '2026-12-01',
  });
});

function show(one: Order, edits: EditGroup = 'delivery') {
  const onClose = vi.fn();
  const page = showPage(
    <EditForm order={one} edits={edits} onClose={onClose} />,
    (path) => {
      const places = [
        { id: 'l', name: 'Market Street', active: false },
        { id: 'm', name: 'Piedmont', active: true },
        { id: 'n', name: 'Closed', active: false },
      ];
      if (path === 'customers.get') return { locations: places };
      return path === 'entity.locations.list' ? pageOf(places) : one;
    },
    { permissions: permissionsOf('owner', 'wholesaler', false) },
  );
  return { ...page, onClose };
}

test('offers the seller the delivery, and the fields of the buyer where it entered the order', async () => {
  show(order());
  expect(await screen.findByLabelText('Delivery date')).toBe(document.activeElement);
  for (const label of ['PO number', 'Deliver to']) expect(screen.queryByLabelText(label)).toBeNull();
  cleanup();
  const { user, calls, onClose } = show(order({ entered_by: 'seller' }));
  await user.selectOptions(await screen.findByLabelText('Deliver to'), 'Piedmont');
  await user.type(screen.getByLabelText('PO number'), '7{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ path }) => path === 'orders.update')?.input).toEqual({
    ...{ id: 'o', receiving_location_id: 'm', po_number: 'PO-17' },
  });
});

test('edits where the facts stand, and leaves by Escape unless something was typed', async () => {
  const { user, calls } = showPage(
    <EditableCard order={order()} title="Internal notes" edits="seller_notes">
      <p>No notes.</p>
    </EditableCard>,
    () => order(),
    { permissions: permissionsOf('owner', 'wholesaler', false) },
  );
  await user.click(screen.getByRole('button', { name: 'Edit internal notes' }));
  expect(await screen.findByRole('textbox', { name: 'Internal notes' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  expect(screen.getByText('No notes.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Edit internal notes' })).toBe(document.activeElement);
  await user.keyboard('{Enter}');
  await user.type(await screen.findByRole('textbox'), 'Back door{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.filter(({ path }) => path === 'orders.update')).toEqual([
    { path: 'orders.update', input: { id: 'o', seller_notes: 'Back door' } },
  ]);
});

test('offers no closed location, unless the order goes there', async () => {
  show(order({ entered_by: 'seller' }));
  const places = within(await screen.findByLabelText('Deliver to')).getAllByRole('option');
  expect(places.map(({ textContent }) => textContent)).toEqual(['Market Street', 'Piedmont']);
});

test('shows each field of an edit before and after', () => {
  const entry = {
    ...{ id: 'h', action: 'edited', summary: 'delivery_date, receiving_location_id', notes: null },
    before: { delivery_date: null, receiving_location_id: 'gone' },
    after: { delivery_date: '2026-12-01', receiving_location_id: 'm' },
    actor: { name: 'Dana', entity_id: 'e' },
    created_at: '2026-11-26T00:00:00.000Z',
  } as unknown as OrderHistory['data'][number];
  showPage(
    <OrderTimeline
      order={order()}
      history={[entry]}
      comments={[]}
      places={[{ id: 'm', name: 'Piedmont' }]}
      timezone="UTC"
    />,
    () => null,
  );
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toContain('Delivery date: — →to Dec 1, 2026');
  expect(rows).toContain('Deliver to: Another location →to Piedmont');
  expect(screen.queryByText(/delivery_date/)).toBeNull();
});
