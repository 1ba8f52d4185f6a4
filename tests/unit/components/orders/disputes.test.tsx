// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceColumns } from '@/components/money/invoices/columns';
import { InvoicePage } from '@/components/money/invoices/detail-page';
import type { Invoice } from '@/components/money/invoices/types';
import { ordersColumns } from '@/components/orders/columns';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { OrderSummary } from '@/components/orders/types';
import { DisputeNote } from '@/components/partners/claims/dispute-note';
import { DisputedBadge } from '@/components/partners/claims/disputed-badge';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { TeamRole } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const [SINCE, SOON, PAST] = [days(-2), days(5), days(-1)];

function show(
  kind: 'order' | 'invoice',
  fields: { disputed_at: string | null; disputable_until: string | null },
  { buys = true, role = 'owner' as TeamRole } = {},
) {
  const of = { id: 'x', ...fields };
  return showPage(
    <>
      <DisputedBadge since={fields.disputed_at} />
      <DisputeNote kind={kind} of={of} number="ORD-1" buyer="Harbor" buys={buys} />
    </>,
    () => of,
    { role },
  );
}

test.each(['order', 'invoice'] as const)(
  'an owner of the buyer disputes an %s that came along',
  async (kind) => {
    const { user, calls } = show(kind, { disputed_at: null, disputable_until: SOON });
    expect(screen.queryByText('Disputed')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Dispute ${kind}` }));
    await vi.waitFor(() =>
      expect(calls).toEqual([{ path: `${kind}s.dispute`, input: { id: 'x', disputed: true } }]),
    );
  },
);

test('a dispute is shown and taken back, also after the days of disputing', async () => {
  const { user, calls } = show('invoice', { disputed_at: SINCE, disputable_until: PAST });
  expect(screen.getByText('Disputed')).toBeTruthy();
  expect(screen.getByText(/can't be disputed again/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take back dispute' }));
  await vi.waitFor(() =>
    expect(calls).toEqual([{ path: 'invoices.dispute', input: { id: 'x', disputed: false } }]),
  );
});

test('the seller and other members of the buyer see that it is disputed, without an act', () => {
  for (const viewer of [{ buys: false }, { role: 'admin' as TeamRole }]) {
    show('order', { disputed_at: SINCE, disputable_until: SOON }, viewer);
    expect(screen.getByText('Disputed')).toBeTruthy();
    expect(screen.getByText(/has disputed this order since/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
  }
});

test('nothing is said of what did not come along, is out of time, or is another member’s to dispute', () => {
  show('order', { disputed_at: null, disputable_until: null });
  show('order', { disputed_at: null, disputable_until: PAST });
  show('order', { disputed_at: null, disputable_until: SOON }, { role: 'admin' });
  show('order', { disputed_at: null, disputable_until: SOON }, { buys: false });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/came along/)).toBeNull();
});

const SELLER = { id: 'e', name: 'Redwood' };
const BUYER = { id: 'b', name: 'Harbor' };
const invoice = (fields: Partial<Invoice>) =>
  ({
    ...{ id: 'i', number: 'INV-1', order_id: 'o', order_number: 'ORD-1', seller: SELLER, buyer: BUYER },
    ...{ status: 'open', overdue: false, opening: false, issued_on: '2026-11-01', due_on: '2026-12-01' },
    ...{ subtotal: 10, discount_total: 0, freight_total: 0, tax: 0, total: 10, settled: 0, balance: 10 },
    ...{ pending_credit: 0, lines: [], tax_lines: [], adjustments: [], bill_to: null, external_ids: {} },
    ...{ disputed_at: null, disputable_until: null, order_disputed_at: null },
    ...fields,
  }) as unknown as Invoice;
const rowsOf = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent?.includes('Disputed'));

test.each(['retailer', 'wholesaler'] as const)(
  'the list of orders marks disputed ones for the %s',
  (side) => {
    const order = (id: string, disputed_at: string | null) =>
      ({
        ...{
          id,
          order_number: id,
          short_number: id,
          status: 'delivered',
          wholesaler: SELLER,
          retailer: BUYER,
        },
        ...{ total: 1, item_count: 1, po_number: null, delivery_date: null, created_at: SINCE, disputed_at },
      }) as OrderSummary;
    const rules = sideRulesOf(side);
    showPage(
      <DataTable
        caption="Orders"
        columns={ordersColumns({ rules, timezone: 'UTC', mayMove: false, onMoved: () => {} })}
        rows={[order('1', SINCE), order('2', null)]}
        getRowId={({ id }) => id}
        rowLabel={({ id }) => id}
        empty={null}
      />,
      () => null,
    );
    expect(rowsOf('Orders')).toEqual([true, false]);
  },
);

test('the list of invoices marks those that are disputed, or whose orders are', () => {
  const rows = [
    invoice({ id: '1', disputed_at: SINCE }),
    invoice({ id: '2', order_disputed_at: SINCE }),
    invoice({ id: '3' }),
  ];
  showPage(
    <DataTable
      caption="Invoices"
      columns={invoiceColumns(false)}
      rows={rows}
      getRowId={({ id }) => id}
      rowLabel={({ id }) => id}
      empty={null}
    />,
    () => null,
  );
  expect(rowsOf('Invoices')).toEqual([true, true, false]);
});

test.each([
  [true, 'Your business has disputed the order of this invoice since'],
  [false, 'Harbor has disputed the order of this invoice since'],
])('an invoice says that its order alone is disputed, and leads there (buys: %s)', (buys, words) => {
  const parties = buys ? { seller: BUYER, buyer: { ...SELLER } } : {};
  const one = invoice({ ...parties, order_disputed_at: SINCE, disputable_until: SOON });
  showPage(<InvoicePage first={one} />, (path) => (path === 'invoices.get' ? one : pageOf([])));
  expect(screen.getByText('Disputed')).toBeTruthy();
  expect(screen.getByText(new RegExp(words))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open order' }).getAttribute('href')).toBe('/orders/o');
  expect(screen.queryByRole('button', { name: 'Dispute invoice' })).toBeNull();
});
