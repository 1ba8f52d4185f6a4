'use client';
import { Plug, PlugZap, Unplug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ROOM } from '@/components/stock/inventory/labels';
import { SyncBadge } from '@/components/stock/pos/syncs/status-badge';
import { Button } from '@/components/ui/base/button';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { Skeleton } from '@/components/ui/base/skeleton';
import { DateTime } from '@/components/ui/date-time';
import { formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { AUTH, PROVIDER } from './labels';
import type { Connection } from './types';

// Once a test was asked for.
const TestOutcome = lazy(() => import('./test-outcome').then((m) => ({ default: m.TestOutcome })));
const ConnectionDialog = lazy(() =>
  import('./connection-dialog').then((m) => ({ default: m.ConnectionDialog })),
);
const DisconnectDialog = lazy(() =>
  import('./disconnect-dialog').then((m) => ({ default: m.DisconnectDialog })),
);

const POLL_MS = 15_000;
const linkStyle = 'rounded-sm text-link underline-offset-4 hover:underline';

/** The open dialog; a form keeps the connection that it was opened for. */
type Opened = 'disconnect' | { edited: Connection | null } | null;

/** The POS of one location: its connection, whether it responds, and how to change it. */
export function LocationCard({ location }: { location: { id: string; name: string } }) {
  const [dialog, setDialog] = useState<Opened>(null);
  const query = trpc.inventory.pos.get.useQuery({ id: location.id }, { refetchInterval: POLL_MS });
  const test = trpc.inventory.pos.test.useMutation();
  const failure = failureOf(query.error);
  // A query that failed has neither data nor error while it is fetched again: the last result stays until then.
  const [none, setNone] = useState(false);
  const isNone = failure?.code === 'NOT_FOUND';
  if (!query.isFetching && none !== isNone) setNone(isNone);
  const connection = none ? null : query.data;
  const close = () => setDialog(null);
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{location.name}</h3>
        <div className="flex flex-wrap gap-2">
          {none && (
            <Button
              size="sm"
              aria-label={`Connect ${location.name}`}
              onClick={() => setDialog({ edited: null })}
            >
              <Plug aria-hidden />
              Connect
            </Button>
          )}
          {connection && (
            <>
              <Button
                size="sm"
                pending={test.isPending}
                aria-label={`Test connection of ${location.name}`}
                onClick={() => test.mutate({ id: location.id })}
              >
                {!test.isPending && <PlugZap aria-hidden />}
                Test connection
              </Button>
              <Button
                size="sm"
                aria-label={`Change ${location.name}`}
                onClick={() => setDialog({ edited: connection })}
              >
                Change
              </Button>
              <Button
                size="sm"
                className="text-destructive"
                aria-label={`Disconnect ${location.name}`}
                onClick={() => setDialog('disconnect')}
              >
                <Unplug aria-hidden />
                Disconnect
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-3">
        {none && <p className="text-muted">No POS connected.</p>}
        {connection && <Facts connection={connection} />}
        <Suspense>
          {connection && test.data && !test.isPending && <TestOutcome result={test.data} />}
        </Suspense>
        <FormAlert message={errorTextOf(test.error)} />
        {connection === undefined &&
          (query.error ? (
            <ErrorPanel
              heading="p"
              message={failure?.message}
              requestId={failure?.requestId}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <Skeleton className="h-24 w-full" />
          ))}
      </div>
      <Suspense>
        {dialog !== null && dialog !== 'disconnect' && (
          <ConnectionDialog
            location={location}
            connection={dialog.edited}
            onClose={close}
            onSaved={() => {
              close();
              test.reset();
            }}
          />
        )}
        {dialog === 'disconnect' && <DisconnectDialog location={location} onClose={close} />}
      </Suspense>
    </li>
  );
}

function Facts({ connection }: { connection: Connection }) {
  const { timezone } = useViewer().entity;
  const { provider, auth, last_sync, next_sync_at, failures, unmatched_count } = connection;
  const config = connection.provider === 'simulator' ? null : connection.config;
  return (
    <DefinitionList
      columns={2}
      items={[
        {
          term: 'POS',
          value: connection.simulator ? `${PROVIDER[provider].label} (simulator)` : PROVIDER[provider].label,
        },
        {
          term: 'Last sync',
          value: last_sync ? (
            <Link
              href={`/inventory/syncs?run=${last_sync.id}`}
              className={`inline-flex flex-wrap items-center gap-2 ${linkStyle}`}
            >
              <SyncBadge run={last_sync} />
              <DateTime value={last_sync.created_at} timezone={timezone} relative />
            </Link>
          ) : (
            'Never'
          ),
        },
        ...(config
          ? [
              { term: 'Address', value: <span className="wrap-anywhere">{config.base_url}</span> },
              {
                term: 'Location ID in the POS',
                value: <span className="wrap-anywhere">{config.location_id}</span>,
              },
              { term: 'Room', value: ROOM[config.room_type] },
              { term: 'Credentials', value: auth === 'none' ? 'None' : `${AUTH[auth]}, never shown again` },
            ]
          : []),
        {
          term: 'Next scheduled sync',
          value: next_sync_at ? <DateTime value={next_sync_at} timezone={timezone} /> : 'Manual only',
        },
        ...(failures > 0
          ? [{ term: 'Consecutive failures', value: formatCount(failures, 'sync', 'syncs') }]
          : []),
        ...(unmatched_count > 0
          ? [
              {
                term: 'Unmatched',
                value: (
                  <Link
                    href={`/inventory/syncs?location_id=${connection.location_id}#unmatched`}
                    className={linkStyle}
                  >
                    {formatCount(unmatched_count, 'item')} to map
                  </Link>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
