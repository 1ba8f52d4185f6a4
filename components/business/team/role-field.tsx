'use client';
import { useFormContext } from 'react-hook-form';
import { SelectField } from '@/components/ui/forms/fields';
import { ROLE } from './labels';
import type { AccessValues } from './member-values';
import type { Role } from './types';

/** The role of the member in the form around it, with what it may do. */
export function RoleField({ roles }: { roles: readonly Role[] }) {
  const role = useFormContext<AccessValues>().watch('role');
  return (
    <SelectField
      name="role"
      label="Role"
      hint={ROLE[role].may}
      options={roles.map((value) => ({ value, label: ROLE[value].label }))}
    />
  );
}
