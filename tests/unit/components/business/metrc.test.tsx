// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { IntegrationsPage } from '@/components/business/integrations/settings-page';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const LOCATIONS = [
  { id: 'l1', name: 'Harbor' },
  { id: 'l2', name: 'Uptown' },
];
const AT = '2026-11-30T20:00:00.000Z';
const HEALTH = { status: 'active', simulator: false, failures: 0, last_ok_at: AT, last_error: null };
const LISTED = { ...HEALTH, id: 'c', system: 'metrc', location_id: 'l1', config: {}, credentials_at: AT };
const METRC = {
  ...HEALTH,
  ...{ id: 'c', location_id: 'l1', state: 'co', environment: 'sandbox', license_number: '402-X' },
  mode: { package_adjustment: 'review', package_finish: 'review', transfer_template: 'auto' },
};

function settings(listed: readonly unknown[]) {
  const answer = (path: string) => {
    if (path === 'integrations.list') return pageOf(listed);
    return path === 'metrc.test' ? { ok: true, code: null, message: 'Metrc lists the license.' } : METRC;
  };
  const may = { permissions: ['update:integrations'] as const, locations: LOCATIONS };
  return showPage(<IntegrationsPage />, answer, may);
}
const press = (name: string) => screen.findByRole('button', { name });

test('a location is connected with its state, environment and user key', async () => {
  const { calls, user } = settings([]);
  await user.click(await press('Connect Metrc'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(await dialog.findByText('Choose a location', { selector: 'p' })).toBeTruthy();
  expect(dialog.getByText('Enter the key')).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText(/^Location/), 'Uptown');
  await user.selectOptions(dialog.getByLabelText(/^State/), 'Colorado');
  await user.selectOptions(dialog.getByLabelText(/^Environment/), 'Sandbox');
  const key = dialog.getByLabelText(/^User key/);
  expect(key.getAttribute('type')).toBe('password');
  await user.type(key, 'aB3dE5');
  await user.click(dialog.getByRole('button', { name: 'Connect' }));
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'metrc.connect',
      input: { id: 'l2', state: 'co', environment: 'sandbox', user_key: 'aB3dE5' },
    }),
  );
});

test('a connection is tested, set to report on its own, and deleted', async () => {
  const { calls, user } = settings([LISTED]);
  await user.click(await press('Test connection'));
  await user.selectOptions(screen.getByLabelText('Adjustments'), 'Automatically');
  await user.click(await press('Delete'));
  await user.click(await press('Delete connection'));
  await waitFor(() => expect(calls).toContainEqual({ path: 'metrc.remove', input: { id: 'l1' } }));
  expect(calls).toContainEqual({ path: 'metrc.test', input: { id: 'l1' } });
  expect(calls).toContainEqual({
    path: 'metrc.update',
    input: { id: 'l1', mode: { package_adjustment: 'auto' } },
  });
});

test('its user key is replaced', async () => {
  const { calls, user } = settings([LISTED]);
  await user.click(await press('Replace key'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^User key/), 'newKey');
  await user.click(dialog.getByRole('button', { name: 'Replace key' }));
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'metrc.update', input: { id: 'l1', user_key: 'newKey' } }),
  );
});
