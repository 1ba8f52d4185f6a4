'use client';
import { PackageCheck, ShoppingCart } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import { MAX_LINES, subtotalOf } from '@/components/orders/cart/cart';
import { CheckoutHere } from '@/components/orders/cart/checkout-here';
import { useCart } from '@/components/orders/cart/use-cart';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone, showFailure } from '@/components/ui/base/toast';
import { formatCount, formatMoney, formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { bySupplier, linesOf, type Quantities, rowKey, type SupplierRows } from './reorder';
import { ReorderSupplier } from './reorder-supplier';

/** Suppliers whose delivery days are read. */
const MOST_SUPPLIERS = 500;

type Place = { id: string; name: string };

/** What the stores are low on, supplier by supplier: one press puts all of it into the cart, another one orders it there. */
export function ReorderPage({
  locations,
  location,
}: {
  locations: readonly Place[];
  /** The only store that is shown; null for all. */
  location: Place | null;
}) {
  const router = useRouter();
  const { can } = useViewer();
  const { put } = useCart();
  const [quantities, setQuantities] = useState<Quantities>({});
  const onQuantity = useCallback(
    (key: string, quantity: number | null) => setQuantities((before) => ({ ...before, [key]: quantity })),
    [],
  );
  const { data, error, refetch } = trpc.market.reorder.useQuery({
    ...(location && { location_id: location.id }),
    limit: 500,
  });
  const { data: suppliers } = trpc.market.suppliers.useQuery({ limit: MOST_SUPPLIERS });
  const nextDelivery = new Map(
    suppliers?.data.map(({ id, next_delivery_dates: [first] }) => [id, first ?? null]),
  );
  const total = data?.pagination.total ?? 0;
  const groups = bySupplier(data?.data ?? []);
  const lines = groups.flatMap(({ rows }) => linesOf(rows, quantities));

  const add = (some: readonly SupplierRows[]) => {
    let added = 0;
    const taken: Record<string, number> = {};
    for (const { supplier, rows } of some) {
      const ofSupplier = linesOf(rows, quantities);
      if (ofSupplier.length === 0) continue;
      if (!put(supplier, ofSupplier)) {
        showFailure(
          'The cart is full',
          `${supplier.name} takes ${MAX_LINES} items in one cart. Order these first.`,
        );
        continue;
      }
      added += ofSupplier.length;
      // What is in the cart isn't suggested once more; its field can be filled again.
      for (const row of rows) taken[rowKey(row)] = 0;
    }
    if (added === 0) return;
    setQuantities((before) => ({ ...before, ...taken }));
    showDone(`${formatCount(added, 'item')} added to the cart`, undefined, {
      label: 'Open cart',
      act: () => router.push('/cart'),
    });
  };
  return (
    <>
      <PageHeader
        title="Reorder"
        description="What your stores are low on, up to par or what sold in 30 days."
        actions={
          <>
            {locations.length > 1 && (
              <Select
                aria-label="Location"
                className="w-56"
                options={[
                  { value: '', label: 'All locations' },
                  ...locations.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={location?.id ?? ''}
                onValueChange={(id) => router.push(id ? `/reorder?location_id=${id}` : '/reorder')}
              />
            )}
            {groups.length > 0 && (
              <Button variant="primary" disabled={lines.length === 0} onClick={() => add(groups)}>
                <ShoppingCart aria-hidden />
                Add all · {formatMoney(subtotalOf(lines))}
              </Button>
            )}
          </>
        }
      />
      {error && <ErrorPanel message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-96" />}
      {!error && data?.data.length === 0 && (
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
        {groups.map((group) => (
          <ReorderSupplier
            key={group.supplier.id}
            {...group}
            nextDelivery={nextDelivery.get(group.supplier.id) ?? null}
            quantities={quantities}
            places={location === null && locations.length > 1}
            canTransfer={can('update:inventory')}
            onQuantity={onQuantity}
            onAdd={() => add([group])}
          />
        ))}
      </div>
      {data?.pagination.has_more && (
        <p className="mt-4 text-muted">
          {formatNumber(data.data.length)} of {formatNumber(total)} shown. Order these to see the rest.
        </p>
      )}
      <CheckoutHere locations={locations} />
    </>
  );
}
