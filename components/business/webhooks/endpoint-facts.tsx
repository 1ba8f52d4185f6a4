'use client';
import { KeyRound, Trash } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Endpoint } from './types';

const RotateDialog = lazy(() => import('./rotate-dialog').then((m) => ({ default: m.RotateDialog })));
const DeleteDialog = lazy(() => import('./delete-dialog').then((m) => ({ default: m.DeleteDialog })));

/** What an endpoint is, its secret and its end, beside its deliveries. */
export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const [dialog, setDialog] = useState<'rotate' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title="Endpoint">
        <DefinitionList
          items={[
            { term: 'URL', value: <span className="wrap-anywhere">{endpoint.url}</span> },
            { term: 'Description', value: endpoint.description ?? UNKNOWN },
            { term: 'Events', value: <Events names={endpoint.events} /> },
            { term: 'Requests', value: requestsOf(endpoint) },
            ...(endpoint.filter?.fields
              ? [{ term: 'Only when these change', value: endpoint.filter.fields.join(', ') }]
              : []),
            { term: 'Added', value: <DateTime value={endpoint.created_at} timezone={timezone} /> },
            { term: 'Last changed', value: <DateTime value={endpoint.updated_at} timezone={timezone} /> },
          ]}
        />
      </Card>
      {can('update:webhooks') && (
        <Card title="Signing secret">
          <p className="mb-3 text-muted">
            Signs each delivery per Standard Webhooks. It was shown once; to get a new one, rotate it.
          </p>
          <Button size="sm" onClick={() => setDialog('rotate')}>
            <KeyRound aria-hidden />
            Rotate secret
          </Button>
        </Card>
      )}
      {can('delete:webhooks') && (
        <Card title="Delete">
          <p className="mb-3 text-muted">Deletes the endpoint and its deliveries.</p>
          <Button size="sm" onClick={() => setDialog('delete')} className="text-destructive">
            <Trash aria-hidden />
            Delete endpoint
          </Button>
        </Card>
      )}
      <Suspense>
        {dialog === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} />}
        {dialog === 'delete' && <DeleteDialog endpoint={endpoint} onClose={close} />}
      </Suspense>
    </div>
  );
}

const requestsOf = ({ batch }: Endpoint) =>
  batch ? `Up to ${batch.max_events} events, within ${batch.max_wait_seconds} s` : 'One event per request';

function Events({ names }: { names: readonly string[] }) {
  if (names.includes('*')) return 'All events';
  return (
    <ul>
      {names.map((name) => (
        <li key={name} className="break-all font-mono text-xs leading-5">
          {name}
        </li>
      ))}
    </ul>
  );
}
