// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NotesTab } from '../../../../components/partners/customers/notes-tab';
import type { Customer } from '../../../../components/partners/customers/types';
import { showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/customers/c';
afterEach(cleanup);

const CUSTOMER = { id: 'c', name: 'Corner Dispensary', internal_notes: null } as Customer;
const ROW = { due_on: '2020-01-02', done_at: null, member_id: 'm', member_name: 'Dana Reyes' };
const ANSWER = {
  data: [
    { ...ROW, id: 'f', text: 'Call about the menu' },
    { ...ROW, id: 'g', text: 'Send samples', done_at: '2020-01-02T10:00:00.000Z' },
  ],
  pagination: { page: 1, limit: 50, total: 2, has_more: false },
};
const show = (editable: boolean) =>
  showPage(<NotesTab customer={CUSTOMER} editable={editable} />, (path) =>
    path === 'customers.followUps.list' ? ANSWER : {},
  );

test('ticks, deletes and adds a follow-up where it stands, and says what is overdue', async () => {
  const { user, calls } = show(true);
  const rows = await screen.findByRole('list', { name: 'Follow-ups of Corner Dispensary' });
  expect(await within(rows).findAllByText('Overdue')).toHaveLength(1);
  await user.click(within(rows).getByRole('checkbox', { name: 'Done: Call about the menu' }));
  await user.click(within(rows).getByRole('checkbox', { name: 'Done: Send samples' }));
  await user.click(within(rows).getByRole('button', { name: 'Delete follow-up: Send samples' }));
  await user.type(screen.getByRole('textbox', { name: 'Task' }), 'Visit the shop{Enter}');
  const acts = () => calls.filter(({ path }) => /followUps\.(?!list)/.test(path));
  await waitFor(() => expect(acts()).toHaveLength(4));
  expect(acts().map(({ path, input }) => [path, input])).toEqual([
    ['customers.followUps.update', { id: 'c', follow_up_id: 'f', done_at: expect.any(String) }],
    ['customers.followUps.update', { id: 'c', follow_up_id: 'g', done_at: null }],
    ['customers.followUps.delete', { id: 'c', follow_up_id: 'g' }],
    ['customers.followUps.create', { id: 'c', text: 'Visit the shop', due_on: expect.any(String) }],
  ]);
});

test('offers no act to members who only read', async () => {
  show(false);
  const box = await screen.findByRole('checkbox', { name: 'Done: Call about the menu' });
  expect(box).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button')).toBeNull();
});
