// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { StatementSection } from '@/components/money/statements/statement-section';
import { CreditCard } from '@/components/partners/customers/credit-card';
import { DeleteDialog } from '@/components/partners/customers/delete-dialog';
import { CustomerPage } from '@/components/partners/customers/detail-page';
import { DetailsForm } from '@/components/partners/customers/details-form';
import { InvitationsSection } from '@/components/partners/customers/invitations-section';
import { InviteDialog } from '@/components/partners/customers/invite-dialog';
import { monthsBetween, monthsUntil } from '@/components/partners/customers/months';
import { NewCustomerForm } from '@/components/partners/customers/new-customer-form';
import { ProductMonths } from '@/components/partners/customers/product-months';
import type { Customer } from '@/components/partners/customers/types';
import { SellerOrders } from '@/components/partners/network/seller-orders';
import type { ConnectionDetail } from '@/components/partners/network/types';
import { todayIn } from '@/components/ui/format';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.pathname = '/customers/c';
navigation.push = push;
afterEach(() => {
  cleanup();
  push.mockClear();
});

const CUSTOMER: Customer = {
  id: 'c',
  status: 'unclaimed',
  type: 'retailer',
  name: 'Corner Dispensary',
  legal_name: 'Corner Dispensary',
  license_number: 'C10-1',
  license_type: null,
  license_expiry: '2027-01-02',
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  contact: { email: 'orders@corner.example', phone: null },
  locations: [],
  licenses: [],
  confirmed: null,
  unsubscribed: false,
  formerly_confirmed: null,
  price_list_id: null,
  minimum_order: null,
  terms_days: null,
  credit_limit: null,
  credit_check: null,
  on_hold: false,
  balance: 0,
  overdue: 0,
  exposure: 0,
  nickname: null,
  representative_id: null,
  representative_name: null,
  contacts: [],
  internal_notes: null,
  exempt_tax_ids: [],
  external_ids: { leaflink: '123', quickbooks: '9' },
  previous_ids: [],
  claimed_at: null,
  created_at: '2026-01-02T15:04:05.000Z',
  updated_at: '2026-01-02T15:04:05.000Z',
};

const CONNECTION: ConnectionDetail = {
  ...{ id: 's', direction: 'outgoing', status: 'accepted', message: null, profile: null },
  entity: { id: 'w', name: 'Golden Coast', type: 'wholesaler' },
  ...{ created_at: CUSTOMER.created_at, updated_at: CUSTOMER.updated_at, responded_at: CUSTOMER.updated_at },
  seller_orders: true,
};

const rejected = (details: object) =>
  Object.assign(new TRPCClientError('No.'), { data: { code: 'CONFLICT', details, requestId: null } });
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

test('adds a customer with what was typed, and leads to its page', async () => {
  const { user, calls } = showPage(<NewCustomerForm />, () => CUSTOMER);
  for (const [label, text] of [
    [/^Name/, ' Corner Dispensary '],
    [/^License number/, 'C10-1'],
    [/^Street/, '12 Market Street'],
    [/^City/, 'Oakland'],
    [/^State/, 'CA'],
    [/^ZIP code/, '94607'],
  ] as const) {
    await user.type(field(label), text);
  }
  await user.click(screen.getByRole('button', { name: 'Add customer' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/customers/c'));
  expect(calls).toEqual([
    {
      path: 'customers.create',
      input: {
        ...{ type: 'retailer', name: 'Corner Dispensary', license_number: 'C10-1', license_expiry: null },
        address: CUSTOMER.address,
        contact: { email: null, phone: null },
        nickname: null,
      },
    },
  ]);
});

const INVITE = { permissions: ['create:connections'] } as const;

async function typeCustomer(user: ReturnType<typeof showPage>['user'], email: string) {
  for (const [label, text] of [
    [/^Name/, 'Corner Dispensary'],
    [/^License number/, 'C10-1'],
    [/^Street/, '12 Market Street'],
    [/^City/, 'Oakland'],
    [/^State/, 'CA'],
    [/^ZIP code/, '94607'],
    [/^Email/, email],
  ] as const) {
    if (text) await user.type(field(label), text);
  }
  await user.click(screen.getByRole('checkbox', { name: 'Invite by email' }));
  await user.click(screen.getByRole('button', { name: 'Add customer' }));
}

test('adds and invites a customer, whose page opens even where the invitation fails', async () => {
  const { user, calls } = showPage(
    <NewCustomerForm />,
    (path) => {
      if (path === 'businessInvitations.invite') throw rejected({ reason: 'already_invited' });
      return CUSTOMER;
    },
    INVITE,
  );
  await typeCustomer(user, 'orders@corner.example');
  await waitFor(() => expect(push).toHaveBeenCalledWith('/customers/c'));
  expect(calls[1]).toEqual({
    path: 'businessInvitations.invite',
    input: { email: 'orders@corner.example', as: 'customer', customer_id: 'c' },
  });
});

test('asks for the address before it adds a customer that is to be invited', async () => {
  const { user, calls } = showPage(<NewCustomerForm />, () => CUSTOMER, INVITE);
  await typeCustomer(user, '');
  expect(await screen.findByText('Enter the address to invite')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('invites a customer at its contact, and says why an invitation is not sent', async () => {
  let fails = true;
  const onClose = vi.fn();
  const { user, calls } = showPage(<InviteDialog customer={CUSTOMER} onClose={onClose} />, () => {
    if (fails) throw rejected({ reason: 'already_invited' });
    return {};
  });
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(
    await screen.findByText(
      'You invited this address in the last seven days. Revoke that invitation under Requests first.',
    ),
  ).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls[1]?.input).toEqual({ email: 'orders@corner.example', as: 'customer', customer_id: 'c' });
});

test('lists whom it invited, and takes back what has no response yet', async () => {
  const invitation = { id: 'i', email: 'a@corner.example', as: 'customer', status: 'sent' };
  const dates = { created_at: CUSTOMER.created_at, expires_at: '2099-01-09T00:00:00.000Z' };
  const rows = [
    { ...invitation, ...dates },
    { ...invitation, ...dates, id: 'j', email: 'b@corner.example', status: 'accepted' },
    { ...invitation, ...dates, id: 'k', email: 'c@corner.example', expires_at: CUSTOMER.created_at },
  ];
  const { user, calls } = showPage(<InvitationsSection />, () => pageOf(rows));
  await user.click(await screen.findByRole('button', { name: 'Revoke invitation to a@corner.example' }));
  for (const label of ['Sent', 'Accepted', 'Expired']) expect(screen.getByText(label)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /b@corner/ })).toBeNull();
  expect(calls.find(({ path }) => path === 'businessInvitations.revoke')?.input).toEqual({ id: 'i' });
});

test('names what is missing, and sends nothing', async () => {
  const { user, calls } = showPage(<NewCustomerForm />, () => CUSTOMER);
  await user.click(screen.getByRole('button', { name: 'Add customer' }));
  expect(await screen.findByText('Enter the name of the business')).toBeTruthy();
  expect(screen.getByText('Enter the ZIP code')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('sends of a profile only what changed, and an external id that is gone as null', async () => {
  const { user, calls } = showPage(<DetailsForm customer={CUSTOMER} />, () => CUSTOMER);
  await user.clear(field(/^Email/));
  await user.type(field(/^Phone/), '510');
  await user.clear(field(/^City/));
  await user.type(field(/^City/), 'Berkeley');
  await user.click(screen.getByRole('button', { name: 'Remove id 1' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.input).toEqual({
    id: 'c',
    address: { city: 'Berkeley' },
    contact: { email: null, phone: '510' },
    external_ids: { leaflink: null, quickbooks: '9' },
  });
});

test('shows of a customer on board only what its seller decides, and says why', async () => {
  const { user, calls } = showPage(
    <DetailsForm customer={{ ...CUSTOMER, status: 'claimed' }} />,
    () => CUSTOMER,
  );
  expect(screen.queryByLabelText(/^License number/)).toBeNull();
  expect(screen.getByText(/is on board and manages its profile itself/)).toBeTruthy();
  await user.type(field(/^Nickname/), 'Corner');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.input).toEqual({ id: 'c', nickname: 'Corner' });
});

test('deletes several, names the one that has orders, and asks again for that one alone', async () => {
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const customers = [CUSTOMER, { ...CUSTOMER, id: 'd', name: 'Lakeside' }];
  const { user, calls } = showPage(
    <DeleteDialog customers={customers} onDone={onDone} onClose={onClose} />,
    (_, input) => {
      if ((input as { id: string }).id === 'd') throw rejected({ reason: 'has_orders' });
    },
  );
  await user.click(screen.getByRole('button', { name: 'Delete 2 customers' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Lakeside: A customer with orders can't be deleted.",
  );
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete 2 customers' }));
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.map(({ input }) => (input as { id: string }).id)).toEqual(['c', 'd', 'd']);
});

test('leads from a deleted customer to the list, and never fetches it again', async () => {
  const { user, calls } = showPage(<CustomerPage first={CUSTOMER} tab="locations" />, () => CUSTOMER, {
    permissions: ['update:customers'],
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete customer' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete customer' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/customers'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.map(({ path }) => path)).toEqual(['customers.get', 'customers.delete']);
});

test('keeps contacts and a representative on the page of a customer, whom a new order is for', async () => {
  const { user, calls } = showPage(
    <CustomerPage first={CUSTOMER} tab="orders" />,
    (path) =>
      path === 'entity.team.list'
        ? pageOf([{ user_id: 'm', name: 'Dana', email: 'dana@shop.example', status: 'active' }])
        : CUSTOMER,
    { permissions: ['update:customers', 'create:orders', 'read:team'] },
  );
  const order = await screen.findByRole('link', { name: 'New order for this customer' });
  expect(order.getAttribute('href')).toBe('/orders/new?customer=c');
  await user.click(screen.getByRole('button', { name: 'Add contact' }));
  await user.type(await screen.findByLabelText(/^Name/), 'Robin Park{Enter}');
  const robin = { name: 'Robin Park', role: null, email: null, phone: null };
  const updates = () => calls.filter(({ path }) => path === 'customers.update').map(({ input }) => input);
  await waitFor(() => expect(updates()).toEqual([{ id: 'c', contacts: [robin] }]));
  await user.selectOptions(screen.getByLabelText('Representative'), 'Dana');
  await waitFor(() => expect(updates()[1]).toEqual({ id: 'c', representative_id: 'm' }));
});

test('shows the limit of a customer, and nothing of what it owes, where that is not seen', () => {
  const unseen = { ...CUSTOMER, balance: null, overdue: null, exposure: null, credit_limit: 500 };
  showPage(<CreditCard customer={unseen} />, () => null);
  expect(screen.getByText('$500.00')).toBeTruthy();
  expect(screen.queryByText('Balance')).toBeNull();
  expect(screen.queryByText('Overdue')).toBeNull();
});

test.each([
  { isLimited: false, statements: 1 },
  { isLimited: true, statements: 0 },
])('offers a statement to those who may read it: limited $isLimited', ({ isLimited, statements }) => {
  const { calls } = showPage(<CustomerPage first={CUSTOMER} tab="statement" />, () => CUSTOMER, {
    permissions: ['read:invoices'],
    isLimited,
  });
  expect(screen.queryAllByRole('link', { name: 'Statement' })).toHaveLength(statements);
  if (isLimited) expect(calls.map(({ path }) => path)).not.toContain('customers.statement');
});

test('a statement has one signed amount per row for phones, beside what was charged and credited', async () => {
  const row = { date: '2026-10-30', kind: 'payment', id: 'p', number: '4149', debit: 0, credit: 359.78 };
  const days = { from: '2026-10-29', to: '2026-11-27', opening: 400, closing: 40.22 };
  showPage(<StatementSection partner={{ id: 'c', name: 'Corner' }} side="selling" />, () => ({
    ...days,
    rows: [{ ...row, balance: 40.22 }],
  }));
  const table = within(await screen.findByRole('table', { name: 'Statement of Corner' }));
  const cells = within(table.getByRole('row', { name: /Payment 4149/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...['Oct 30, 2026', '-$359.78', '—', '$359.78', '$40.22'],
  ]);
});

test('turns off orders that a supplier enters, for those who may', async () => {
  const { user, calls } = showPage(<SellerOrders connection={CONNECTION} editable />, () => CONNECTION);
  await user.click(screen.getByRole('switch', { name: 'Let Golden Coast enter orders for you' }));
  expect(calls).toEqual([{ path: 'entity.connections.update', input: { id: 's', seller_orders: false } }]);
  cleanup();
  showPage(<SellerOrders connection={CONNECTION} editable={false} />, () => CONNECTION);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('Golden Coast may enter orders for you.')).toBeTruthy();
});

test('divides any range into its months, at most twelve, of which the first begins with it', () => {
  expect(monthsBetween('2025-12-15', '2026-01-10')).toEqual([
    { key: '2026-01', start: '2026-01-01', end: '2026-01-10' },
    { key: '2025-12', start: '2025-12-15', end: '2025-12-31' },
  ]);
  expect(monthsBetween('2026-01-05', '2026-01-05')).toEqual([
    { key: '2026-01', start: '2026-01-05', end: '2026-01-05' },
  ]);
  expect(monthsBetween('2020-01-01', '2026-01-10')).toHaveLength(12);
  expect(monthsBetween('2026-02-01', '2026-01-10')).toEqual([]);
});

test('says month by month what a customer bought, the last month beside this one', async () => {
  expect(monthsUntil('2026-03-05', 3)).toEqual([
    { key: '2026-03', start: '2026-03-01', end: '2026-03-05' },
    { key: '2026-02', start: '2026-02-01', end: '2026-02-28' },
    { key: '2026-01', start: '2026-01-01', end: '2026-01-31' },
  ]);
  const { user, calls } = showPage(<ProductMonths partnerId="c" />, (_path, input) => {
    const { start_date } = input as { start_date: string };
    const isThis = start_date === monthsUntil(todayIn('America/Los_Angeles'), 1)[0]?.start;
    return pageOf(
      isThis
        ? [{ id: 'p', name: 'Blue Dream', units: 4, value: 80 }]
        : [
            { id: 'p', name: 'Blue Dream', units: 2, value: 40 },
            { id: 'q', name: 'Gelato', units: 9, value: 90 },
          ],
    );
  });
  const row = within(await screen.findByRole('row', { name: /Blue Dream/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    ...['$80.004 units', '$40.002 units', '$40.002 units'],
  ]);
  expect(calls).toHaveLength(3);
  await user.selectOptions(screen.getByLabelText('Period'), '6');
  await waitFor(() => expect(calls).toHaveLength(6));
});
