'use client';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
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
