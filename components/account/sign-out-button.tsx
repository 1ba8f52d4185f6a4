'use client';
import { showError } from '@/components/forms/show-error';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { showDone } from '@/components/ui/toast';
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
