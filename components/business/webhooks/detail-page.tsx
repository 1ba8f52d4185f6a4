'use client';
import { Pencil, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { EndpointBadge } from './badges';
import { DeliveriesSection } from './deliveries-section';
import { EndpointFacts } from './endpoint-facts';
import { EndpointSwitch } from './endpoint-switch';
import { hostOf } from './labels';
import type { Endpoint, EventChoice } from './types';

const DisabledNotice = lazy(() => import('./disabled-notice').then((m) => ({ default: m.DisabledNotice })));
const EditEndpointDialog = lazy(() =>
  import('./edit-endpoint-dialog').then((m) => ({ default: m.EditEndpointDialog })),
);
const TestDialog = lazy(() => import('./test-dialog').then((m) => ({ default: m.TestDialog })));

const POLL_MS = 15_000;
const BREADCRUMBS = [
  { label: 'Developers', href: '/settings/api' },
  { label: 'Webhooks', href: '/settings/api/webhooks' },
];

/** One endpoint. */
export function EndpointPage({
  first,
  choices,
}: {
  /** The endpoint as the server read it. */
  first: Endpoint;
  choices: readonly EventChoice[];
}) {
  const { can } = useViewer();
  const [dialog, setDialog] = useState<'edit' | 'test' | null>(null);
  const [tests, setTests] = useState(0);
  const query = trpc.webhooks.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const endpoint = query.data ?? first;
  const editable = can('update:webhooks');
  const close = () => {
    if (dialog === 'test') setTests(tests + 1);
    setDialog(null);
  };
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={endpoint.id}
        title={hostOf(endpoint)}
        breadcrumbs={BREADCRUMBS}
        badge={<EndpointBadge endpoint={endpoint} />}
        description={endpoint.description}
        actions={
          editable && (
            <>
              <Button onClick={() => setDialog('edit')}>
                <Pencil aria-hidden />
                Edit endpoint
              </Button>
              <EndpointSwitch endpoint={endpoint} />
              <Button
                variant="primary"
                disabled={!endpoint.active}
                title={endpoint.active ? undefined : 'Enable the endpoint first'}
                onClick={() => setDialog('test')}
              >
                <Send aria-hidden />
                Send test event
              </Button>
            </>
          )
        }
        lead={
          <Suspense>
            {!endpoint.active && <DisabledNotice reason={endpoint.disabled_reason ?? 'manual'} />}
          </Suspense>
        }
        aside={<EndpointFacts endpoint={endpoint} />}
      >
        <DeliveriesSection endpoint={endpoint} acts={tests} choices={choices} />
      </ResourcePage>
      <Suspense>
        {dialog === 'edit' && <EditEndpointDialog endpoint={endpoint} choices={choices} onClose={close} />}
        {dialog === 'test' && <TestDialog endpoint={endpoint} choices={choices} onClose={close} />}
      </Suspense>
    </>
  );
}
