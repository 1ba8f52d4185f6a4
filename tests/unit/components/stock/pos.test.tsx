// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionDialog } from '@/components/stock/pos/connection-dialog';
import { connectionPatch, connectionValues, DEFAULTS } from '@/components/stock/pos/connection-values';
import type { Connection } from '@/components/stock/pos/types';
import { CONFIGS } from '@/server/features/pos/schema';
import { showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const CONFIG = { base_url: 'https://sandbox.example', location_id: 'L', room_type: 'vault', page_size: 50 };
const SQUARE = { provider: 'square', auth: 'bearer', config: CONFIG } as unknown as Connection;

function change(onSaved = vi.fn(), answer: (path: string) => unknown = () => SQUARE) {
  const location = { id: 'l', name: 'Harbor' };
  const dialog = (
    <ConnectionDialog location={location} connection={SQUARE} onClose={() => {}} onSaved={onSaved} />
  );
  return showPage(dialog, answer);
}
const save = () => screen.getByRole('button', { name: 'Save' });

test("sends the provider's default for a field that was emptied", () => {
  const before = connectionValues(SQUARE);
  expect(connectionPatch(before, { ...before, base_url: '', page_size: null })).toEqual({
    config: { base_url: 'https://connect.squareup.com', page_size: 500 },
  });
  expect(connectionPatch(before, before)).toBeNull();
});

test('knows the defaults of the server', () => {
  const given = { base_url: 'https://pos.example', location_id: 'L' };
  expect(CONFIGS.simulator.parse({})).toMatchObject(DEFAULTS.simulator);
  expect(CONFIGS.http.parse(given)).toMatchObject(DEFAULTS.http);
  expect(CONFIGS.square.parse({ location_id: 'L' })).toMatchObject(DEFAULTS.square);
  expect(CONFIGS.dutchie.parse({ location_id: 'L' })).toMatchObject(DEFAULTS.dutchie);
});

test('sends nothing where nothing was changed', async () => {
  const onSaved = vi.fn();
  const { user, calls } = change(onSaved);
  await user.click(save());
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(calls).toEqual([]);
});

test('asks for the credentials again where the server needs them with another address', async () => {
  const fault = { path: 'credentials', code: 'required', message: 'must be sent again with another address' };
  const { user } = change(vi.fn(), () => {
    throw Object.assign(new TRPCClientError('The request is invalid.'), {
      data: { code: 'INVALID_REQUEST', details: { errors: [fault] }, requestId: null },
    });
  });
  await user.clear(screen.getByLabelText(/^Address/));
  await user.click(save());
  expect(await screen.findByText('Enter the credentials again: the address has changed.')).toBeTruthy();
  expect(screen.getByLabelText(/^Access token/)).toBeTruthy();
});
