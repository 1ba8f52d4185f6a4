// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { BillsPage } from '@/components/money/bills/bills-page';
import { billsList } from '@/components/money/bills/list';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const bill = (id: string, seller: string, fields: object = {}) => ({
  ...{ id, number: `INV-${id}`, seller: { id: seller, name: seller }, buyer: { id: 'b', name: 'Harbor' } },
  ...{ issued_on: '2026-11-01', due_on: '2026-11-20', overdue: true, opening: false, status: 'open' },
  ...{ total: 100, balance: 100, sent: 0, order_number: null, disputed_at: null, order_disputed_at: null },
  ...fields,
});
const TOTALS = {
  ...{ current: 300, days_1_30: 50, days_31_60: 0, days_61_90: 25.5, days_over_90: 0 },
  ...{ unapplied: 0, balance: 375.5 },
};

function show(bills: readonly object[]) {
  return showPage(
    <BillsPage suppliers={[]} />,
    (path) => {
      if (path === 'receivables.list') return { ...pageOf([]), totals: TOTALS };
      return path === 'invoices.list' ? pageOf(bills) : {};
    },
    { permissions: ['create:remittances', 'read:invoices'] },
  );
}

test('tabs say what is to pay and what of it is overdue', async () => {
  show([bill('1', 'Redwood')]);
  const tabs = within(await screen.findByRole('navigation', { name: 'Bills' }));
  await tabs.findByText('To pay · $375.50');
  tabs.getByText('Overdue · $75.50');
});

test('several bills of one supplier are sent as one note, with their sum beside them', async () => {
  const { user, calls } = show([bill('1', 'Redwood'), bill('2', 'Redwood', { sent: 40 })]);
  await user.click(await screen.findByRole('checkbox', { name: /INV-1 from Redwood/ }));
  await user.click(screen.getByRole('checkbox', { name: /INV-2 from Redwood/ }));
  await screen.findByText('$160.00 to pay');
  await user.click(screen.getByRole('button', { name: 'I sent this' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'I sent $160.00' }));
  await user.click(dialog.getByRole('button', { name: 'I sent this' }));
  await vi.waitFor(() => expect(calls.some(({ path }) => path === 'remittances.send')).toBe(true));
});

test('bills of two suppliers are summed, and not sent as one', async () => {
  const { user } = show([bill('1', 'Redwood'), bill('2', 'Sierra')]);
  await user.click(await screen.findByRole('checkbox', { name: /INV-1/ }));
  await user.click(screen.getByRole('checkbox', { name: /INV-2/ }));
  await screen.findByText('Select bills of one supplier to say that you paid them.');
  expect(screen.queryByRole('button', { name: 'I sent this' })).toBeNull();
});

describe('list of bills', () => {
  const state = (search: string) => billsList.load(new URLSearchParams(search));

  it('shows what is open and due first, until another tab is chosen', () => {
    expect(billsList.request(state(''))).toMatchObject({ side: 'buying', status: 'open', sort: 'due_on' });
    expect(billsList.request(state('status=overdue'))).toMatchObject({ side: 'buying', overdue: true });
    expect(billsList.request(state('status=settled'))).toMatchObject({ status: 'settled' });
  });
});
