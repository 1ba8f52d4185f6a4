'use client';
import * as z from 'zod/mini';
import { EmailField } from '@/components/ui/forms/email-field';
import { faultsOf } from '@/components/ui/forms/failure';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { MailOff } from '@/components/ui/forms/mail-off';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Customer } from './types';
import { inviteError, useInvite } from './use-invite';

const Values = z.object({ email: z.string().check(z.trim(), z.email('Enter an email address')) });

/** Invites a business by email: one of its customers, to manage its own profile, or any to become a customer or supplier. */
export function InviteDialog({
  customer,
  as = 'customer',
  onClose,
}: {
  /** One that isn't on board; absent for a business that isn't a customer yet. */
  customer?: Pick<Customer, 'id' | 'name' | 'contact'>;
  as?: 'customer' | 'supplier';
  onClose: () => void;
}) {
  const { isMailOff } = useViewer();
  const invite = useInvite(as);
  const form = useServerForm({
    schema: Values,
    defaultValues: { email: customer?.contact?.email ?? '' },
    onSubmit: async ({ email }) => {
      await invite(email, customer?.id);
      onClose();
    },
    onError: (error) => faultsOf(error).length === 0 && inviteError(error),
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={customer ? `Invite ${customer.name}` : `Invite ${as}`}
      description={
        customer
          ? 'They can sign in, manage their profile and order from you. Past orders stay.'
          : `The business signs up or signs in with the link in the email, and ${as === 'customer' ? 'can then order from you' : 'you can then order from it'}.`
      }
      submitLabel="Send invitation"
      onClose={onClose}
    >
      {isMailOff && <MailOff what="the invitation" />}
      <EmailField />
    </FormDialog>
  );
}
