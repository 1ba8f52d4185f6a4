'use client';
import { IdCard, Plus, Truck } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { PageHeader } from '@/components/ui/base/page-header';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { typed } from '@/components/ui/data-table/values';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { DRIVER, VEHICLE } from '@/server/features/orders/fleet/typed.schema';
import { FLEET } from './list-input';
import type { Driver, Vehicle } from './types';

const DriverDialog = lazy(() => import('./add-dialogs').then((m) => ({ default: m.DriverDialog })));
const VehicleDialog = lazy(() => import('./add-dialogs').then((m) => ({ default: m.VehicleDialog })));

const driver = columnsOf<Driver>();
const vehicle = columnsOf<Vehicle>();

/** Whether it can be named on a shipment, and the button that changes it. */
function Activity({ name, active, onChange }: { name: string; active: boolean; onChange: () => void }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge>{active ? 'Active' : 'Inactive'}</Badge>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
        onClick={onChange}
      >
        {active ? 'Deactivate' : 'Activate'}
      </Button>
    </span>
  );
}

/** Who drives the deliveries of the business, and with what: the manifest of a shipment names both. */
export function FleetPage() {
  const [adding, setAdding] = useState<'driver' | 'vehicle' | null>(null);
  const onError = (error: unknown) => void showError('Not changed', error);
  const { mutate: changeDriver } = trpc.drivers.update.useMutation({ onError });
  const { mutate: changeVehicle } = trpc.vehicles.update.useMutation({ onError });
  const drivers = useMemo(
    () =>
      driver.columns([
        driver.accessor('name', { ...typed(DRIVER.name), meta: { rowHeader: true } }),
        driver.accessor('license_number', typed(DRIVER.license_number)),
        driver.accessor('phone', typed(DRIVER.phone)),
        driver.display({
          id: 'active',
          header: 'Status',
          meta: { card: 'actions' },
          cell: ({ row: { original } }) => (
            <Activity
              name={original.name}
              active={original.active}
              onChange={() => changeDriver({ id: original.id, active: !original.active })}
            />
          ),
        }),
      ]),
    [changeDriver],
  );
  const vehicles = useMemo(
    () =>
      vehicle.columns([
        vehicle.accessor(({ make, model }) => `${make} ${model}`, {
          id: 'name',
          header: 'Vehicle',
          meta: { rowHeader: true },
        }),
        vehicle.accessor('plate', typed(VEHICLE.plate)),
        vehicle.display({
          id: 'active',
          header: 'Status',
          meta: { card: 'actions' },
          cell: ({ row: { original } }) => (
            <Activity
              name={`${original.make} ${original.model}`}
              active={original.active}
              onChange={() => changeVehicle({ id: original.id, active: !original.active })}
            />
          ),
        }),
      ]),
    [changeVehicle],
  );
  const add = (what: 'driver' | 'vehicle') => (
    <Button size="sm" onClick={() => setAdding(what)}>
      <Plus aria-hidden />
      Add {what}
    </Button>
  );
  return (
    <>
      <PageHeader title="Drivers and vehicles" />
      <div className="flex flex-col gap-8">
        <ListSection
          title="Drivers"
          actions={(total) => total > 0 && add('driver')}
          procedure={trpc.drivers.list}
          input={FLEET}
          columns={drivers}
          rowLabel={({ name }) => name}
          empty={
            <EmptyState icon={IdCard} title="No drivers yet" action={add('driver')}>
              Add the people who deliver your orders. Manifests name the driver.
            </EmptyState>
          }
        />
        <ListSection
          title="Vehicles"
          actions={(total) => total > 0 && add('vehicle')}
          procedure={trpc.vehicles.list}
          input={FLEET}
          columns={vehicles}
          rowLabel={({ plate }) => plate}
          empty={
            <EmptyState icon={Truck} title="No vehicles yet" action={add('vehicle')}>
              Add your delivery vehicles. Manifests list make, model and plate.
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {adding === 'driver' && <DriverDialog onClose={() => setAdding(null)} />}
        {adding === 'vehicle' && <VehicleDialog onClose={() => setAdding(null)} />}
      </Suspense>
    </>
  );
}
