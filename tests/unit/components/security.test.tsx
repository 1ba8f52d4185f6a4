// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MfaCard } from '@/components/account/mfa-card';
import { deviceOf } from '@/server/kernel/device';

const calls = vi.hoisted(() => ({
  mfaEnable: vi.fn(),
  mfaVerify: vi.fn(),
  mfaDisable: vi.fn(),
  reauthenticate: vi.fn(),
  renewRecoveryCodes: vi.fn(),
}));

vi.mock('@/components/providers/trpc', () => ({
  trpc: {
    auth: Object.fromEntries(
      Object.entries(calls).map(([name, mutateAsync]) => [
        name,
        { useMutation: () => ({ mutateAsync, isPending: false }) },
      ]),
    ),
  },
}));

const rejection = (code: string, details: object = {}) =>
  Object.assign(new Error(code), { name: 'TRPCClientError', data: { code, details, requestId: null } });
const stale = () => rejection('FORBIDDEN', { reason: 'reauthentication_required' });
const SECRET = { secret: 'ABCDEFGHIJKLMNOP', qr_code_url: 'otpauth://totp/Tallyleaf:a@b.test?secret=ABCD' };
const CODES = ['AAAA-1111', 'BBBB-2222'];

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.mfaEnable.mockResolvedValue(SECRET);
  calls.mfaVerify.mockResolvedValue({ mfa_enabled: true, recovery_codes: CODES });
  calls.reauthenticate.mockResolvedValue(undefined);
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('turns on with one code and shows the recovery codes', async () => {
  const user = userEvent.setup();
  render(<MfaCard enabled={false} />);
  await user.click(button('Turn on two-factor authentication'));
  const setup = within(await dialog('Set up two-factor authentication'));
  expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(setup.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  await user.type(setup.getByLabelText('Code'), '123 456{Enter}');
  const shown = within(await dialog('Two-factor authentication is on'));
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
  expect(calls.mfaVerify).toHaveBeenCalledExactlyOnceWith({ code: '123 456' });
  expect(calls.reauthenticate).not.toHaveBeenCalled();
});

test('shows a wrong code at its field and keeps the secret', async () => {
  const user = userEvent.setup();
  calls.mfaVerify.mockRejectedValueOnce(rejection('INVALID_MFA_CODE'));
  render(<MfaCard enabled={false} />);
  await user.click(button('Turn on two-factor authentication'));
  const setup = within(await dialog('Set up two-factor authentication'));
  await user.type(setup.getByLabelText('Code'), '000000{Enter}');
  expect(await setup.findByText('Incorrect code, or this code was already used')).toBeTruthy();
  expect(setup.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  expect(calls.mfaEnable).toHaveBeenCalledTimes(1);
});

test('asks for the password after an older sign-in, then repeats what was asked', async () => {
  const user = userEvent.setup();
  calls.mfaEnable.mockRejectedValueOnce(stale());
  calls.reauthenticate.mockRejectedValueOnce(rejection('INVALID_CREDENTIALS'));
  render(<MfaCard enabled={false} />);
  await user.click(button('Turn on two-factor authentication'));
  const question = within(await dialog("Confirm it's you"));
  expect(question.queryByLabelText('Code')).toBeNull();
  await user.type(question.getByLabelText('Password'), 'wrong{Enter}');
  expect(await question.findByText('Incorrect password')).toBeTruthy();
  await user.clear(question.getByLabelText('Password'));
  await user.type(question.getByLabelText('Password'), 'right{Enter}');
  await dialog('Set up two-factor authentication');
  expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull();
  expect(calls.reauthenticate).toHaveBeenLastCalledWith({ password: 'right' });
  expect(calls.mfaEnable).toHaveBeenCalledTimes(2);
});

test('changes nothing when the member cancels the question for the password', async () => {
  const user = userEvent.setup();
  calls.mfaEnable.mockRejectedValueOnce(stale());
  render(<MfaCard enabled={false} />);
  await user.click(button('Turn on two-factor authentication'));
  const question = within(await dialog("Confirm it's you"));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.mfaEnable).toHaveBeenCalledTimes(1);
});

test('asks a member with two factors for both before it replaces the recovery codes', async () => {
  const user = userEvent.setup();
  calls.renewRecoveryCodes.mockRejectedValueOnce(stale()).mockResolvedValueOnce({ recovery_codes: CODES });
  render(<MfaCard enabled />);
  await user.click(button('Replace recovery codes'));
  await user.click(button('Replace codes'));
  const question = within(await dialog("Confirm it's you"));
  await user.type(question.getByLabelText('Password'), 'right');
  await user.type(question.getByLabelText('Code'), '123456');
  await user.click(question.getByRole('button', { name: 'Continue' }));
  await dialog('New recovery codes');
  expect(calls.reauthenticate).toHaveBeenCalledExactlyOnceWith({ password: 'right', code: '123456' });
});

test('asks before unsaved recovery codes are closed by Escape', async () => {
  const user = userEvent.setup();
  calls.renewRecoveryCodes.mockResolvedValueOnce({ recovery_codes: CODES });
  render(<MfaCard enabled />);
  await user.click(button('Replace recovery codes'));
  await user.click(button('Replace codes'));
  await dialog('New recovery codes');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving the codes?' })).toBeTruthy();
  await user.click(button('Keep open'));
  await dialog('New recovery codes');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/149.0 Safari/537.36 Edg/149.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('names the device of %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
