// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SignInRules } from '@/components/business/account/sign-in-rules';
import type { Entity } from '@/components/business/account/types';
import { showPage } from '../../../setup/browser-page';

const RULES = { require_mfa: false, mfa_grace_days: 7, session_days: 30, session_idle_hours: 336 };

afterEach(cleanup);

async function showRules() {
  const entity = { settings: RULES } as Entity;
  const { calls, user } = showPage(<SignInRules first={entity} />, () => entity);
  expect(screen.getByText('A second factor is up to each member.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change rules' }));
  await screen.findByRole('button', { name: 'Save rules' });
  const fill = async (label: string, value: string) => {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save rules' }));
  return { user, fill, save, saved: () => calls.filter(({ path }) => path === 'entity.update') };
}

test('saves the rules of a business as numbers of days and hours', async () => {
  const { user, fill, save, saved } = await showRules();
  await user.click(screen.getByRole('checkbox', { name: 'Require a second factor' }));
  await fill('Time to set one up', '0');
  await fill('Sign out after', '1');
  await fill('Sign out without use after', '12');
  await save();
  await waitFor(() => expect(saved()).toHaveLength(1));
  const settings = { require_mfa: true, mfa_grace_days: 0, session_days: 1, session_idle_hours: 12 };
  expect(saved()[0]?.input).toEqual({ settings });
});

test.each([
  ['Time to set one up', '31', 'Enter 0 to 30 days'],
  ['Sign out after', '0', 'Enter 1 to 30 days'],
  ['Sign out without use after', '337', 'Enter 1 to 336 hours'],
  ['Sign out without use after', '', 'Enter 1 to 336 hours'],
])('says what %s can be when %j is entered, and sends nothing', async (label, value, message) => {
  const { fill, saved } = await showRules();
  await fill(label, `${value}{Enter}`);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(saved()).toEqual([]);
});

test('keeps a number out of range at its field when saving is pressed, and stores no other', async () => {
  const { fill, save, saved } = await showRules();
  await fill('Sign out after', '45');
  await save();
  expect(await screen.findByText('Enter 1 to 30 days')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Sign out after').value).toBe('45');
  expect(saved()).toEqual([]);
});
