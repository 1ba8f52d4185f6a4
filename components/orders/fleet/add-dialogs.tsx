'use client';
import { showDone } from '@/components/ui/base/toast';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { noneOf, typedValues } from '@/components/ui/forms/typed';
import { TypedFields } from '@/components/ui/forms/typed-fields';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { DRIVER, VEHICLE } from '@/server/features/orders/fleet/typed.schema';

const DriverValues = typedValues(DRIVER);
const VehicleValues = typedValues(VEHICLE);

/** Adds a driver. */
export function DriverDialog({ onClose }: { onClose: () => void }) {
  const add = trpc.drivers.create.useMutation();
  const form = useServerForm({
    schema: DriverValues,
    defaultValues: noneOf(DRIVER),
    onSubmit: async ({ phone, ...values }) => {
      await add.mutateAsync({ ...values, phone: phone || null });
      showDone(`${values.name} added`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Add driver" size="sm" submitLabel="Add driver" onClose={onClose}>
      <TypedFields of={DRIVER} />
    </FormDialog>
  );
}

/** Adds a vehicle. */
export function VehicleDialog({ onClose }: { onClose: () => void }) {
  const add = trpc.vehicles.create.useMutation();
  const form = useServerForm({
    schema: VehicleValues,
    defaultValues: noneOf(VEHICLE),
    onSubmit: async (values) => {
      await add.mutateAsync(values);
      showDone(`${values.make} ${values.model} added`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Add vehicle" size="sm" submitLabel="Add vehicle" onClose={onClose}>
      <TypedFields of={VEHICLE} />
    </FormDialog>
  );
}
