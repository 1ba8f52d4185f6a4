'use client';
import { Lock, LockOpen, OctagonAlert, Pencil, Siren } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Certificate } from '@/components/stock/certificates/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { Skeleton } from '@/components/ui/base/skeleton';
import { StatCard } from '@/components/ui/base/stat-card';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { ExpiryNote, HoldBadge, TestBadge } from './badges';
import { lotsInput } from './lots-input';
import { LotsSection } from './lots-section';
import type { Batch, BatchDetail } from './types';
import { YieldSection } from './yield-section';

const EditDialog = lazy(() => import('./edit-dialog').then((m) => ({ default: m.EditDialog })));
const HoldDialog = lazy(() => import('./hold-dialog').then((m) => ({ default: m.HoldDialog })));
const ReleaseDialog = lazy(() => import('./release-dialog').then((m) => ({ default: m.ReleaseDialog })));
const CertificateCard = lazy(() =>
  import('@/components/stock/certificates/certificate-card').then((m) => ({ default: m.CertificateCard })),
);
const TraceCard = lazy(() => import('./trace-card').then((m) => ({ default: m.TraceCard })));
const OpenRecallDialog = lazy(() =>
  import('@/components/stock/recalls/open-dialog').then((m) => ({ default: m.OpenRecallDialog })),
);

const POLL_MS = 15_000;
const BREADCRUMBS = [{ label: 'Batches', href: '/batches' }];

/** What a page of a batch knows of its product; null once the product is out of reach. */
export type BatchProduct = {
  owner: { id: string; name: string };
  thc_percentage: number | null;
  cbd_percentage: number | null;
};

/** Why the batch can't be sold, with the way to its recall. */
function HoldNotice({
  batch,
  recallId,
  timezone,
}: {
  batch: Batch;
  recallId: string | null;
  timezone: string;
}) {
  if (!batch.held) return null;
  return (
    <section
      aria-label="Hold"
      className="flex flex-wrap items-start justify-between gap-3 rounded-lg bg-tint-danger px-4 py-3 text-on-tint-danger"
    >
      <div className="flex min-w-0 gap-2.5">
        <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <p className="font-medium">
            {recallId ? 'Recalled' : 'On hold'}: {batch.hold_reason}
          </p>
          <p className="text-sm">
            Since <DateTime value={batch.held_at} timezone={timezone} />. Units can't be reserved, shipped or
            sold.
          </p>
        </div>
      </div>
      {recallId && (
        <Button asChild size="sm">
          <Link href={`/recalls/${recallId}`}>View recall</Link>
        </Button>
      )}
    </section>
  );
}

/** One batch: how much there is and where, its certificate, where it came from and went, and its hold. */
export function BatchPage({
  first,
  product,
  locations,
  certificate: firstCertificate,
  today,
}: {
  /** The batch as the server read it. */
  first: BatchDetail;
  product: BatchProduct | null;
  locations: Readonly<Record<string, string>>;
  certificate: Certificate | null;
  today: string;
}) {
  const { entity, can, isLimited } = useViewer();
  const [dialog, setDialog] = useState<'hold' | 'release' | 'recall' | 'edit' | null>(null);
  const query = trpc.batches.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS });
  const batch = query.data ?? first;
  const { data: lots } = trpc.lots.list.useQuery(lotsInput(first.id), { refetchInterval: POLL_MS });
  const { data: recalls } = trpc.recalls.list.useQuery(
    { batch: first.id, limit: 10 },
    { refetchInterval: POLL_MS },
  );
  const { data: lastCertificate = firstCertificate } = trpc.batches.coa.useQuery(
    { id: first.id },
    { enabled: batch.has_coa },
  );
  // Of a batch whose last certificate was withdrawn, none counts.
  const certificate = batch.has_coa ? lastCertificate : null;
  const open = recalls?.data.find(({ status }) => status === 'open');
  const past = recalls?.data.filter(({ status }) => status === 'closed') ?? [];
  const owns = product?.owner.id === entity.id;
  const reserved = lots?.data
    .flatMap(({ holdings }) => holdings)
    .reduce((sum, { reserved_quantity }) => sum + reserved_quantity, 0);
  // A hold, a date or a test result applies in every location.
  const mayChange = can('update:inventory') && !isLimited;
  const mayRelease = mayChange && !open && (batch.held === 'self' || (batch.held === 'owner' && owns));
  const close = () => setDialog(null);
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={first.id}
        breadcrumbs={BREADCRUMBS}
        title={batch.batch_id}
        badge={<HoldBadge held={batch.held} />}
        description={
          <>
            {product ? (
              <Link href={`/products/${batch.product_id}`} className="text-link hover:underline">
                {batch.product_name}
              </Link>
            ) : (
              batch.product_name
            )}
            {product && !owns && ` · ${product.owner.name}`}
            {!batch.adopted && ' · only your business sees this batch'}
          </>
        }
        actions={
          <>
            {mayRelease && (
              <Button variant="primary" onClick={() => setDialog('release')}>
                <LockOpen aria-hidden />
                Release
              </Button>
            )}
            {owns && can('update:inventory') && batch.step !== null && batch.quantity > 0 && (
              <Button asChild>
                <Link href={`/inventory/package?batch=${batch.id}`}>Package</Link>
              </Button>
            )}
            {mayChange && (owns || !batch.adopted) && (
              <Button onClick={() => setDialog('edit')}>
                <Pencil aria-hidden />
                Edit batch
              </Button>
            )}
            {mayChange && !batch.held && (
              <Button onClick={() => setDialog('hold')}>
                <Lock aria-hidden />
                Put on hold
              </Button>
            )}
            {owns && batch.adopted && !open && can('recall:batches') && (
              <Button variant="destructive" onClick={() => setDialog('recall')}>
                <Siren aria-hidden />
                Recall
              </Button>
            )}
          </>
        }
        lead={
          <>
            <HoldNotice batch={batch} recallId={open?.id ?? null} timezone={entity.timezone} />
            <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
              <StatCard label="On hand" value={formatAmount(batch.quantity, batch)} note="Your units" />
              <StatCard label="Reserved" value={formatAmount(reserved, batch)} note="For open orders" />
              <StatCard
                label="Expires"
                value={<span className="text-xl">{formatDate(batch.expires_on)}</span>}
                note={
                  batch.expires_on ? <ExpiryNote expiresOn={batch.expires_on} today={today} /> : 'Unknown'
                }
              />
              <StatCard
                label="Test result"
                value={<TestBadge status={batch.test_status} />}
                note={batch.has_coa ? 'Certificate on file' : 'Certificate missing'}
              />
            </div>
            <YieldSection sum={batch.yield} />
          </>
        }
        aside={
          <>
            <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
              <CertificateCard
                certificate={certificate}
                productId={batch.product_id}
                batch={{ id: batch.id, batch_id: batch.batch_id, isPrivate: !owns }}
                stored={{
                  batch_id: batch.batch_id,
                  expires_on: batch.expires_on,
                  thc_percentage: product?.thc_percentage,
                  cbd_percentage: product?.cbd_percentage,
                  result:
                    batch.test_status === 'passed' || batch.test_status === 'failed'
                      ? batch.test_status
                      : null,
                }}
                mayAdd={(owns || !batch.adopted) && can('create:coa')}
                today={today}
                timezone={entity.timezone}
              />
            </Suspense>
            <Card title="Details">
              <DefinitionList
                columns={2}
                items={[
                  { term: 'Harvested', value: formatDate(batch.harvested_on) },
                  { term: 'Packaged', value: formatDate(batch.packaged_on) },
                  {
                    term: 'Created',
                    value: <DateTime value={batch.created_at} timezone={entity.timezone} />,
                  },
                  {
                    term: 'Changed',
                    value: <DateTime value={batch.updated_at} timezone={entity.timezone} />,
                  },
                ]}
              />
            </Card>
            {past.length > 0 && (
              <Card title="Earlier recalls">
                <ul className="flex flex-col gap-2">
                  {past.map((one) => (
                    <li key={one.id}>
                      <Link href={`/recalls/${one.id}`} className="text-link hover:underline">
                        Class {one.class}
                      </Link>{' '}
                      <span className="text-muted text-sm">
                        closed <DateTime value={one.closed_at} timezone={entity.timezone} relative="inline" />
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </>
        }
      >
        <LotsSection batch={batch} locations={locations} />
        <Suspense fallback={<Skeleton className="h-64 w-full rounded-lg" />}>
          <TraceCard batch={batch} locations={locations} timezone={entity.timezone} />
        </Suspense>
      </ResourcePage>
      <Suspense>
        {dialog === 'hold' && <HoldDialog batch={batch} everywhere={owns && batch.adopted} onClose={close} />}
        {dialog === 'edit' && <EditDialog batch={batch} onClose={close} />}
        {dialog === 'release' && <ReleaseDialog batch={batch} onClose={close} />}
        {dialog === 'recall' && <OpenRecallDialog batch={batch} onClose={close} />}
      </Suspense>
    </>
  );
}
