// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PeriodLinks } from '@/components/home/reports/period-links';
import { isTooLong } from '@/components/home/reports/sales-address';
import { SalesFilters } from '@/components/home/reports/sales-filters';
import { showPage } from '../../../setup/browser-page';
import { navigation, resetNavigation } from '../../../setup/navigation';

afterEach(() => {
  cleanup();
  resetNavigation();
});

const FILTER = { by: 'brand', range: 'last_7_days' } as const;

test('each half of the reports keeps what the other one shows', async () => {
  const push = vi.spyOn(navigation, 'push');
  const { user } = showPage(
    <>
      <SalesFilters filter={FILTER} days={90} />
      <PeriodLinks days={90} path="/reports" search="by=brand&range=last_7_days" />
    </>,
    () => null,
  );
  expect(screen.getByRole('link', { name: '7 days' }).getAttribute('href')).toBe(
    '/reports?by=brand&range=last_7_days&days=7',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Range' }), 'this_month');
  expect(push).toHaveBeenCalledWith('/reports?by=brand&range=this_month&days=90');
});

test('says that a range of more than 366 days is too long, and shows none of it', () => {
  const push = vi.spyOn(navigation, 'push');
  const range = { range: 'custom', start_date: '2025-01-01', end_date: '2025-02-01' } as const;
  showPage(<SalesFilters filter={{ ...FILTER, ...range }} days={30} />, () => null);
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-02' } });
  expect(screen.getByRole('alert').textContent).toBe('Choose at most 366 days.');
  expect(push).not.toHaveBeenCalled();
  expect(isTooLong('2025-01-01', '2026-01-01')).toBe(false);
});
