'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';

const DriverValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(200)),
  license_number: z.string().check(z.trim(), z.minLength(1, 'Enter the license number.'), z.maxLength(100)),
  phone: z.string().check(z.trim(), z.maxLength(50)),
});

/** Adds a driver. */
export function DriverDialog({ onClose }: { onClose: () => void }) {
  const add = trpc.drivers.create.useMutation();
  const form = useServerForm({
    schema: DriverValues,
    defaultValues: { name: '', license_number: '', phone: '' },
    onSubmit: async ({ phone, ...values }) => {
      await add.mutateAsync({ ...values, ...(phone && { phone }) });
      showDone(`${values.name} added`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Add driver" size="sm" submitLabel="Add driver" onClose={onClose}>
      <TextField name="name" label="Full name" required maxLength={200} autoComplete="off" />
      <TextField name="license_number" label="Driver's license" required maxLength={100} autoComplete="off" />
      <TextField name="phone" label="Phone" type="tel" maxLength={50} autoComplete="off" />
    </FormDialog>
  );
}
