'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';

const VehicleValues = z.object({
  make: z.string().check(z.trim(), z.minLength(1, 'Enter the make.'), z.maxLength(100)),
  model: z.string().check(z.trim(), z.minLength(1, 'Enter the model.'), z.maxLength(100)),
  plate: z.string().check(z.trim(), z.minLength(1, 'Enter the license plate.'), z.maxLength(20)),
});

/** Adds a vehicle. */
export function VehicleDialog({ onClose }: { onClose: () => void }) {
  const add = trpc.vehicles.create.useMutation();
  const form = useServerForm({
    schema: VehicleValues,
    defaultValues: { make: '', model: '', plate: '' },
    onSubmit: async (values) => {
      await add.mutateAsync(values);
      showDone(`${values.make} ${values.model} added`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Add vehicle" size="sm" submitLabel="Add vehicle" onClose={onClose}>
      <TextField name="make" label="Make" required maxLength={100} />
      <TextField name="model" label="Model" required maxLength={100} />
      <TextField name="plate" label="License plate" required maxLength={20} autoComplete="off" />
    </FormDialog>
  );
}
