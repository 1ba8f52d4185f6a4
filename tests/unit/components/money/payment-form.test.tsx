// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { InvoiceActs } from '@/components/money/invoices/bulk-acts';
import type { Invoice } from '@/components/money/invoices/types';
import { PayerField } from '@/components/money/payments/payer-field';
import { PaymentForm } from '@/components/money/payments/payment-form';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const failure = (message: string, details: object) =>
  Object.assign(new TRPCClientError(message), { data: { code: 'CONFLICT', details, requestId: null } });

function show(errors: unknown[] = []) {
  const answer = (path: string) => {
    if (path !== 'payments.record') return pageOf([]);
    throw errors.shift();
  };
  return showPage(
    <>
      <PaymentForm customer={{ id: 'c', name: 'Harbor' }} onChange={() => {}} />
      <a href="/payments">Payments</a>
    </>,
    answer,
  );
}

test('says why a payment could not be recorded again', async () => {
  const { user } = show([
    failure('A payment like this is recorded.', { reason: 'possible_duplicate' }),
    failure('A payment has at most 1,000 allocations.', { reason: 'too_many', limit: 1000, id: 'm' }),
  ]);
  await user.type(screen.getByLabelText(/^Amount/), '20');
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  const question = await screen.findByRole('alertdialog', { name: 'Record it twice?' });
  expect(within(question).queryByRole('alert')).toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Record again' }));
  const alert = await within(question).findByRole('alert');
  expect(alert.textContent).toContain('A payment has at most 1,000 allocations. Apply another one.');
});

test('keeps what was entered: leaving asks first, and the customer stays', async () => {
  const { user } = show();
  const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Change customer' });
  expect(change.disabled).toBe(false);
  await user.type(screen.getByLabelText(/^Amount/), '20');
  expect(change.disabled).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Payments' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
});

const OPEN = [
  { id: 'i1', number: 'INV-0000001', due_on: '2026-11-01', balance: 5000.01, pending_credit: 0 },
  { id: 'i2', number: 'INV-0000002', due_on: '2026-11-02', balance: 4000.25, pending_credit: 100 },
  { id: 'i3', number: 'INV-0000003', due_on: '2026-11-03', balance: 1483, pending_credit: 0 },
].map((one) => ({
  ...one,
  overdue: true,
  opening: false,
  order_id: `o-${one.id}`,
  buyer: { id: 'c', name: 'Harbor' },
}));

function showOpen(ticked: readonly string[] = []) {
  return showPage(
    <PaymentForm customer={{ id: 'c', name: 'Harbor' }} ticked={ticked} onChange={() => {}} />,
    (path) => (path === 'payments.record' ? { id: 'p', unapplied: 0 } : pageOf(OPEN)),
  );
}
const recorded = (calls: readonly { path: string; input: unknown }[]) =>
  calls.find(({ path }) => path === 'payments.record')?.input;
const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/).value;

test('a check over three invoices is three ticks and Record: the amount sums itself', async () => {
  const { user, calls } = showOpen();
  for (const { number } of OPEN)
    await user.click(await screen.findByRole('checkbox', { name: `Pay ${number}` }));
  expect(amount()).toBe('10383.26');
  expect(screen.getByRole('status').textContent).toBe('Applied $10,383.26 of $10,383.26');
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  await waitFor(() =>
    expect(recorded(calls)).toMatchObject({
      amount: 10_383.26,
      allocations: [
        { invoice_id: 'i1', amount: 5000.01 },
        { invoice_id: 'i2', amount: 3900.25 },
        { invoice_id: 'i3', amount: 1483 },
      ],
    }),
  );
});

test('keeps an amount that was typed: a tick applies to it and says what stays unapplied', async () => {
  const { user } = showOpen();
  await screen.findByRole('checkbox', { name: 'Pay INV-0000003' });
  await user.type(screen.getByLabelText(/^Amount/), '2000');
  expect(screen.getByRole('status').textContent).toBe('Applied $2,000.00 of $2,000.00');
  await user.click(screen.getByRole('checkbox', { name: 'Pay INV-0000003' }));
  expect(screen.getByRole('status').textContent).toBe(
    'Applied $1,483.00 of $2,000.00$517.00 stays unapplied',
  );
});

test('begins with the invoices that were selected elsewhere', async () => {
  showOpen(['i1', 'i3']);
  await waitFor(() => expect(amount()).toBe('6483.01'));
  expect(screen.getByRole('checkbox', { name: 'Pay INV-0000002' })).toHaveProperty('checked', false);
});

test('records selected invoices of one customer, and says why not those of two', () => {
  const rights = { permissions: ['create:payments' as const] };
  const one = showPage(<InvoiceActs invoices={OPEN as Invoice[]} buys={false} />, () => null, rights);
  expect(one).toBeTruthy();
  expect(screen.getByText('$10,483.26 open')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Record payment' }).getAttribute('href')).toBe(
    '/payments/new?customer=c&invoices=i1,i2,i3',
  );
  cleanup();
  const [first, second] = OPEN as unknown as Invoice[];
  const other = { ...second, buyer: { id: 'd', name: 'Pine' } } as Invoice;
  showPage(<InvoiceActs invoices={[first as Invoice, other]} buys={false} />, () => null, rights);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record payment' }).disabled).toBe(true);
  expect(screen.getByText('A payment is of one customer')).toBeTruthy();
});

test('finds who paid by an amount: Enter takes the customer with the invoice', async () => {
  const onPick = vi.fn();
  const { user, calls } = showPage(
    <PayerField onPick={onPick} />,
    (path) => pageOf(path === 'invoices.list' ? OPEN.slice(2) : []),
    { permissions: ['read:customers'] },
  );
  await user.type(screen.getByRole('combobox', { name: 'Customer, invoice or amount' }), '1,483.00{Enter}');
  await waitFor(() =>
    expect(onPick).toHaveBeenCalledWith(
      expect.objectContaining({ invoiceId: 'i3', customer: { id: 'c', name: 'Harbor' } }),
    ),
  );
  expect(calls.find(({ path }) => path === 'invoices.list')?.input).toMatchObject({
    ...{ side: 'selling', status: 'open', search: '1,483.00' },
  });
});
