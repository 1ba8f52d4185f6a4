// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { RemittancesCard } from '@/components/money/remittances/remittances-card';
import { SendDialog } from '@/components/money/remittances/send-dialog';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const SENT = {
  ...{ id: 'r', status: 'sent', method: 'check', amount: 250, sent_on: '2026-11-02', reference: '1042' },
  ...{ note: 'Mailed', decline_note: null, payment_id: null, buyer: { id: 'b', name: 'Harbor' } },
  invoices: [{ invoice_id: 'i', number: 'INV-1', amount: 250 }],
};
const INVOICE = { id: 'i', number: 'INV-1', balance: 300, sent: 100, seller: { name: 'Redwood' } };

test('a buyer sends what is open and not said yet, in one act', async () => {
  const { user, calls } = showPage(<SendDialog invoices={[INVOICE]} onClose={() => {}} />, () => SENT, {
    permissions: ['create:remittances'],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'I sent this: INV-1' }));
  await user.type(dialog.getByLabelText('Reference (optional)'), '1042');
  await user.click(dialog.getByRole('button', { name: 'I sent this' }));
  await vi.waitFor(() =>
    expect(calls).toMatchObject([
      { path: 'remittances.send', input: { id: 'i', amount: 200, method: 'check', reference: '1042' } },
    ]),
  );
});

test('a buyer says of several bills at once that it sent them', async () => {
  const other = { ...INVOICE, id: 'j', number: 'INV-2', balance: 50, sent: 0 };
  const { user, calls } = showPage(
    <SendDialog invoices={[INVOICE, other]} onClose={() => {}} />,
    () => SENT,
    { permissions: ['create:remittances'] },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'I sent $250.00' }));
  await user.click(dialog.getByRole('button', { name: 'I sent this' }));
  await vi.waitFor(() =>
    expect(calls).toMatchObject([
      {
        input: {
          ...{ id: 'i', amount: 250 },
          invoices: [
            { invoice_id: 'i', amount: 200 },
            { invoice_id: 'j', amount: 50 },
          ],
        },
      },
    ]),
  );
});

test('the seller records it by one press, and is asked where a payment like it is recorded', async () => {
  let isAlike = true;
  const { user, calls } = showPage(
    <RemittancesCard invoiceId="i" buys={false} />,
    (path) => {
      if (path === 'remittances.list') return pageOf([SENT]);
      if (!isAlike) return { ...SENT, status: 'recorded' };
      throw Object.assign(new TRPCClientError('Like another.'), {
        data: { code: 'CONFLICT', details: { reason: 'possible_duplicate' }, requestId: null },
      });
    },
    { permissions: ['create:payments'] },
  );
  const recorded = () => calls.filter(({ path }) => path === 'remittances.record').map(({ input }) => input);
  await user.click(await screen.findByRole('button', { name: 'Record payment' }));
  await screen.findByText('A payment like it is recorded. Record this one, too?');
  isAlike = false;
  await user.click(screen.getByRole('button', { name: 'Record anyway' }));
  await vi.waitFor(() => expect(recorded()).toEqual([{ id: 'r' }, { id: 'r', confirm_duplicate: true }]));
});

test('its buyer withdraws one that waits; a seller without the right only reads it', async () => {
  const { user, calls } = showPage(<RemittancesCard invoiceId="i" buys />, () => pageOf([SENT]), {
    permissions: ['create:remittances'],
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path === 'remittances.withdraw')).toBe(true));
  cleanup();
  showPage(<RemittancesCard invoiceId="i" buys={false} />, () => pageOf([SENT]));
  await screen.findByText('“Mailed”');
  expect(screen.queryByRole('button')).toBeNull();
});
