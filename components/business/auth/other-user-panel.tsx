'use client';
import { Button } from '@/components/ui/base/button';
import { AuthPanel } from './auth-panel';
import { signOut } from './browser-session';
import { TextLink } from './text-link';

/** A link was sent to another user than the one who is signed in. */
export function OtherUserPanel({ email, signedInAs }: { email: string; signedInAs: string }) {
  return (
    <AuthPanel
      title="This invitation is for another user"
      description={`It was sent to ${email}. You are signed in as ${signedInAs}.`}
    >
      <div className="flex flex-col items-start gap-4">
        <Button variant="primary" onClick={() => void signOut(window.location.pathname)}>
          Sign out and continue
        </Button>
        <TextLink href="/">Stay signed in</TextLink>
      </div>
    </AuthPanel>
  );
}
