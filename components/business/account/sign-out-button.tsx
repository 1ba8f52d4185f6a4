'use client';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { deviceOf } from '@/server/kernel/device';
import type { Session } from './types';

/** Ends another session of the member. */
export function SignOutButton({ session }: { session: Session }) {
  const end = trpc.auth.endSession.useMutation();
  const device = deviceOf(session.user_agent);
  const signOut = async () => {
    try {
      await end.mutateAsync({ id: session.id });
      showDone(`Signed out ${device}`);
    } catch (error) {
      await showError("Couldn't sign out", error);
    }
  };
  return (
    <Button
      size="sm"
      pending={end.isPending}
      aria-label={`Sign out ${device}, ${session.address}`}
      onClick={() => void signOut()}
    >
      Sign out
    </Button>
  );
}
