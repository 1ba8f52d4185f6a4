// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MailWeekly } from '../../../../components/home/reports/mail-weekly';
import type { SalesFilter } from '../../../../components/home/reports/sales-address';
import { ScheduleList } from '../../../../components/home/reports/schedule-list';
import {
  mailedQuery,
  queryLabel,
  type ReportSchedule,
  reportLabel,
  timeLabel,
} from '../../../../components/home/reports/schedule-words';
import { showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/reports';
afterEach(cleanup);

const FILTER: SalesFilter = { by: 'customer', range: 'last_7_days', compare: 'last_year' };
const TEAM = {
  data: [
    { user_id: 'me', name: 'Maya Torres', email: 'sam@shop.example', status: 'active' },
    { user_id: 'dana', name: 'Dana Reyes', email: 'dana@harbor.test', status: 'active' },
    { user_id: 'new', name: null, email: 'new@harbor.test', status: 'invited' },
  ],
  pagination: { page: 1, limit: 200, total: 3, has_more: false },
};
const WEEKLY: ReportSchedule = {
  ...{ id: 's', report: 'sales', query: 'by=customer&range=last_7_days', weekday: 'mon', hour: 8 },
  ...{ member_ids: ['me', 'dana'], created_by: 'dana', created_at: '', updated_at: '' },
};
const paged = (data: ReportSchedule[]) => ({
  data,
  pagination: { page: 1, limit: 50, total: data.length, has_more: false },
});

test('schedules the report of the page for chosen members', async () => {
  const { user, calls } = showPage(
    <MailWeekly filter={FILTER} me="me" />,
    (path) => (path === 'entity.team.list' ? TEAM : {}),
    { permissions: ['read:team'] },
  );
  await user.click(screen.getByRole('button', { name: 'Schedule email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule email' }));
  dialog.getByRole('option', { name: 'Sales by customer' });
  dialog.getByText('Last 7 days, compared with last year');
  await user.click(await dialog.findByRole('checkbox', { name: 'Dana Reyes' }));
  expect(dialog.queryByText('new@harbor.test')).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Day' }), 'Friday');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Hour' }), '4 PM');
  await user.click(dialog.getByRole('button', { name: 'Schedule report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ path }) => path === 'reportSchedules.create')?.input).toEqual({
    ...{ report: 'sales', query: 'by=customer&range=last_7_days&compare=last_year' },
    ...{ weekday: 'fri', hour: 16, member_ids: ['me', 'dana'] },
  });
});

test('sends nothing without a member', async () => {
  const { user, calls } = showPage(
    <MailWeekly filter={FILTER} me="me" />,
    (path) => (path === 'entity.team.list' ? TEAM : {}),
    { permissions: ['read:team'] },
  );
  await user.click(screen.getByRole('button', { name: 'Schedule email' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Maya Torres (you)' }));
  await user.click(screen.getByRole('button', { name: 'Schedule report' }));
  await screen.findByText('Choose at least one member');
  expect(calls.filter(({ path }) => path === 'reportSchedules.create')).toEqual([]);
});

test.each([
  ['owner', ['Change', 'Remove']],
  ['viewer', ['Stop']],
] as const)('offers %s %j of what another member scheduled', async (role, acts) => {
  const initial = paged([WEEKLY]);
  const { user, calls } = showPage(
    <ScheduleList initial={initial} filter={FILTER} me="me" />,
    (path) => (path === 'reportSchedules.list' ? initial : {}),
    { role },
  );
  screen.getByText('Last 7 days · Monday, 8 AM · 2 members');
  const buttons = screen.getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
    acts.map((act) => `${act} Sales by customer, Monday, 8 AM`),
  );
  await user.click(buttons.at(-1) as HTMLElement);
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'reportSchedules.delete')?.input).toEqual({ id: 's' }),
  );
});

test('says when and what in words, and mails no custom range', () => {
  expect([0, 11, 12, 23].map((hour) => timeLabel({ weekday: 'sun', hour }))).toEqual(
    ['12 AM', '11 AM', '12 PM', '11 PM'].map((hour) => `Sunday, ${hour}`),
  );
  const custom: SalesFilter = {
    by: 'brand',
    range: 'custom',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
  };
  expect(mailedQuery('sales', custom)).toBe('by=brand&range=last_30_days');
  expect(mailedQuery('batch-ages', custom)).toBe('');
  expect(queryLabel('')).toBe('');
  expect(reportLabel('sales', 'by=supplier', 'retailer')).toBe('Purchases by supplier');
  expect(queryLabel('range=custom&start_date=2026-01-01&end_date=2026-01-31')).toBe(
    '2026-01-01 to 2026-01-31',
  );
});
