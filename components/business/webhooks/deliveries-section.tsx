'use client';
import { Inbox, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { showDone } from '@/components/ui/base/toast';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListBar } from '@/components/ui/data-table/list-page';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { deliveriesList, STATUS_OPTIONS } from './deliveries-list';
import { deliveryColumns, deliveryName } from './delivery-columns';
import { pollInterval } from './poll-interval';
import type { Delivery, Endpoint, EventChoice } from './types';

const DeliveryDialog = lazy(() => import('./delivery-dialog').then((m) => ({ default: m.DeliveryDialog })));
const ReplayEventsDialog = lazy(() =>
  import('./replay-events-dialog').then((m) => ({ default: m.ReplayEventsDialog })),
);
const ReplayFailedDialog = lazy(() =>
  import('./replay-failed-dialog').then((m) => ({ default: m.ReplayFailedDialog })),
);

const REPLAYS = [
  { what: 'failed', label: 'Replay failed since…' },
  { what: 'events', label: 'Send missed events…' },
] as const;

/** The deliveries to an endpoint, newest first. */
export function DeliveriesSection({
  endpoint,
  acts,
  choices,
}: {
  endpoint: Endpoint;
  /** Rises when something was done elsewhere on the page that is to be seen here at once. */
  acts: number;
  choices: readonly EventChoice[];
}) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const [viewed, setViewed] = useState<Delivery | null>(null);
  const [replaying, setReplaying] = useState<'failed' | 'events' | null>(null);
  const list = useServerList(deliveriesList, trpc.webhooks.deliveries, {
    scope: endpoint.id,
    poll: pollInterval,
    revision: acts,
  });
  const show = useRef(list.show);
  useEffect(() => {
    show.current = list.show;
  });
  const mayReplay = can('update:webhooks') ? endpoint.active : null;
  const columns = useMemo(
    () => deliveryColumns({ timezone, mayReplay, onView: setViewed, onReplayed: () => show.current() }),
    [timezone, mayReplay],
  );
  const replay = {
    endpointId: endpoint.id,
    onDone: (text: string) => {
      showDone(text);
      show.current();
    },
    onClose: () => setReplaying(null),
  };
  return (
    <section aria-labelledby="deliveries">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="font-semibold text-lg">
          Deliveries
        </h2>
        {mayReplay !== null && (
          <div className="flex flex-wrap gap-2">
            {REPLAYS.map(({ what, label }) => (
              <Button
                key={what}
                size="sm"
                disabled={!mayReplay}
                title={mayReplay ? undefined : 'Enable the endpoint first'}
                onClick={() => setReplaying(what)}
              >
                <RotateCcw aria-hidden />
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <ListBar
        list={list}
        views
        search={{ label: 'Search errors', placeholder: 'Error or response' }}
        filters={
          <>
            <SelectFilter list={list} name="status" label="Status" options={STATUS_OPTIONS} />
            <SelectFilter
              list={list}
              name="event_type"
              label="Event"
              options={choices.map(({ name }) => ({ value: name, label: name }))}
            />
          </>
        }
      />
      <ListTable
        list={list}
        caption="Deliveries"
        columns={columns}
        rowLabel={(delivery) => deliveryName(delivery, timezone)}
        empty={
          <EmptyState icon={Inbox} title="No deliveries yet">
            Send a test event, or wait for an event that this endpoint subscribes to.
          </EmptyState>
        }
      />
      <Suspense>
        {viewed && (
          <DeliveryDialog
            endpointId={endpoint.id}
            delivery={viewed}
            mayReplay={mayReplay}
            onReplayed={() => show.current()}
            onClose={() => setViewed(null)}
          />
        )}
        {replaying === 'failed' && <ReplayFailedDialog {...replay} />}
        {replaying === 'events' && <ReplayEventsDialog {...replay} />}
      </Suspense>
    </section>
  );
}
