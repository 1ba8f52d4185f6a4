'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { formatDate } from '@/components/format';
import { failureOf } from '@/components/forms/failure';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RefetchBar } from '@/components/ui/progress-bar';
import { Charts } from './charts';
import { Figures } from './figures';
import { ORDER_WORDS } from './labels';
import { periodParsers } from './period';
import { PeriodSwitch } from './period-switch';
import { TodaysWork } from './todays-work';
import type { Overview } from './types';
import { WebhooksTile } from './webhooks-tile';

const POLL_MS = 15_000;

/** Today's work, then the period. */
export function OverviewPage({
  first,
  watchesWebhooks,
}: {
  /** The overview as the server read it. */
  first: Overview;
  /** False for those who may not read webhook endpoints. */
  watchesWebhooks: boolean;
}) {
  const { entity } = useViewer();
  const [{ days }, setPeriod] = useQueryStates(periodParsers, { history: 'push', scroll: false });
  const query = trpc.overview.get.useQuery(
    { days },
    { refetchInterval: POLL_MS, placeholderData: keepPreviousData },
  );
  const overview = query.data ?? first;
  const failure = query.error && failureOf(query.error);
  return (
    <div className="relative">
      <RefetchBar active={query.isPlaceholderData} />
      <PageHeader
        title="Home"
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
          {watchesWebhooks && <WebhooksTile />}
        </TodaysWork>
        <Figures overview={overview} type={entity.type} />
        <Charts overview={overview} type={entity.type} />
      </div>
    </div>
  );
}
