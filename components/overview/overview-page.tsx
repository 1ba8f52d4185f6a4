'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { formatDate } from '@/components/format';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RefetchBar } from '@/components/ui/progress-bar';
import type { EndpointPage } from '@/components/webhooks/types';
import { Charts } from './charts';
import { Figures } from './figures';
import { periodParsers } from './period';
import { PeriodSwitch } from './period-switch';
import { TodaysWork } from './todays-work';
import type { Overview } from './types';
import { WebhooksTile } from './webhooks-tile';
import { ORDER_WORDS } from './words';

const POLL_MS = 15_000;

/** Today's work, then the period. @param first what the server has already read, at the instant `at` */
export function OverviewPage({
  first,
  webhooks,
  at,
}: {
  first: Overview;
  /** Null for those who may not read them. */
  webhooks: EndpointPage | null;
  at: number;
}) {
  const { entity } = useViewer();
  const [{ days }, setPeriod] = useQueryStates(periodParsers, { history: 'push', scroll: false });
  const query = trpc.overview.get.useQuery(
    { days },
    {
      refetchInterval: POLL_MS,
      placeholderData: keepPreviousData,
      ...(days === first.period.days && { initialData: first, initialDataUpdatedAt: at }),
    },
  );
  const overview = query.data ?? first;
  const failure = query.error && failureOf(query.error);
  return (
    <div className="relative">
      <RefetchBar active={query.isPlaceholderData} />
      <PageHeader
        title="Overview"
        {...(ORDER_WORDS[entity.type] && {
          description: `${formatDate(overview.period.start)} – ${formatDate(overview.period.end)}, without canceled orders`,
          actions: <PeriodSwitch days={days} onChange={(next) => void setPeriod({ days: next })} />,
        })}
      />
      {query.error && (
        <div
          role="alert"
          className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-lg bg-tint-danger px-4 py-2 text-on-tint-danger"
        >
          <span>
            Couldn't refresh: {failure?.message ?? 'no response from the server.'}
            {failure?.requestId && ` Request id ${failure.requestId}.`}
          </span>
          <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-6">
        <TodaysWork overview={overview} type={entity.type}>
          {/* A business without endpoints is spared the tile. */}
          {webhooks && webhooks.data.length > 0 && <WebhooksTile first={webhooks} at={at} />}
        </TodaysWork>
        <Figures overview={overview} type={entity.type} />
        <Charts overview={overview} type={entity.type} />
      </div>
    </div>
  );
}
