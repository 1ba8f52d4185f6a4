'use client';
import { PackageCheck } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { bySupplier } from './reorder';
import { ReorderSupplier } from './reorder-supplier';

type Place = { id: string; name: string };

/** What a location is low on, supplier by supplier, with quantities that one press puts into the cart. */
export function ReorderPage({
  locations,
  location,
}: {
  locations: readonly Place[];
  /** Null without any. */
  location: Place | null;
}) {
  const router = useRouter();
  const { data, error, refetch } = trpc.market.reorder.useQuery(
    { location_id: location?.id, limit: 500 },
    { enabled: location !== null },
  );
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <PageHeader
        title="Reorder"
        description="Low-stock items, in the quantities sold in the last 30 days."
        actions={
          locations.length > 1 && (
            <Select
              aria-label="Location"
              className="w-56"
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={location?.id ?? null}
              onValueChange={(id) => router.push(`/reorder?location_id=${id}`)}
            />
          )
        }
      />
      {error && <ErrorPanel message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && location && <Skeleton className="h-96" />}
      {!error && (data?.data.length === 0 || !location) && (
        <Card>
          <EmptyState
            icon={PackageCheck}
            title="Nothing to reorder"
            action={
              <Button asChild>
                <Link href="/market">Browse the market</Link>
              </Button>
            }
          >
            {location?.name ?? 'Your business'} isn't low on anything that your suppliers sell.
          </EmptyState>
        </Card>
      )}
      <div className="flex flex-col gap-8">
        {location &&
          bySupplier(data?.data ?? []).map(({ supplier, rows }) => (
            <ReorderSupplier key={supplier.id} supplier={supplier} rows={rows} locationId={location.id} />
          ))}
      </div>
      {data?.pagination.has_more && (
        <p className="mt-4 text-muted">
          {formatNumber(data.data.length)} of {formatNumber(total)} shown. Order these to see the rest.
        </p>
      )}
    </>
  );
}
