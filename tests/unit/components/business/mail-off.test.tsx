// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ForgotPasswordPanel } from '@/components/business/auth/forgot-password-panel';
import { InviteDialog } from '@/components/business/team/invite-dialog';
import { showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const NOTE = /Mail is off: this server keeps the (link|invitation) in its folder DATA_DIR\/mail/;

test.each([true, false])('says before a password link is requested whether mail is off (%s)', (isMailOff) => {
  render(<ForgotPasswordPanel isMailOff={isMailOff} />);
  expect(screen.queryByText(NOTE) !== null).toBe(isMailOff);
});

test.each([true, false])('says in an invitation whether mail is off (%s)', async (isMailOff) => {
  showPage(<InviteDialog places={[]} limit={null} onClose={() => {}} />, () => ({}), { isMailOff });
  await screen.findByRole('button', { name: 'Send invitation' });
  expect(screen.queryByText(NOTE) !== null).toBe(isMailOff);
});
