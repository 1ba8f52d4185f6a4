// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { BatchAges } from '@/components/home/reports/goods-charts';
import { SalesByGroup, SalesOverTime } from '@/components/home/reports/sales-charts';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const period = { start: '2026-11-20', end: '2026-11-26', days: 7 };
const compared_with = { start: '2026-11-13', end: '2026-11-19', days: 7 };
const row = (id: string, value: number, previous_value: number) => ({
  ...{ id, name: `Product ${id}`, sku: null, units: 2, value, previous_units: 1, previous_value },
  ...{ cost: value / 2, margin: value / 2, amount: 2, previous_amount: 1, unit: null, step: null },
});
const report = {
  ...{ side: 'selling' as const, by: 'product' as const, period, compared_with },
  totals: { units: 4, value: 400, previous_units: 2, previous_value: 100 },
  data: [row('a', 300, 100), row('b', 100, 0)],
  pagination: { page: 1, limit: 50, total: 2, has_more: false },
};
const filter = { by: 'product' as const, range: 'last_7_days' as const, compare: 'previous_period' as const };

test('a chart of sales says in a sentence what it asks, and lists change and margin in its table', async () => {
  render(<SalesByGroup report={report} filter={filter} hasUnits />);
  expect(screen.getByRole('heading', { name: 'Which products bring the most?' })).toBeTruthy();
  expect(screen.getByText('Product a leads with $300.00, 75% of $400.00.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Download all 2 as CSV/ }).getAttribute('href')).toBe(
    '/api/v1/reports/sales?by=product&range=last_7_days&compare=previous_period&side=selling&format=csv',
  );
  await userEvent.click(screen.getByRole('button', { name: /^View as table/ }));
  const cells = screen.getAllByRole('row')[1]?.textContent;
  expect(cells).toBe('Product a2$300.00$100.00+200%$150.00');
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('new');
});

test('sales over time are drawn before the days compared with, which the legend and the table name', async () => {
  const point = (start: string, value: number, previous_value: number) => ({
    ...{ start, units: 1, value, previous_units: 1, previous_value },
  });
  const points = [point('2026-11-20', 0, 600), point('2026-11-21', 120, 0)];
  const { container } = render(
    <SalesOverTime trend={{ side: 'selling', period, compared_with, step: 'day', points }} hasUnits />,
  );
  expect(within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('Nov 13, 2026 to Nov 19, 2026')).toBeTruthy();
  const [behind, line] = [...container.querySelectorAll('polyline')].map((one) => one.getAttribute('points'));
  // Both have one scale: $600 is the top of what was before, and $120 a fifth of it.
  expect(behind).toBe('0,0 1000,100');
  expect(line).toBe('0,100 1000,80');
  await userEvent.click(screen.getByRole('button', { name: /^View as table/ }));
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('Nov 20, 20261$0.00$600.00');
});

test('charts without sales or batches say so', () => {
  const none = { ...report, data: [], totals: { ...report.totals, value: 0 } };
  const { unmount } = render(<SalesByGroup report={none} filter={filter} hasUnits />);
  expect(screen.getByText('No orders in this range.')).toBeTruthy();
  unmount();
  const trend = { side: 'buying' as const, period, compared_with: null, step: 'day' as const, points: [] };
  render(<SalesOverTime trend={trend} hasUnits />);
  expect(screen.getByRole('heading', { name: 'When do we buy the most?' })).toBeTruthy();
  render(<BatchAges ages={[]} />);
  expect(screen.getByText('No units in batches.')).toBeTruthy();
});

test('rows and days that add pounds and jars up say no units, and products by weight their pounds', async () => {
  const unlike = {
    ...row('a', 300, 100),
    name: 'Green Door',
    units: 1287,
    amount: null,
    previous_amount: null,
  };
  const customers = { ...report, by: 'customer' as const, data: [unlike] };
  const { unmount } = render(<SalesByGroup report={customers} filter={filter} hasUnits={false} />);
  expect(screen.queryByText(/units/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^View as table/ }));
  expect(screen.queryByRole('columnheader', { name: 'Units' })).toBeNull();
  expect(screen.getAllByRole('row')[1]?.textContent).not.toContain('1,287');
  unmount();
  const pounds = { ...row('a', 300, 100), units: 1234, amount: 12.34, unit: 'lb' as const, step: 0.01 };
  render(<SalesByGroup report={{ ...report, data: [pounds, unlike] }} filter={filter} hasUnits={false} />);
  expect(screen.getAllByText(/12\.34 lb/)).not.toHaveLength(0);
  expect(screen.queryByText(/1,287/)).toBeNull();
  cleanup();
  const points = [
    { start: '2026-11-20', units: 1287, value: 300, previous_units: null, previous_value: null },
  ];
  const trend = { side: 'selling' as const, period, compared_with: null, step: 'day' as const, points };
  render(<SalesOverTime trend={trend} hasUnits={false} />);
  await userEvent.click(screen.getByRole('button', { name: /^View as table/ }));
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('Nov 20, 2026$300.00');
});
