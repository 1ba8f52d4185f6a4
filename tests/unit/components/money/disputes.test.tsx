// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DisputeDialog } from '@/components/money/disputes/dispute-dialog';
import { DisputesCard } from '@/components/money/disputes/disputes-card';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const LINE = {
  ...{ item_id: 'x', product_name: 'Blue Dream', variant_name: '3.5 g', sku: 'BD-3.5' },
  ...{ quantity: 10, amount: 10, unit: null, unit_price: 17.5 },
};
const INVOICE = { id: 'i', number: 'INV-1', seller: { name: 'Redwood' }, lines: [LINE] };
const OPEN = {
  ...{ id: 'd', status: 'open', reason: 'quantity', note: 'Two missing', decline_note: null },
  ...{ credit_note_id: null, invoice: { id: 'i', number: 'INV-1' }, buyer: { id: 'b', name: 'Harbor' } },
  lines: [
    {
      ...{ item_id: 'x', product_name: 'Blue Dream', sku: 'BD-3.5', unit: null, quantity: 8, amount: 8 },
      ...{ invoiced_quantity: 10, invoiced_amount: 10, invoiced_unit_price: 17.5, unit_price: null },
    },
  ],
};

test('a buyer says how many units of a line it should pay', async () => {
  const { user, calls } = showPage(
    <DisputeDialog invoice={INVOICE as never} onClose={() => {}} />,
    () => OPEN,
    {
      permissions: ['create:remittances'],
    },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Dispute INV-1' }));
  await user.click(dialog.getByRole('button', { name: 'Dispute lines' }));
  await dialog.findByText('Enter what a line should say first.');
  expect(calls).toEqual([]);
  await user.type(dialog.getByLabelText('Quantity to pay of Blue Dream BD-3.5'), '8');
  await user.type(dialog.getByLabelText('Note (optional)'), 'Two missing');
  await user.click(dialog.getByRole('button', { name: 'Dispute lines' }));
  await vi.waitFor(() =>
    expect(calls).toMatchObject([
      {
        path: 'disputes.open',
        input: { id: 'i', reason: 'quantity', lines: [{ item_id: 'x', quantity: 8 }], note: 'Two missing' },
      },
    ]),
  );
});

test('the seller credits it by one press', async () => {
  const { user, calls } = showPage(
    <DisputesCard invoiceId="i" buys={false} />,
    (path) => (path === 'disputes.list' ? pageOf([OPEN]) : { number: 'CRN-1', total: 35 }),
    { permissions: ['create:credits'] },
  );
  await screen.findByText('8 instead of 10');
  await user.click(screen.getByRole('button', { name: 'Credit' }));
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path === 'invoices.issueCredit')?.input).toEqual({
      ...{ id: 'i', dispute_id: 'd', reason: 'Wrong quantity' },
      lines: [{ item_id: 'x', quantity: 8 }],
    }),
  );
});

test('its buyer withdraws it; a seller without the right only reads it', async () => {
  const { user, calls } = showPage(<DisputesCard invoiceId="i" buys />, () => pageOf([OPEN]), {
    permissions: ['create:remittances'],
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path === 'disputes.withdraw')).toBe(true));
  cleanup();
  showPage(<DisputesCard invoiceId="i" buys={false} />, () => pageOf([OPEN]));
  await screen.findByText('“Two missing”');
  expect(screen.queryByRole('button')).toBeNull();
});
