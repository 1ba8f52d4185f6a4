import type { Letter } from '../../../platform/mail/letter';

export const resetLetter = (
  { name, business }: { name: string; business: string },
  token: string,
): Letter => ({
  subject: 'Choose a new password',
  business,
  name,
  body: <p>We received a request to reset the password of your Tallyleaf account.</p>,
  action: { label: 'Choose a new password', path: `/reset-password/${token}` },
  after: (
    <p>
      The link works once, within one hour. If you didn't request it, ignore this email: your password won't
      change.
    </p>
  ),
});
