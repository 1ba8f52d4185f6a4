'use client';
import { Store } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { SearchBox } from '@/components/ui/base/search-box';
import { Skeleton } from '@/components/ui/base/skeleton';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { suppliersList } from './list';
import { MarketResults } from './market-results';
import { SupplierCard } from './supplier-card';

/** The sellers that this business can order from, and one search over all of them. */
export function SuppliersPage() {
  const { can, entity } = useViewer();
  const list = useServerList(suppliersList, trpc.market.suppliers);
  const mayOrder = can('create:orders');
  const searched = list.state.q.trim();
  return (
    <>
      <PageHeader title="Market" description="Suppliers connected with your business." />
      {(list.rows?.length ?? 0) > 0 && (
        <SearchBox
          value={list.state.q}
          onSearch={list.setSearch}
          label="Search all suppliers"
          placeholder="Search all suppliers"
          className="mb-4 max-w-xl"
        />
      )}
      {list.error && <ErrorPanel {...list.error} onRetry={list.retry} />}
      {!list.error && !list.rows && <Skeleton className="h-64" />}
      {list.rows?.length === 0 && (
        <Card>
          <EmptyState
            icon={Store}
            title="No suppliers yet"
            action={
              <Button asChild variant={can('create:connections') ? 'primary' : undefined}>
                <Link href="/suppliers">
                  {can('create:connections') ? 'Find suppliers' : 'View suppliers'}
                </Link>
              </Button>
            }
          >
            Connect with a wholesaler or cultivator to see its catalog here.
          </EmptyState>
        </Card>
      )}
      {searched ? (
        <MarketResults search={searched} mayOrder={mayOrder} timezone={entity.timezone} />
      ) : (
        <ul aria-label="Suppliers" className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))]">
          {list.rows?.map((supplier) => (
            <SupplierCard
              key={supplier.id}
              supplier={supplier}
              mayOrder={mayOrder}
              timezone={entity.timezone}
            />
          ))}
        </ul>
      )}
    </>
  );
}
