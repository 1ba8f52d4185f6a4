'use client';
import { Store } from 'lucide-react';
import { CATEGORY_OPTIONS, subcategoriesOf } from '@/components/catalog/products/labels';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { FilterSelect } from '@/components/ui/base/combobox';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListBar } from '@/components/ui/data-table/list-page';
import { useListState } from '@/components/ui/data-table/use-list-state';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CATEGORY_NAMES } from '@/server/features/products/categories';
import { CategoryChips } from './category-chips';
import { MARKET_SORT_OPTIONS, PRICE_OPTIONS, THC_OPTIONS } from './filter-options';
import { marketList, suppliersList } from './list';
import { MarketGoods } from './market-goods';
import { SupplierCard } from './supplier-card';

/** The sellers that this business can order from, and all that they sell: a search or a filter shows the goods. */
export function MarketPage() {
  const { can, entity } = useViewer();
  const suppliers = useServerList(suppliersList, trpc.market.suppliers);
  const goods = useListState(marketList);
  const mayOrder = can('create:orders');
  const { state } = goods;
  const showsGoods = state.view === 'goods' || goods.narrowed;
  const known = suppliers.rows ?? [];
  const categories = state.category ? [state.category] : CATEGORY_NAMES;
  const sort = state.sort || 'name';
  return (
    <>
      <PageHeader title="Market" description="Suppliers connected with your business." />
      {known.length > 0 && (
        <>
          <ViewTabs
            label="Market"
            current={showsGoods ? 'goods' : 'suppliers'}
            tabs={[
              { key: 'suppliers', label: 'Suppliers', href: '/market?view=all' },
              { key: 'goods', label: 'All goods', href: '/market?view=goods' },
            ]}
          />
          <ListBar
            list={{ ...goods, request: {} }}
            search={{ label: 'Search all suppliers', placeholder: 'Search all suppliers' }}
            filters={
              <>
                <SelectFilter list={goods} name="category" label="Category" options={CATEGORY_OPTIONS} />
                <SelectFilter
                  list={goods}
                  name="subcategory"
                  label="Subcategory"
                  options={categories.flatMap(subcategoriesOf)}
                />
                <FilterSelect
                  label="Supplier"
                  options={known.map(({ id, name }) => ({ value: id, label: name }))}
                  value={state.supplier_id ? [state.supplier_id] : []}
                  onValueChange={([id]) => goods.setFilters({ supplier_id: id ?? null })}
                />
                <SelectFilter list={goods} name="thc" label="THC" options={THC_OPTIONS} />
                <SelectFilter list={goods} name="price" label="Price" options={PRICE_OPTIONS} />
                <ToggleFilter list={goods} name="in_stock" label="In stock" />
                {showsGoods && (
                  <FilterSelect
                    label="Sort"
                    options={MARKET_SORT_OPTIONS}
                    value={sort === 'name' ? [] : [sort]}
                    onValueChange={([chosen]) => goods.setSort(chosen === 'name' ? '' : (chosen ?? ''))}
                  />
                )}
              </>
            }
          />
          <CategoryChips
            search={state.q}
            onChoose={({ category, subcategory, rest }) =>
              goods.setFilters({ category, subcategory, q: rest || null })
            }
          />
        </>
      )}
      {suppliers.error && <ErrorPanel {...suppliers.error} onRetry={suppliers.retry} />}
      {!suppliers.error && !suppliers.rows && <Skeleton className="h-64" />}
      {suppliers.rows?.length === 0 && (
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
      {showsGoods && known.length > 0 ? (
        <MarketGoods mayOrder={mayOrder} timezone={entity.timezone} />
      ) : (
        <ul aria-label="Suppliers" className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(21rem,1fr))]">
          {known.map((supplier) => (
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
