// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
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
