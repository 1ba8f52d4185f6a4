// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MfaCard } from '@/components/business/account/mfa-card';
import { deviceOf } from '@/server/kernel/device';

const calls = vi.hoisted(() => ({
  mfaEnable: vi.fn(),
  mfaVerify: vi.fn(),
  mfaDisable: vi.fn(),
  renewRecoveryCodes: vi.fn(),
}));

vi.mock('@/components/ui/providers/trpc', () => ({
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
const SECRET = { secret: 'ABCDEFGHIJKLMNOP', qr_code_url: 'otpauth://totp/Tallyleaf:a@b.test?secret=ABCD' };
const CODES = ['AAAA-1111', 'BBBB-2222'];

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.mfaEnable.mockResolvedValue(SECRET);
  calls.mfaVerify.mockResolvedValue({ mfa_enabled: true, recovery_codes: CODES });
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

test('asks before unsaved recovery codes are closed by Escape', async () => {
  const user = userEvent.setup();
  calls.renewRecoveryCodes.mockResolvedValueOnce({ recovery_codes: CODES });
  render(<MfaCard enabled />);
  await user.click(button('Replace recovery codes'));
  await user.click(await screen.findByRole('button', { name: 'Replace codes' }));
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
