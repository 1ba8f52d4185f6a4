'use client';
import { Mail, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { ExportButton } from '@/components/ui/data-table/export-button';
import { DateTime } from '@/components/ui/date-time';
import { formatDateTime } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { ClassBadge, RecallStatus } from './badges';
import { BatchFacts } from './batch-facts';
import { DerivedCard } from './derived-card';
import { mustCheck, mustRespond } from './figures';
import { HoldersSection } from './holders-section';
import { RECALL_CLASS } from './labels';
import { LooseCard } from './loose-card';
import { RecalledOrders } from './orders-section';
import { OwnResponse } from './own-response';
import { RecallProgress } from './progress';
import { RecallLog } from './recall-log';
import { ResponseTime } from './response-time';
import type { Recall } from './types';

const CloseRecallDialog = lazy(() =>
  import('./close-dialog').then((m) => ({ default: m.CloseRecallDialog })),
);

/** Who has responded is worth more than a row of a list: an open recall is asked for more often. */
const OPEN_POLL_MS = 5_000;
const BREADCRUMBS = [{ label: 'Recalls', href: '/recalls' }];

/** A dot that says the page follows by itself. */
function Live() {
  return (
    <span
      title="Updates every 5 seconds"
      className="inline-flex items-center gap-1.5 text-muted text-sm print:hidden"
    >
      <span aria-hidden className="size-2 rounded-full bg-primary" />
      Live
    </span>
  );
}

/** When and by whom it was printed, on paper alone. */
function PrintedBy() {
  const { user, entity } = useViewer();
  const hydrated = useHydrated();
  return (
    <p className="hidden text-muted text-sm print:block">
      {entity.name} · printed by {user.name}
      {hydrated && ` on ${formatDateTime(new Date(), entity.timezone)}`}
    </p>
  );
}

/** What holders are to do, and why. @param counts the time that is left, too */
function Instructions({ recall, counts }: { recall: Recall; counts: boolean }) {
  return (
    <Card title="What to do">
      {counts && recall.respond_by && (
        <div className="mb-4 rounded-md bg-tint-neutral px-3 py-2">
          <ResponseTime at={recall.respond_by} />
        </div>
      )}
      <p className="whitespace-pre-line text-lg">{recall.instructions}</p>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-muted text-sm">Reason</dt>
          <dd className="whitespace-pre-line">{recall.reason}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Class {recall.class}</dt>
          <dd>{RECALL_CLASS[recall.class]}</dd>
        </div>
        {recall.close_reason && (
          <div className="sm:col-span-2">
            <dt className="text-muted text-sm">Closed because</dt>
            <dd className="whitespace-pre-line">{recall.close_reason}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** How many emails to people who aren't on board wait. */
function WaitingMails({ count }: { count: number }) {
  return (
    <p role="status" className="rounded-md bg-tint-neutral px-3 py-2 text-sm">
      {count} {count === 1 ? 'email' : 'emails'} to customers who aren’t on board{' '}
      {count === 1 ? 'waits' : 'wait'}: your license isn’t verified yet, so 20 leave each day. All units are
      on hold already. Call these customers, and ask the operator to verify your license.
    </p>
  );
}

/** One recall: for the product's owner who has what and who has responded, for a holder its own units. */
export function RecallPage({
  first,
  locations,
}: {
  /** The recall as the server read it. */
  first: Recall;
  locations: Readonly<Record<string, string>>;
}) {
  const { entity, can } = useViewer();
  const [closing, setClosing] = useState(false);
  const query = trpc.recalls.get.useQuery(
    { id: first.id },
    { refetchInterval: ({ state }) => ((state.data ?? first).status === 'open' ? OPEN_POLL_MS : false) },
  );
  const recall = query.data ?? first;
  const owns = recall.entity.id === entity.id;
  const open = recall.status === 'open';
  const mayManage = owns && open && can('recall:batches');
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={recall.id}
        breadcrumbs={BREADCRUMBS}
        title={`Recall of ${recall.batch_id}`}
        badge={
          <>
            <RecallStatus status={recall.status} />
            <ClassBadge value={recall.class} />
            {open && <Live />}
          </>
        }
        description={
          <>
            {recall.product_name} · {owns ? 'opened' : `opened by ${recall.entity.name}`}{' '}
            <DateTime value={recall.created_at} timezone={entity.timezone} />
            {recall.closed_at && (
              <>
                {' '}
                · closed <DateTime value={recall.closed_at} timezone={entity.timezone} />
              </>
            )}
          </>
        }
        actions={
          <>
            {owns && (
              <ExportButton
                path={`/api/v1/recalls/${recall.id}/responses`}
                fileName={`recall-${recall.batch_id}.csv`}
                input={{}}
              />
            )}
            {owns && (
              <Button asChild>
                <Link href={`/recalls/${recall.id}/letter`}>
                  <Mail aria-hidden />
                  Letters
                </Link>
              </Button>
            )}
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
            {mayManage && <Button onClick={() => setClosing(true)}>Close recall</Button>}
          </>
        }
        lead={
          <>
            <PrintedBy />
            {recall.mails_waiting !== null && recall.mails_waiting > 0 && (
              <WaitingMails count={recall.mails_waiting} />
            )}
            {owns && <RecallProgress recall={recall} />}
            {owns && <HoldersSection recall={recall} />}
          </>
        }
        aside={
          <>
            {owns && <OwnResponse recall={recall} locations={locations} />}
            <RecalledOrders recall={recall} />
            <DerivedCard recall={recall} mayConfirm={mayManage} />
            <LooseCard recall={recall} />
            <BatchFacts recall={recall} />
          </>
        }
      >
        <Instructions recall={recall} counts={!owns && (mustRespond(recall) || mustCheck(recall))} />
        {owns && <RecallLog recall={recall} />}
        {!owns && <OwnResponse recall={recall} locations={locations} />}
      </ResourcePage>
      <Suspense>
        {closing && <CloseRecallDialog recall={recall} onClose={() => setClosing(false)} />}
      </Suspense>
    </>
  );
}
