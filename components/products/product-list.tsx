'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { FileUp, Plus, Sprout } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export-button';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { ChangedNotice } from '@/components/inventory/changed-notice';
import { useSteadyRows } from '@/components/inventory/use-steady-rows';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { BrandFilter } from './brand-filter';
import { productColumns } from './columns';
import { CATEGORY_OPTIONS } from './labels';
import { listInput, productsList } from './list-state';
import type { ListInput, ProductPage } from './types';

const ACTIVE_OPTIONS = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

const POLL_MS = 15_000;

type First = { input: ListInput; page: ProductPage; at: number };

/** The catalogue: own products and those of connected businesses. @param first what the server has already read */
export function ProductList({
  first,
  owners,
}: {
  first: First;
  owners: readonly { id: string; name: string }[];
}) {
  const { entity, can } = useViewer();
  const list = useListState(productsList);
  const { state } = list;
  const input = listInput(state);
  const isFirst = JSON.stringify(input) === JSON.stringify(first.input);
  const query = trpc.products.list.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    ...(isFirst && { initialData: first.page, initialDataUpdatedAt: first.at }),
  });
  const steady = useSteadyRows(query.data?.data, JSON.stringify(input), !query.isPlaceholderData);

  // The columns must be stable, but what the brand's button does follows the address.
  const setFilters = useRef(list.setFilters);
  useEffect(() => {
    setFilters.current = list.setFilters;
  });
  const columns = useMemo(
    () =>
      productColumns({
        timezone: entity.timezone,
        ownId: entity.id,
        onBrand: (brand) => setFilters.current({ brand }),
      }),
    [entity.timezone, entity.id],
  );

  const addButton = can('create:products') && (
    <Button asChild variant="primary">
      <Link href="/products/new">
        <Plus aria-hidden />
        Add product
      </Link>
    </Button>
  );
  const importButton = can('create:products') && can('update:products') && (
    <Button asChild>
      <Link href="/products/import">
        <FileUp aria-hidden />
        Import
      </Link>
    </Button>
  );
  const ownerOptions = [
    { value: entity.id, label: 'My products' },
    ...owners.map((owner) => ({ value: owner.id, label: owner.name })),
  ];
  const failure = query.error ? failureOf(query.error) : null;
  return (
    <>
      <PageHeader
        title="Products"
        actions={
          <>
            {importButton}
            {addButton}
          </>
        }
      />
      <ListToolbar
        filtered={list.filtered}
        onClear={list.clear}
        end={<ExportButton path="/api/v1/products" input={input} fileName="products.csv" />}
        search={<SearchBox label="Search products" value={state.q} onSearch={list.setSearch} />}
      >
        <FilterSelect
          label="Category"
          options={CATEGORY_OPTIONS}
          value={state.category ? [state.category] : []}
          onValueChange={([category]) =>
            list.setFilters({
              category: CATEGORY_OPTIONS.find((one) => one.value === category)?.value ?? null,
            })
          }
        />
        <BrandFilter
          value={state.brand}
          input={input}
          onValueChange={(brand) => list.setFilters({ brand })}
        />
        <FilterSelect
          label="Status"
          options={ACTIVE_OPTIONS}
          value={state.active ? [state.active] : []}
          onValueChange={([active]) =>
            list.setFilters({ active: active === 'true' || active === 'false' ? active : null })
          }
        />
        {owners.length > 0 && (
          <FilterSelect
            label="Owner"
            options={ownerOptions}
            value={state.entity_id ? [state.entity_id] : []}
            onValueChange={([owner]) => list.setFilters({ entity_id: owner ?? null })}
          />
        )}
      </ListToolbar>
      <DataTable
        caption="Products"
        columns={columns}
        rows={steady.rows}
        getRowId={(product) => product.id}
        rowLabel={(product) => product.name}
        sort={state.sort}
        onSortChange={(sort) => list.setSort(sort)}
        pagination={
          query.data && {
            page: state.page,
            limit: query.data.pagination.limit,
            total: query.data.pagination.total ?? 0,
            onPageChange: turnPage,
          }
        }
        notice={<ChangedNotice moved={steady.moved} added={steady.added} onShow={steady.showNow} />}
        // A poll every 15 s is not news; another view, or another try, is.
        refetching={query.isPlaceholderData || (query.isFetching && query.isError)}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        empty={
          <EmptyState icon={Sprout} title="No products yet" action={addButton}>
            {can('create:products')
              ? 'Add what you grow, make or sell. Connected businesses see your active products.'
              : 'Products of your business and of connected ones appear here.'}
          </EmptyState>
        }
      />
    </>
  );

  function turnPage(page: number, how?: { replace?: boolean }) {
    list.setPage(page, how);
    if (!how?.replace) window.scrollTo({ top: 0 });
  }
}
