'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { Sprout } from 'lucide-react';
import { useMemo } from 'react';
import { CartBar } from '@/components/cart/cart-bar';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export-button';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { NewRowsNotice } from '@/components/orders/new-rows-notice';
import type { Catalogue, CatalogueQuery } from '@/components/orders/types';
import { useCalmRows } from '@/components/orders/use-calm-rows';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useSeed } from '@/components/providers/use-seed';
import { useViewer } from '@/components/providers/viewer';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { catalogueColumns } from './catalogue-columns';
import { CATEGORIES, catalogueList, catalogueQuery, OFFERS_PER_PAGE } from './catalogue-list';

const POLL_MS = 15_000;
const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** What one supplier sells: search, filter, and put into the cart from the row. */
export function CataloguePage({
  supplier,
  seed,
}: {
  supplier: { id: string; name: string };
  seed: { at: number; input: CatalogueQuery; list: Catalogue };
}) {
  const { can } = useViewer();
  const { id, name } = supplier;
  const mayOrder = can('create:orders');
  const list = useListState(catalogueList);
  const { state } = list;
  useSeed(seed.at, [[getQueryKey(trpc.market.catalogue, seed.input, 'query'), seed.list]]);
  const query = trpc.market.catalogue.useQuery(catalogueQuery(supplier.id, state), {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const offers = useMemo(
    () => query.data?.data.map((offer) => ({ ...offer, id: offer.variant_id })),
    [query.data],
  );
  const calm = useCalmRows(offers, list.viewKey + list.pageKey, !query.isPlaceholderData);
  const columns = useMemo(() => catalogueColumns({ supplier: { id, name }, mayOrder }), [id, name, mayOrder]);
  const failure = failureOf(query.error);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: 'Suppliers', href: '/market?view=all' }]}
        title={supplier.name}
        description={mayOrder ? undefined : "Your role can view the catalog but can't order."}
      />
      <ListToolbar
        filtered={list.filtered}
        onClear={list.clear}
        end={
          <ExportButton
            path={`/api/v1/market/suppliers/${id}/catalogue`}
            input={{ ...catalogueQuery(id, state), id: null }}
            fileName="catalogue.csv"
          />
        }
        search={
          <SearchBox
            value={state.q}
            onSearch={list.setSearch}
            label="Search the catalog"
            placeholder="Product, brand or SKU"
          />
        }
      >
        <FilterSelect
          label="Category"
          options={CATEGORY_OPTIONS}
          value={state.category ? [state.category] : []}
          onValueChange={([value]) =>
            list.setFilters({ category: CATEGORIES.find((category) => category === value) ?? null })
          }
        />
      </ListToolbar>
      <DataTable
        caption={`Catalog of ${supplier.name}`}
        columns={columns}
        rows={calm.rows}
        getRowId={(offer) => offer.variant_id}
        rowLabel={(offer) => `${offer.product_name} ${offer.variant_name}`}
        sort={state.sort}
        onSortChange={list.setSort}
        pagination={
          query.data && {
            page: state.page,
            limit: OFFERS_PER_PAGE,
            total: query.data.pagination.total,
            onPageChange: list.setPage,
          }
        }
        refetching={query.isPlaceholderData}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        notice={<NewRowsNotice count={0} changed={calm.changed} onShow={calm.show} />}
        empty={
          <EmptyState icon={Sprout} title="No products yet">
            {supplier.name} has no active products.
          </EmptyState>
        }
      />
      {mayOrder && <CartBar supplierId={supplier.id} />}
    </>
  );
}
