// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BulkSteps } from '@/components/orders/bulk-steps';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { OrderSummary } from '@/components/orders/types';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const ORDERS = ['a', 'b'].map((id, n) => ({
  ...{ id, order_number: `ORD-${id}`, status: 'preparing', item_count: 2, units: 16, by_weight: false },
  total: 100.5,
  delivery_date: n === 0 ? '2099-01-01' : null,
})) as unknown as OrderSummary[];

function showSteps() {
  const moved: object[] = [];
  const page = showPage(
    <BulkSteps
      selection={{ ids: ['a', 'b'], clear: () => {} } as never}
      orders={ORDERS}
      rules={sideRulesOf('wholesaler')}
      onDone={() => {}}
    />,
    (path, input) => {
      if (path === 'drivers.list') return pageOf([{ id: 'd', name: 'Dana' }]);
      if (path !== 'orders.updateStatus') return pageOf([]);
      if ((input as { dry_run?: boolean }).dry_run) {
        if ((input as { id: string }).id === 'b') throw new Error('A line has no certificate.');
        return { id: 'a' };
      }
      moved.push(input as object);
      return { id: 'a' };
    },
  );
  return { ...page, moved };
}

test('ships several orders only after saying what they come to, and what isn’t due yet', async () => {
  const { user, moved } = showSteps();
  await user.click(screen.getByRole('button', { name: 'Ship 2 orders' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Ship 2 orders?' }));
  expect(question.getByText(/^32 units, 4 lines, \$201\.00, 2 invoices\. /)).toBeTruthy();
  expect(question.getByText('1 is requested for a later day.')).toBeTruthy();
  expect(await question.findByText("1 order can't ship now and will be left")).toBeTruthy();
  expect(question.getByText(/^ORD-b: /)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Keep preparing' }));
  expect(moved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Ship 2 orders' }));
  const again = within(await screen.findByRole('alertdialog'));
  await again.findByRole('option', { name: 'Dana' });
  await user.selectOptions(again.getByLabelText('Driver of all'), 'd');
  await user.click(again.getByRole('button', { name: 'Ship 2 orders' }));
  await waitFor(() =>
    expect(moved).toEqual([
      { id: 'a', status: 'shipped', driver_id: 'd' },
      { id: 'b', status: 'shipped', driver_id: 'd' },
    ]),
  );
});
