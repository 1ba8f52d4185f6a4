'use client';
import { Plus, Webhook } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DeveloperTabs } from '@/components/business/developers/developer-tabs';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { endpointsColumns } from './columns';
import { needsAttention } from './health';
import { endpointsList, MOST_ENDPOINTS } from './list';
import type { EventChoice } from './types';
import { useEndpointHealth } from './use-endpoint-health';

const AddEndpointDialog = lazy(() =>
  import('./add-endpoint-dialog').then((m) => ({ default: m.AddEndpointDialog })),
);

const POLL_MS = 15_000;
const STATES = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Disabled' },
] as const;

/** The endpoints of the business. */
export function EndpointsPage({
  existing,
  choices,
}: {
  /** How many endpoints there are, whatever the filters. */
  existing: number;
  choices: readonly EventChoice[];
}) {
  const { entity, can } = useViewer();
  const [adding, setAdding] = useState(false);
  const list = useServerList(endpointsList, trpc.webhooks.list);
  const health = useEndpointHealth(list.rows ?? [], POLL_MS);
  const columns = useMemo(() => endpointsColumns(entity.timezone), [entity.timezone]);
  const rows = list.rows
    ?.map((endpoint) => ({ ...endpoint, health: health.get(endpoint.id) }))
    .filter((row) => !list.state.failing || !row.health || needsAttention(row, row.health));

  const count = list.filtered ? existing : (list.position?.total ?? existing);
  const full = count >= MOST_ENDPOINTS;
  const add = can('create:webhooks') && (
    <Button variant="primary" disabled={full} onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add endpoint
    </Button>
  );
  return (
    <ListPage
      title="Webhooks"
      description={
        full
          ? `A business can have ${MOST_ENDPOINTS} endpoints. Delete one to add another.`
          : 'Send events to your programs as they happen.'
      }
      actions={add}
      tabs={<DeveloperTabs current="webhooks" />}
      list={list}
      rows={rows}
      paged={false}
      caption="Webhook endpoints"
      columns={columns}
      rowLabel={(endpoint) => endpoint.url}
      filters={
        <>
          <SelectFilter list={list} name="active" label="State" options={STATES} />
          <ToggleFilter list={list} name="failing" label="Failing" />
        </>
      }
      skeletonRows={3}
      empty={
        <EmptyState icon={Webhook} title="No endpoints yet">
          Add the address of your program to receive signed events, with retries.
        </EmptyState>
      }
    >
      <Suspense>
        {adding && (
          <AddEndpointDialog
            choices={choices}
            onClose={() => {
              setAdding(false);
              list.show();
            }}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
