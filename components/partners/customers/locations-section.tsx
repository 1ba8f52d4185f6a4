'use client';
import { MapPin, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { AddressCell } from '@/components/business/locations/address-cell';
import { ActiveBadge } from '@/components/ui/base/active-badge';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Section } from '@/components/ui/base/section';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { UNKNOWN } from '@/components/ui/format';
import type { Customer, CustomerLocation } from './types';

const CustomerLocationDialog = lazy(() =>
  import('./location-dialog').then((m) => ({ default: m.CustomerLocationDialog })),
);

const column = columnsOf<CustomerLocation>();
const FACTS = column.columns([
  column.accessor('name', {
    header: 'Location',
    meta: { rowHeader: true },
    cell: (info) => <span className="wrap-anywhere font-medium">{info.getValue()}</span>,
  }),
  column.accessor('address', {
    header: 'Address',
    cell: (info) => <AddressCell {...info.getValue()} />,
  }),
  column.accessor('license_number', {
    header: 'License',
    cell: (info) => info.getValue() ?? UNKNOWN,
  }),
  column.accessor('active', {
    header: 'State',
    meta: { card: 'badge' },
    cell: (info) => <ActiveBadge active={info.getValue()} />,
  }),
]);

/** Where a customer receives goods. @param editable for one that the seller manages, to those who may */
export function LocationsSection({ customer, editable }: { customer: Customer; editable: boolean }) {
  const [dialog, setDialog] = useState<CustomerLocation | 'add' | null>(null);
  const columns = useMemo(
    () =>
      editable
        ? [
            ...FACTS,
            actionsColumn<CustomerLocation>((original) => (
              <Button size="sm" aria-label={`Edit ${original.name}`} onClick={() => setDialog(original)}>
                Edit
              </Button>
            )),
          ]
        : FACTS,
    [editable],
  );
  return (
    <Section
      title="Locations"
      intro={
        editable || customer.status === 'unclaimed'
          ? undefined
          : `${customer.name} is on board and manages its locations itself.`
      }
      actions={
        editable && (
          <Button onClick={() => setDialog('add')}>
            <Plus aria-hidden />
            Add location
          </Button>
        )
      }
    >
      <DataTable
        caption={`Locations of ${customer.name}`}
        columns={columns}
        rows={customer.locations}
        getRowId={(location) => location.id}
        rowLabel={(location) => location.name}
        page={1}
        pagination={null}
        shortcuts={false}
        refetching={false}
        error={null}
        empty={
          <EmptyState icon={MapPin} title="No locations">
            Locations appear here while you are connected with this customer.
          </EmptyState>
        }
      />
      <Suspense>
        {dialog && (
          <CustomerLocationDialog
            customerId={customer.id}
            location={dialog === 'add' ? null : dialog}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </Section>
  );
}
