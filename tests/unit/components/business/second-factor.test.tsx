// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SecondFactorPanel } from '@/components/business/account/second-factor-panel';
import { pageOf } from '../../../setup/browser-page';

const VIEWER = {
  user: { name: 'Sam', email: 'sam@shop.example', role: 'viewer' },
  entity: { id: 'e', name: 'Redwood', type: 'wholesaler', timezone: 'America/Los_Angeles' },
  permissions: [],
  isLimited: false,
  locations: [],
  isMailOff: false,
} as const;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The page of a member whose second factor the server says is due at a time, or not. */
function showPanel(restricted: 'enroll' | 'confirm' | null, due: string | null = null) {
  const answers: Record<string, unknown> = {
    'auth.me': { mfa_enabled: due === null, second_factor_due: due },
    'auth.passkeys.list': pageOf([]),
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, window.location.href);
    const paths = decodeURIComponent(pathname.slice('/api/trpc/'.length)).split(',');
    return Response.json(paths.map((path) => ({ result: { data: answers[path] } })));
  });
  render(<SecondFactorPanel restricted={restricted} viewer={VIEWER} />);
}

const button = (name: string) => screen.queryByRole('button', { name });
const onward = () => screen.queryByRole('link', { name: 'Continue to Tallyleaf' });

test('leaves a member without the required factor to set one up or to sign out', async () => {
  showPanel('enroll', '2026-11-01T00:00:00.000Z');
  expect(await screen.findByText("You haven't added a passkey yet.")).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeTruthy();
  expect(button('Add passkey')).toBeTruthy();
  expect(button('Turn on two-factor authentication')).toBeTruthy();
  expect(button('Sign out')).toBeTruthy();
  expect(onward()).toBeNull();
});

test('leads on as soon as the factor is set up', async () => {
  showPanel('enroll');
  expect(await screen.findByText("You haven't added a passkey yet.")).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Continue to Tallyleaf' })).toHaveProperty('pathname', '/');
  expect(button('Sign out')).toBeNull();
});

test('leads on a member of whom nothing is required', async () => {
  showPanel(null);
  expect(await screen.findByText("You haven't added a passkey yet.")).toBeTruthy();
  expect(onward()).toBeTruthy();
});

test('asks a member who has a factor to show it, and offers no other', () => {
  showPanel('confirm');
  expect(screen.getByRole('heading', { level: 1, name: "Confirm it's you" })).toBeTruthy();
  expect(button('Use a passkey')).toBeTruthy();
  expect(button('Sign out')).toBeTruthy();
  expect(button('Add passkey')).toBeNull();
});

test('leads on in a suspended business, to which the profile closes with the factor', async () => {
  const data = { code: 'FORBIDDEN', details: { reason: 'business_suspended' }, requestId: null };
  vi.stubGlobal('fetch', async () =>
    Response.json([{ error: { code: -32003, message: 'Suspended', data } }], { status: 403 }),
  );
  render(<SecondFactorPanel restricted="enroll" viewer={VIEWER} />);
  expect(await screen.findByRole('link', { name: 'Continue to Tallyleaf' })).toBeTruthy();
});
