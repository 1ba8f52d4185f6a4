'use client';
import { useState } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { nameOf } from './labels';
import type { Member } from './types';

/** Removes a member, or revokes an invitation. */
export function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = trpc.entity.team.remove.useMutation();
  const invited = member.status === 'invited';
  const [revokes, setRevokes] = useState(true);
  const confirm = async () => {
    await remove.mutateAsync({
      user_id: member.user_id,
      keys: revokes && !invited ? 'revoke' : 'keep',
    });
    showDone(invited ? 'Invitation revoked' : 'Member removed', nameOf(member));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={invited ? `Revoke invitation to ${member.email}?` : `Remove ${nameOf(member)}?`}
      description={
        invited
          ? 'The link in the email stops working. You can invite this address again.'
          : 'Their sessions and their own API keys end immediately. What they did stays in history.'
      }
      confirmLabel={invited ? 'Revoke invitation' : 'Remove member'}
      cancelLabel={invited ? 'Keep invitation' : 'Keep member'}
      onConfirm={confirm}
    >
      {!invited && (
        <label htmlFor="revoke-keys" className="flex items-center gap-2">
          <Checkbox id="revoke-keys" checked={revokes} onCheckedChange={setRevokes} />
          Revoke the API keys of your business that they created or rotated
        </label>
      )}
      <FormAlert message={errorTextOf(remove.error)} />
    </ConfirmDialog>
  );
}
