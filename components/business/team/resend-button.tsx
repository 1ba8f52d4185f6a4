'use client';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Member } from './types';

/** Sends an invitation again, with a new link. */
export function ResendButton({ member }: { member: Member }) {
  const resend = trpc.entity.team.resend.useMutation();
  const { isMailOff } = useViewer();
  const send = async () => {
    try {
      await resend.mutateAsync({ user_id: member.user_id });
      showDone(
        isMailOff ? 'Mail is off: invitation renewed, not sent' : 'Invitation resent',
        `${member.email} can join within seven days.`,
      );
    } catch (error) {
      await showError("Couldn't send the invitation", error);
    }
  };
  return (
    <Button
      size="sm"
      pending={resend.isPending}
      aria-label={`Resend invitation to ${member.email}`}
      onClick={send}
    >
      Resend
    </Button>
  );
}
