import { AuthPanel } from '@/components/business/auth/auth-panel';
import { TextLink } from '@/components/business/auth/text-link';
import { LinkActPanel } from './link-act-panel';

/** Where the link of a mail leads: ends mails of one kind. */
export function UnsubscribePanel({ token, subject }: { token: string; subject: string | null }) {
  if (subject === null) {
    return (
      <SettingsPanel
        title="This link doesn’t work"
        description="It has expired, or part of it is missing. Sign in to manage your email notifications."
      />
    );
  }
  return (
    <LinkActPanel
      token={token}
      title={`Stop emails: ${subject}`}
      description="They end at once. What you see in the dashboard stays."
      label="Stop these emails"
      failure="Couldn’t unsubscribe"
      done={
        <SettingsPanel
          title="You’re unsubscribed"
          description={`“${subject}” won’t be mailed to you anymore.`}
        />
      }
    />
  );
}

/** Says what is so, and leads to where notifications are managed. */
function SettingsPanel(said: { title: string; description: string }) {
  return (
    <AuthPanel {...said}>
      <p>
        <TextLink href="/settings/notifications">Notification settings</TextLink>
      </p>
    </AuthPanel>
  );
}
