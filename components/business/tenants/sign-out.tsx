'use client';
import { useState } from 'react';
import { signOut } from '@/components/business/auth/browser-session';
import { Button } from '@/components/ui/base/button';
import { showFailure } from '@/components/ui/base/toast';

/** Ends the session of a page without the frame. */
export function SignOut() {
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    try {
      await signOut('/sign-in');
    } catch {
      setPending(false);
      showFailure("Couldn't sign out. Try again.");
    }
  };
  return (
    <div>
      <Button pending={pending} onClick={() => void leave()}>
        Sign out
      </Button>
    </div>
  );
}
