// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, expect, test, vi } from 'vitest';
import { PasswordGate } from '@/components/ui/providers/password-gate';
import { passwordLink } from '@/components/ui/providers/password-link';
import type { AppRouter } from '@/server/transport/router';
import { pageOf, showPage } from '../../../setup/browser-page';

function failure(code: string, details: object = {}) {
  const error = new TRPCClientError(code);
  Object.assign(error, { data: { code, details, requestId: null } });
  return error;
}
const stale = () => failure('FORBIDDEN', { reason: 'reauthentication_required' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The gate of a member, and a call that responds as `server` does. */
function showGate({ mfa = false, passkeys = 0 } = {}) {
  const server = vi.fn<() => Promise<unknown>>();
  const reauthenticate = vi.fn<(input: unknown) => void>();
  const link: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      server().then(
        (data) => {
          observer.next({ result: { type: 'data', data } });
          observer.complete();
        },
        (error: TRPCClientError<AppRouter>) => observer.error(error),
      );
    });
  const client = createTRPCClient<AppRouter>({ links: [passwordLink, link] });
  const { user } = showPage(<PasswordGate />, (path, input) => {
    if (path === 'auth.me') return { mfa_enabled: mfa };
    if (path === 'auth.passkeys.list')
      return pageOf(Array(passkeys).fill({ rp_id: window.location.hostname }));
    return reauthenticate(input);
  });
  return {
    user,
    server,
    reauthenticate,
    rotate: () => client.apiKeys.rotate.mutate({ id: 'k', overlap_hours: 0 }),
  };
}

const question = async () => within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('passes on what needs no password, and other errors', async () => {
  const { server, rotate } = showGate();
  server.mockResolvedValueOnce({ secret: 's' });
  expect(await rotate()).toEqual({ secret: 's' });
  server.mockRejectedValueOnce(failure('FORBIDDEN', { reason: 'owners_key' }));
  await expect(rotate()).rejects.toThrow('FORBIDDEN');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks for the password after an older sign-in, then repeats the call', async () => {
  const { user, server, reauthenticate, rotate } = showGate();
  server.mockRejectedValueOnce(stale()).mockResolvedValueOnce({ secret: 's' });
  reauthenticate.mockImplementationOnce(() => {
    throw failure('INVALID_CREDENTIALS');
  });
  const rotated = rotate();
  const dialog = await question();
  expect(dialog.queryByLabelText('Code')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByText('Incorrect password')).toBeTruthy();
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'right{Enter}');
  expect(await rotated).toEqual({ secret: 's' });
  await gone();
  expect(reauthenticate).toHaveBeenLastCalledWith({ password: 'right' });
  expect(server).toHaveBeenCalledTimes(2);
});

test('asks once for calls that fail together, and for both factors of a member who has two', async () => {
  const { user, server, reauthenticate, rotate } = showGate({ mfa: true });
  server.mockRejectedValueOnce(stale()).mockRejectedValueOnce(stale()).mockResolvedValue({ secret: 's' });
  const both = Promise.all([rotate(), rotate()]);
  const dialog = await question();
  await user.type(dialog.getByLabelText('Password'), 'right');
  await user.type(await dialog.findByLabelText('Code'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await both).toHaveLength(2);
  expect(reauthenticate).toHaveBeenCalledExactlyOnceWith({ password: 'right', code: '123456' });
  await gone();
});

/** A browser whose device responds to the question for a passkey; the server's options are in `fetch`. */
function haveDevice(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('fetch', async () => Response.json({ result: { data: { challenge: 'AA' } } }));
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
}
const buffer = new ArrayBuffer(1);
const SIGNED = {
  id: 'x',
  rawId: buffer,
  type: 'public-key',
  response: { authenticatorData: buffer, clientDataJSON: buffer, signature: buffer },
  getClientExtensionResults: () => ({}),
};

test.each([
  ['of a device that was dismissed', new DOMException('x', 'NotAllowedError'), /^No passkey was used/],
  ['that the server does not know', null, /^This passkey isn't known here/],
])('says what to do about a passkey %s, and takes another', async (_what, fault, message) => {
  const { user, server, reauthenticate, rotate } = showGate({ passkeys: 1 });
  server.mockRejectedValueOnce(stale()).mockResolvedValueOnce({ secret: 's' });
  const get = vi.fn(async () => SIGNED);
  haveDevice(get);
  if (fault) get.mockRejectedValueOnce(fault);
  else
    reauthenticate.mockImplementationOnce(() => {
      throw failure('INVALID_CREDENTIALS');
    });
  const rotated = rotate();
  const dialog = await question();
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
  expect(dialog.queryByLabelText('Password')).toBeNull();
  expect(await dialog.findByText(message)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  expect(await rotated).toEqual({ secret: 's' });
  expect(reauthenticate).toHaveBeenLastCalledWith({ assertion: expect.objectContaining({ id: 'x' }) });
  await gone();
});

test('leaves the question with a passkey offered, too', async () => {
  const { user, server, rotate } = showGate({ passkeys: 1 });
  server.mockRejectedValueOnce(stale());
  const rotated = expect(rotate()).rejects.toThrow('FORBIDDEN');
  const dialog = await question();
  expect(await dialog.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await rotated;
  await gone();
});

test('changes nothing when the member cancels, and asks again the next time', async () => {
  const { user, server, reauthenticate, rotate } = showGate();
  server.mockRejectedValue(stale());
  for (const _ of [1, 2]) {
    const rotated = expect(rotate()).rejects.toThrow('FORBIDDEN');
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await rotated;
    await gone();
  }
  expect(server).toHaveBeenCalledTimes(2);
  expect(reauthenticate).not.toHaveBeenCalled();
});

test('offers a passkey beside password and code to a member who has an app, too', async () => {
  const { user, server, rotate } = showGate({ mfa: true, passkeys: 1 });
  server.mockRejectedValueOnce(stale());
  const rotated = expect(rotate()).rejects.toThrow('FORBIDDEN');
  const dialog = await question();
  expect(await dialog.findByLabelText('Code')).toBeTruthy();
  expect(dialog.getByLabelText('Password')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await rotated;
  await gone();
});
