'use client';
import { SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import { Group } from './group';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
  { value: 'cultivator', label: 'Cultivator' },
] as const;

export function BusinessGroup({ title }: { title: string }) {
  return (
    <Group title={title}>
      <TextField name="name" label="Name" autoComplete="organization" />
      <SelectField name="type" label="Type" options={TYPES} />
      <TextField name="legal_name" label="Legal name" autoComplete="off" fieldClassName="sm:col-span-2" />
      <TextField name="license_number" label="License number" autoComplete="off" />
      <TextField name="license_expiry" label="License expires (optional)" type="date" autoComplete="off" />
    </Group>
  );
}
