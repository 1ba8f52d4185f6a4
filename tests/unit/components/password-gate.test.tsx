// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PasswordGate } from '@/components/providers/password-gate';
import { passwordLink } from '@/components/providers/password-link';
import type { AppRouter } from '@/server/transport/router';

const calls = vi.hoisted(() => ({ reauthenticate: vi.fn(), server: vi.fn() }));
const me = vi.hoisted(() => ({ mfa_enabled: false }));

vi.mock('@/components/providers/trpc', () => ({
  trpc: {
    auth: {
      me: { useQuery: () => ({ data: me, isPending: false }) },
      reauthenticate: { useMutation: () => ({ mutateAsync: calls.reauthenticate, isPending: false }) },
    },
  },
}));

function failure(code: string, details: object = {}) {
  const error = new TRPCClientError(code);
  Object.assign(error, { data: { code, details, requestId: null } });
  return error;
}
const stale = () => failure('FORBIDDEN', { reason: 'reauthentication_required' });

/** Responds as `calls.server` does. */
const server: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      calls.server(op.path, op.input).then(
        (data: unknown) => {
          observer.next({ result: { type: 'data', data } });
          observer.complete();
        },
        (error: never) => observer.error(error),
      );
    });
const client = createTRPCClient<AppRouter>({ links: [passwordLink, server] });
const rotate = () => client.apiKeys.rotate.mutate({ id: 'k', overlap_hours: 0 });

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.reauthenticate.mockResolvedValue(undefined);
  me.mfa_enabled = false;
});
afterEach(cleanup);

const question = async () => within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('passes on what needs no password, and other errors', async () => {
  render(<PasswordGate />);
  calls.server.mockResolvedValueOnce({ secret: 's' });
  expect(await rotate()).toEqual({ secret: 's' });
  calls.server.mockRejectedValueOnce(failure('FORBIDDEN', { reason: 'owners_key' }));
  await expect(rotate()).rejects.toThrow('FORBIDDEN');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks for the password after an older sign-in, then repeats the call', async () => {
  const user = userEvent.setup();
  render(<PasswordGate />);
  calls.server.mockRejectedValueOnce(stale()).mockResolvedValueOnce({ secret: 's' });
  calls.reauthenticate.mockRejectedValueOnce(failure('INVALID_CREDENTIALS'));
  const rotated = rotate();
  const dialog = await question();
  expect(dialog.queryByLabelText('Code')).toBeNull();
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByText('Incorrect password')).toBeTruthy();
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'right{Enter}');
  expect(await rotated).toEqual({ secret: 's' });
  await gone();
  expect(calls.reauthenticate).toHaveBeenLastCalledWith({ password: 'right' });
  expect(calls.server.mock.calls[1]).toEqual(calls.server.mock.calls[0]);
});

test('asks once for calls that fail together, and for both factors of a member who has two', async () => {
  const user = userEvent.setup();
  me.mfa_enabled = true;
  render(<PasswordGate />);
  calls.server
    .mockRejectedValueOnce(stale())
    .mockRejectedValueOnce(stale())
    .mockResolvedValue({ secret: 's' });
  const both = Promise.all([rotate(), rotate()]);
  const dialog = await question();
  await user.type(dialog.getByLabelText('Password'), 'right');
  await user.type(dialog.getByLabelText('Code'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await both).toHaveLength(2);
  expect(calls.reauthenticate).toHaveBeenCalledExactlyOnceWith({ password: 'right', code: '123456' });
  await gone();
});

test('changes nothing when the member cancels, and asks again the next time', async () => {
  const user = userEvent.setup();
  render(<PasswordGate />);
  calls.server.mockRejectedValue(stale());
  for (const _ of [1, 2]) {
    const rotated = expect(rotate()).rejects.toThrow('FORBIDDEN');
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await rotated;
    await gone();
  }
  expect(calls.server).toHaveBeenCalledTimes(2);
  expect(calls.reauthenticate).not.toHaveBeenCalled();
});
