'use client';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { reasonOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

/** Invites a business as a customer or supplier; accepting claims the customer that is named. Rejects with the server's error. */
export function useInvite(as: 'customer' | 'supplier' = 'customer') {
  const { isMailOff } = useViewer();
  const invite = trpc.businessInvitations.invite.useMutation();
  return async (email: string, customerId?: string) => {
    await invite.mutateAsync({ email, as, ...(customerId && { customer_id: customerId }) });
    showDone(isMailOff ? 'Invitation saved' : 'Invitation sent', `${email} can accept it within seven days.`);
  };
}

/** Why an invitation wasn't sent. */
export const inviteError = (error: unknown): string =>
  reasonOf(error) === 'already_invited'
    ? 'You invited this address in the last seven days. Revoke that invitation under Requests first.'
    : errorText(error);
