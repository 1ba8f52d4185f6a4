'use client';
import { Plug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { ConnectionCard } from './connection-card';
import type { VendorConnection } from './types';

/** Loaded on demand: with the code of forms the page would be beyond its budget. */
const ConnectDialog = lazy(() => import('./connect-dialog').then((m) => ({ default: m.ConnectDialog })));
const ConnectMetrcDialog = lazy(() =>
  import('./metrc-dialog').then((m) => ({ default: m.ConnectMetrcDialog })),
);

/** Connections with other systems, and the health of each. */
export function IntegrationsPage() {
  const { can, entity, isLimited, locations } = useViewer();
  const [connecting, setConnecting] = useState<VendorConnection | 'new' | 'metrc' | null>(null);
  const { data } = trpc.integrations.list.useQuery({ limit: 100 }, { refetchInterval: 15_000 });
  const mayChange = can('update:integrations');
  const movesIn = SELLERS.includes(entity.type) && !isLimited;
  const connections = data?.data ?? [];
  const connected = new Set(connections.map(({ location_id }) => location_id));
  const open = locations.filter(({ id }) => !connected.has(id));
  const close = () => setConnecting(null);
  const connect = mayChange && (
    <div className="flex flex-wrap gap-2">
      {open.length > 0 && <Button onClick={() => setConnecting('metrc')}>Connect Metrc</Button>}
      {movesIn && (
        <Button variant="primary" onClick={() => setConnecting('new')}>
          Connect LeafLink or Distru
        </Button>
      )}
    </div>
  );
  return (
    <div className="max-w-3xl">
      <PageHeader title="Connections" actions={connections.length > 0 && connect} />
      {movesIn && (
        <p className="mb-5 text-muted text-sm">
          Bring your customers, catalog, stock and open orders with you:{' '}
          <Link href="/settings/moving-in" className="rounded-sm text-link underline underline-offset-4">
            Move in
          </Link>
        </p>
      )}
      <div className="flex flex-col gap-5">
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            mayChange={mayChange}
            onReplaceKey={setConnecting}
          />
        ))}
        {data && connections.length === 0 && (
          <EmptyState icon={Plug} title="No connections" action={connect || undefined}>
            Connections with {movesIn ? 'LeafLink, Distru and Metrc' : 'Metrc'} appear here, with their
            health.
          </EmptyState>
        )}
      </div>
      <Suspense>
        {connecting === 'metrc' ? (
          <ConnectMetrcDialog locations={open} onClose={close} />
        ) : (
          connecting && (
            <ConnectDialog connection={connecting === 'new' ? null : connecting} onClose={close} />
          )
        )}
      </Suspense>
    </div>
  );
}
