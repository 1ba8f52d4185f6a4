'use client';
import { showDone } from '@/components/ui/base/toast';
import { EmailField } from '@/components/ui/forms/email-field';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { MailOff } from '@/components/ui/forms/mail-off';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { LocationPicker } from './location-picker';
import { accessFields, InviteValues } from './member-values';
import { RoleField } from './role-field';
import { grantablePlaces, grantableRoles } from './rules';
import type { Place } from './types';

/** Invites a person by email. @param limit the locations that the inviting member is limited to; null for none */
export function InviteDialog({
  places,
  limit,
  onClose,
}: {
  places: readonly Place[];
  limit: readonly string[] | null;
  onClose: () => void;
}) {
  const { user, isMailOff } = useViewer();
  const invite = trpc.entity.team.invite.useMutation();
  const mayGrantAll = limit === null;
  const form = useServerForm({
    schema: InviteValues,
    defaultValues: { email: '', role: 'manager', all: mayGrantAll, locations: [] },
    onSubmit: async ({ email, ...access }) => {
      await invite.mutateAsync({ email, ...accessFields(access) });
      showDone(isMailOff ? 'Invitation saved' : 'Invitation sent', `${email} can join within seven days.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Invite member" submitLabel="Send invitation" size="sm" onClose={onClose}>
      {isMailOff && <MailOff what="the invitation" />}
      <EmailField autoFocus />
      <RoleField roles={grantableRoles(user.role)} />
      <LocationPicker places={grantablePlaces(places, limit)} mayGrantAll={mayGrantAll} />
    </FormDialog>
  );
}
