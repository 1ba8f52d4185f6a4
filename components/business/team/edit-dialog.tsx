'use client';
import { useState } from 'react';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EndSessionsButton } from './end-sessions-button';
import { nameOf, ROLE } from './labels';
import { LocationPicker } from './location-picker';
import { AccessValues, accessFields, accessValues } from './member-values';
import { RoleField } from './role-field';
import { grantablePlaces, grantableRoles } from './rules';
import type { Member, Place } from './types';

/** Changes a member's or an invitation's role and locations. @param limit as in InviteDialog */
export function EditDialog({
  member,
  places,
  limit,
  onClose,
}: {
  member: Member;
  places: readonly Place[];
  limit: readonly string[] | null;
  onClose: () => void;
}) {
  const { role, email } = useViewer().user;
  const isSelf = member.status === 'active' && member.email === email;
  // What the form began with: the member below may be refetched meanwhile.
  const [before] = useState(() => accessValues(member));
  const update = trpc.entity.team.update.useMutation();
  const form = useServerForm({
    schema: AccessValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const patch = changedFields(accessFields(before), accessFields(values));
      // Without a location left, "all" is no change of the empty list.
      if (values.all !== before.all) patch.locations = accessFields(values).locations;
      if (Object.keys(patch).length > 0) {
        await update.mutateAsync({ user_id: member.user_id, ...patch });
        showDone('Access saved', nameOf(member));
      }
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${nameOf(member)}`}
      description="Takes effect at the member's next request."
      submitLabel="Save"
      size="sm"
      onClose={onClose}
    >
      {isSelf ? (
        <DefinitionList
          items={[{ term: 'Role', value: `${ROLE[member.role].label}. You can't change your own role.` }]}
        />
      ) : (
        <RoleField roles={grantableRoles(role)} />
      )}
      <LocationPicker places={grantablePlaces(places, limit)} mayGrantAll={limit === null} />
      {member.status === 'active' && !isSelf && <EndSessionsButton member={member} />}
    </FormDialog>
  );
}
