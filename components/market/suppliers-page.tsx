'use client';
import { Store } from 'lucide-react';
import { useServerList } from '@/components/data-table/use-server-list';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorPanel } from '@/components/ui/error-panel';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { Skeleton } from '@/components/ui/skeleton';
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
