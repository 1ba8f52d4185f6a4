// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type MarginReport, marginsList } from '@/components/money/margins/list';
import { MarginsPage } from '@/components/money/margins/page';
import { UnappliedCard } from '@/components/money/unapplied-card';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/reports/margins';
afterEach(cleanup);

const FIGURES = {
  ...{
    units: 12,
    unit: null,
    step: null,
    amount: 12,
    sales: 240,
    cost: 120,
    margin: 120,
    margin_percent: 50,
  },
  ...{ uncosted_units: 0, uncosted_amount: 0 },
};
const PARTLY = { ...FIGURES, margin: null, margin_percent: null, uncosted_units: 4, uncosted_amount: 4 };
const REPORT: MarginReport = {
  group: 'product',
  period: { start: '2026-01-01', end: '2026-01-30' },
  totals: PARTLY,
  data: [
    { id: 'a', name: 'Blue Dream', ...FIGURES },
    { id: 'b', name: 'Sour Diesel', ...PARTLY },
  ],
  pagination: { page: 1, limit: 50, total: 2, has_more: false },
};

test('says of how many units the cost is unknown, and shows no margin then', async () => {
  showPage(<MarginsPage />, () => REPORT);
  const link = await screen.findByRole('link', { name: 'Blue Dream' });
  expect(link.getAttribute('href')).toBe('/products/a');
  const rows = screen.getAllByRole('row');
  const [known, unknown] = ['Blue Dream', 'Sour Diesel'].map((name) =>
    rows.find((row) => row.textContent?.includes(name)),
  );
  expect(known?.textContent).toContain('$120.00');
  expect(known?.textContent).toContain('50.00%');
  expect(unknown?.textContent).toContain('Cost of 4 units unknown');
  expect(unknown?.textContent).not.toContain('50.00%');
  const totals = within(screen.getByRole('region', { name: 'Totals' }));
  expect(totals.getByText('Needs the cost of all units')).toBeTruthy();
  expect(totals.getByText('Cost of 4 units unknown')).toBeTruthy();
});

test('asks for a custom range only where it is one', () => {
  const asked = (search: string) =>
    marginsList.request(marginsList.load(new URLSearchParams(search)), undefined);
  expect(asked('')).toMatchObject({ group: 'product', range: 'last_30_days', sort: '-margin' });
  expect(asked('group=day&range=this_year')).toMatchObject({ group: 'day', range: 'this_year' });
  expect(asked('range=custom&from=2026-01-01&to=2026-02-01')).toMatchObject({
    ...{ range: 'custom', start_date: '2026-01-01', end_date: '2026-02-01' },
  });
  for (const days of ['from=2026-02-01&to=2026-01-01', 'from=2024-01-01&to=2026-01-01', 'from=2026-01-01'])
    expect(asked(`range=custom&${days}`)).not.toHaveProperty('start_date');
});

test('unapplied money that failed to load, or is more than is shown, looks like neither none nor all', async () => {
  const credit = {
    id: 'c',
    number: 'CRN-0000001',
    unapplied: 5,
    buyer: { id: 'b', name: 'B' },
    issued_on: '2026-01-01',
  };
  const page = pageOf([credit]);
  const more = { ...page, pagination: { ...page.pagination, has_more: true } };
  let isDown = true;
  const { user, calls } = showPage(<UnappliedCard customerId="b" />, (path) => {
    if (path !== 'payments.list') return more;
    if (isDown) throw new Error('down');
    return { ...more, data: [] };
  });
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load all of it.");
  // No page lists credit notes.
  expect(screen.getByText(/Earlier credit notes appear as these are applied/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'All unapplied payments' })).toBeNull();
  isDown = false;
  const before = calls.length;
  await user.click(screen.getByRole('button', { name: /^Retry/ }));
  expect(calls.slice(before).map(({ path }) => path)).toEqual(['payments.list']);
  const all = await screen.findByRole('link', { name: 'All unapplied payments' });
  expect(all.getAttribute('href')).toBe('/payments?status=unapplied&party=b');
});
