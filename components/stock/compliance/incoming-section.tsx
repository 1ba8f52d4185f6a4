'use client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { openPackages, transferName } from './incoming';
import type { Transfer } from './types';

const AcceptDialog = lazy(() => import('./accept-dialog').then((m) => ({ default: m.AcceptDialog })));

const INPUT = { direction: 'incoming', limit: 20 } as const;
const column = columnsOf<Transfer>();

/** Deliveries to the business that the state knows of, and taking in what they brought. */
export function IncomingSection({ locations }: { locations: ReadonlyArray<{ id: string; name: string }> }) {
  const { can } = useViewer();
  const mayAccept = can('update:compliance');
  const [accepting, setAccepting] = useState<string | null>(null);
  const columns = useMemo(() => {
    const nameOf = (id: string) => locations.find((one) => one.id === id)?.name ?? 'Closed location';
    return [
      ...column.columns([
        column.accessor('manifest_number', {
          header: 'Manifest',
          meta: { rowHeader: true },
          cell: ({ getValue }) => getValue() ?? UNKNOWN,
        }),
        column.accessor(({ shipper }) => shipper.name ?? shipper.license_number ?? UNKNOWN, {
          id: 'shipper',
          header: 'Shipper',
        }),
        column.accessor(({ location_id }) => nameOf(location_id), { id: 'location', header: 'Location' }),
        column.accessor(({ packages }) => packages.length, {
          id: 'packages',
          header: 'Packages',
          meta: { align: 'right' },
        }),
        column.display({
          id: 'state',
          header: 'Status',
          meta: { card: 'badge' },
          cell: ({ row: { original } }) => <StateBadge transfer={original} />,
        }),
      ]),
      actionsColumn<Transfer>((transfer) =>
        mayAccept && openPackages(transfer).length > 0 ? (
          <Button
            size="sm"
            aria-label={`Accept ${transferName(transfer)}`}
            onClick={() => setAccepting(transfer.id)}
          >
            Accept
          </Button>
        ) : null,
      ),
    ];
  }, [locations, mayAccept]);
  return (
    <>
      <ListSection
        title="Incoming transfers"
        procedure={trpc.compliance.transfers}
        input={INPUT}
        columns={columns}
        rowLabel={transferName}
        empty="Deliveries to your connected locations that Metrc lists appear here."
      />
      <Suspense>
        {accepting && (
          <AcceptDialog id={accepting} locations={locations} onClose={() => setAccepting(null)} />
        )}
      </Suspense>
    </>
  );
}

function StateBadge({ transfer }: { transfer: Transfer }) {
  const open = openPackages(transfer).length;
  if (transfer.voided) return <Badge tone="neutral">Voided</Badge>;
  if (open === 0) return <Badge tone="success">Accepted</Badge>;
  if (open < transfer.packages.length) return <Badge tone="progress">Partly accepted</Badge>;
  return <Badge tone="info">{transfer.received_at ? 'Received in Metrc' : 'On its way'}</Badge>;
}
