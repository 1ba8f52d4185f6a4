// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { StartCount } from '@/components/stock/counts/start-count';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const member = (name: string, fields = {}) => ({
  ...{ user_id: name, name, email: `${name}@shop.example`, role: 'manager', status: 'active' },
  ...{ all_locations: true, locations: [] },
  ...fields,
});
const TEAM = [
  member('Everywhere'),
  member('Harbor', { all_locations: false, locations: ['harbor'] }),
  member('Viewer', { role: 'viewer' }),
  member('Invited', { status: 'invited' }),
];

test('offers only members who can count at the location, and forgets one who no longer can', async () => {
  const locations = ['harbor', 'mission'].map((id) => ({ id, name: id }));
  const { calls, user } = showPage(<StartCount locations={locations} />, (path) =>
    path === 'entity.team.list' ? pageOf(TEAM) : { id: 'count' },
  );
  await screen.findByRole('option', { name: 'Harbor' });
  const assignee = screen.getByRole('combobox', { name: 'Assigned to' });
  const offered = () =>
    within(assignee)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(offered()).toEqual(['Anyone', 'Everywhere', 'Harbor']);
  await user.selectOptions(assignee, 'Harbor');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'mission');
  expect(offered()).toEqual(['Anyone', 'Everywhere']);
  await user.click(screen.getByRole('button', { name: 'Start count' }));
  expect(calls.find(({ path }) => path === 'inventory.counts.create')?.input).toMatchObject({
    location_id: 'mission',
    assignee_id: null,
  });
});
