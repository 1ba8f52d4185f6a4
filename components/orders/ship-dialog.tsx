'use client';
import * as z from 'zod/mini';
import { fromLocalInput } from '@/components/business/webhooks/since';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { zoneName } from '@/server/kernel/delivery-window';
import type { Order } from './types';

const ShipValues = z.object({
  driver_id: z.string(),
  vehicle_id: z.string(),
  departs_at: z.string(),
  arrives_at: z.string(),
});
const NONE = { value: '', label: 'None' };

/** Ships an order with its driver, vehicle and times, which the manifest states. */
export function ShipDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { timezone } = useViewer().entity;
  const drivers = trpc.drivers.list.useQuery({ active: true, limit: 500 });
  const { data: manifest } = trpc.orders.manifest.useQuery({ id: order.id });
  const hours = manifest?.receiver.premises[0]?.receiving_hours;
  const vehicles = trpc.vehicles.list.useQuery({ active: true, limit: 500 });
  const zone = `${zoneName(timezone)}.`;
  const ship = trpc.orders.updateStatus.useMutation();
  const form = useServerForm({
    schema: ShipValues,
    defaultValues: { driver_id: '', vehicle_id: '', departs_at: '', arrives_at: '' },
    onSubmit: async (values) => {
      await ship.mutateAsync({
        id: order.id,
        status: 'shipped',
        ...(values.driver_id && { driver_id: values.driver_id }),
        ...(values.vehicle_id && { vehicle_id: values.vehicle_id }),
        ...(values.departs_at && { departs_at: fromLocalInput(values.departs_at, timezone)?.toISOString() }),
        ...(values.arrives_at && { arrives_at: fromLocalInput(values.arrives_at, timezone)?.toISOString() }),
      });
      showDone(`${order.order_number} shipped`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Ship ${order.order_number}`}
      description={`To ${order.retailer.name}. The manifest names the driver and the vehicle.`}
      submitLabel="Mark shipped"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="driver_id"
          label="Driver"
          options={[NONE, ...(drivers.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <SelectField
          name="vehicle_id"
          label="Vehicle"
          options={[
            NONE,
            ...(vehicles.data?.data ?? []).map(({ id, make, model, plate }) => ({
              value: id,
              label: `${make} ${model} · ${plate}`,
            })),
          ]}
        />
        <TextField
          name="departs_at"
          label="Departure"
          type="datetime-local"
          hint={`${zone} Now when empty.`}
        />
        <TextField
          name="arrives_at"
          label="Estimated arrival"
          type="datetime-local"
          hint={hours ? `${zone} Receiving hours: ${hours}` : zone}
        />
      </div>
      {drivers.data?.data.length === 0 && vehicles.data?.data.length === 0 && (
        <p className="text-muted text-sm">
          No drivers or vehicles yet.{' '}
          <Link href="/settings/fleet" className="text-link hover:underline">
            Add them in the settings
          </Link>
          .
        </p>
      )}
    </FormDialog>
  );
}
