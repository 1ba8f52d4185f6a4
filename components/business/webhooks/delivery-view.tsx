'use client';
import { CodeBlock } from '@/components/ui/base/code-block';
import { CopyButton } from '@/components/ui/base/copy-button';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Spinner } from '@/components/ui/base/spinner';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { AttemptList } from './attempt-list';
import { DeliveryBadge } from './badges';
import { NextRetry } from './next-retry';
import { pollInterval } from './poll-interval';
import type { Delivery } from './types';

/** One delivery: its attempts with responses, and the request sent. @param known what the list already has */
export function DeliveryView({
  endpointId,
  deliveryId,
  known,
}: {
  endpointId: string;
  deliveryId: string;
  known: Delivery;
}) {
  const { timezone } = useViewer().entity;
  const query = trpc.webhooks.delivery.useQuery(
    { id: endpointId, delivery_id: deliveryId },
    { refetchInterval: ({ state }) => pollInterval(state.data ? [state.data] : []) },
  );
  const delivery = query.data ?? known;
  const failure = failureOf(query.error);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DeliveryBadge status={delivery.status} />
        <code className="font-mono text-sm">{delivery.event_type}</code>
        {delivery.status === 'pending' && (
          <span className="text-muted text-sm">
            {delivery.attempts.length > 0 ? 'Next retry ' : 'Sent '}
            <NextRetry at={delivery.next_attempt_at} timezone={timezone} />
          </span>
        )}
      </div>
      <AttemptList attempts={delivery.attempts} timezone={timezone} />
      {query.data ? (
        <Request {...query.data.request} />
      ) : query.error ? (
        <ErrorPanel
          heading="p"
          message={failure?.message}
          requestId={failure?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Spinner label="Loading request" />
      )}
    </div>
  );
}

function Request({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }) {
  return (
    <section aria-label="Request" className="flex flex-col gap-2">
      <h3 className="font-semibold">Request</h3>
      <p className="break-all font-mono text-xs">POST {url}</p>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all font-mono text-xs leading-5 max-sm:mb-1">{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock label="Request body" text={body} />
      <div>
        <CopyButton text={body} what="request body" />
      </div>
    </section>
  );
}
