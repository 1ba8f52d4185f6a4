'use client';
import { showError } from '@/components/forms/show-error';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { showDone } from '@/components/ui/toast';
import { nameOf } from './labels';
import type { Member } from './types';

/** Signs a member out everywhere: of a lost phone or a shared computer, for instance. */
export function EndSessionsButton({ member }: { member: Member }) {
  const end = trpc.entity.team.endSessions.useMutation();
  const act = async () => {
    try {
      await end.mutateAsync({ user_id: member.user_id });
      showDone('Sessions ended', `${nameOf(member)} can sign in again.`);
    } catch (error) {
      await showError("Couldn't end the sessions", error);
    }
  };
  return (
    <div>
      <Button size="sm" pending={end.isPending} onClick={act}>
        Sign out everywhere
      </Button>
      <p className="mt-1 text-muted text-sm">Ends all sessions of this member. Unsaved changes here stay.</p>
    </div>
  );
}
