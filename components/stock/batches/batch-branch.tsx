'use client';
import { useState } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { ROOM } from '@/components/stock/inventory/labels';
import type { LocationName } from '@/components/stock/inventory/types';
import { Link } from '@/components/ui/base/link';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatNumber } from '@/components/ui/format';
import { LoadFailed } from '@/components/ui/forms/load-failed';
import { trpc } from '@/components/ui/providers/trpc';
import { CertificateMark, Expiration, HoldBadge, TestBadge } from './badges';
import { BranchToggle } from './branch-toggle';
import type { Batch, Lot } from './types';

/** Rows that a branch has; the rest is on a page of its own. */
const SHOWN = 100;

export interface Looking {
  /** In the timezone of the business. */
  today: string;
  locations: readonly LocationName[];
  /** Which batches: those that were searched for. */
  only: { search?: string; location_id?: string };
}

const linkStyle = 'rounded-sm text-link underline-offset-4 hover:underline';

/** The batches of a product, newest first, each with its packages below it once it is opened. */
export function BatchBranch({
  product,
  only,
  ...looking
}: { product: { id: string; name: string } } & Looking) {
  const query = trpc.batches.list.useQuery({ ...only, product_id: product.id, limit: SHOWN });
  if (query.error) return <LoadFailed error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Skeleton className="h-10" />;
  const total = query.data.pagination.total ?? 0;
  return (
    <>
      <ul aria-label={`Batches of ${product.name}`} className="divide-y divide-border">
        {query.data.data.map((batch) => (
          <BatchRow key={batch.id} batch={batch} {...looking} />
        ))}
      </ul>
      {total > SHOWN && (
        <Link href={`/batches?view=all&product_id=${product.id}`} className={linkStyle}>
          All {formatNumber(total)} batches
        </Link>
      )}
    </>
  );
}

function BatchRow({ batch, today, locations }: { batch: Batch } & Omit<Looking, 'only'>) {
  const [open, setOpen] = useState(false);
  return (
    <li className="py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <BranchToggle label={`Packages of ${batch.batch_id}`} open={open} toggle={() => setOpen(!open)} />
        <Link href={`/batches/${batch.id}`} className={`wrap-anywhere min-w-0 font-medium ${linkStyle}`}>
          {batch.batch_id}
        </Link>
        <TestBadge status={batch.test_status} />
        <HoldBadge held={batch.held} />
        <span className="text-sm">
          <span className="text-muted">Certificate </span>
          <CertificateMark present={batch.has_coa} />
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 max-sm:basis-full max-sm:justify-between max-sm:pl-10">
          {batch.expires_on && (
            <span>
              <span className="text-muted">Expires </span>
              <Expiration expiresOn={batch.expires_on} today={today} />
            </span>
          )}
          <span className="ml-auto min-w-20 text-right tabular-nums">
            {totalText([{ count: batch.quantity, goods: batch }])}
          </span>
        </span>
      </div>
      {open && <Packages batch={batch} locations={locations} />}
    </li>
  );
}

/** Where the units of a batch are, by package. */
function Packages({ batch, locations }: { batch: Batch; locations: readonly LocationName[] }) {
  const query = trpc.lots.list.useQuery({ batch: batch.id, limit: SHOWN });
  if (query.error) return <LoadFailed error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Skeleton className="my-1 ml-10 h-8" />;
  const rows = query.data.data.flatMap((lot) => lot.holdings.map((holding) => ({ lot, holding })));
  if (rows.length === 0) return <p className="ml-10 text-muted text-sm">No units on hand</p>;
  return (
    <div className="ml-10 pb-1 text-sm">
      <ul aria-label={`Packages of ${batch.batch_id}`}>
        {rows.map(({ lot, holding }) => (
          <li
            key={`${lot.id} ${holding.inventory_id}`}
            className="flex flex-wrap items-center gap-x-3 py-1 max-md:min-h-11"
          >
            <Link
              href={`/inventory/${holding.inventory_id}`}
              className={`wrap-anywhere min-w-0 ${linkStyle}`}
            >
              {lot.package_tag ?? 'No package tag'}
            </Link>
            <span className="text-muted">{placeOf(lot, holding, locations)}</span>
            <span className="ml-auto text-right tabular-nums">
              {totalText([{ count: holding.quantity, goods: holding }])}
            </span>
          </li>
        ))}
      </ul>
      {query.data.pagination.has_more && (
        <Link href={`/batches/${batch.id}`} className={linkStyle}>
          All packages
        </Link>
      )}
    </div>
  );
}

function placeOf(lot: Lot, holding: Lot['holdings'][number], locations: readonly LocationName[]): string {
  const place = locations.find(({ id }) => id === holding.location_id)?.name ?? 'Closed location';
  return [lot.sku, place, ROOM[holding.room_type]].filter(Boolean).join(' · ');
}
