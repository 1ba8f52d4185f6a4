'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { ClipboardList } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ExportButton } from '@/components/data-table/export-button';
import { ListToolbar } from '@/components/data-table/toolbar';
import { useListState } from '@/components/data-table/use-list-state';
import { useSelection } from '@/components/data-table/use-selection';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useSeed } from '@/components/providers/use-seed';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/combobox';
import { DateRange } from '@/components/ui/date-range';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { ViewTabs } from '@/components/ui/view-tabs';
import { BulkSteps } from './bulk-steps';
import { NewRowsNotice } from './new-rows-notice';
import { ordersColumns } from './orders-columns';
import { ORDERS_PER_PAGE, ordersList, ordersQuery, STATUSES } from './orders-list';
import type { SideRules } from './side-rules';
import { ORDER_STATUS } from './status-badge';
import type { Order, OrderCounts, OrderList, OrdersQuery } from './types';
import { useCalmRows } from './use-calm-rows';

const POLL_MS = 15_000;

/** "Purchases" or "Sales": every order of the business, by status, with the next step in each row. */
export function OrdersPage({
  rules,
  seed,
  parties,
}: {
  rules: SideRules;
  seed: { at: number; input: OrdersQuery; list: OrderList; counts: OrderCounts };
  parties: readonly { id: string; name: string }[];
}) {
  const { can, entity } = useViewer();
  const utils = trpc.useUtils();
  const list = useListState(ordersList);
  const { state } = list;
  const input = ordersQuery(state, rules.side);
  useSeed(seed.at, [
    [getQueryKey(trpc.orders.list, seed.input, 'query'), seed.list],
    [getQueryKey(trpc.orders.counts, {}, 'query'), seed.counts],
  ]);
  const query = trpc.orders.list.useQuery(input, {
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const { data: counts } = trpc.orders.counts.useQuery({}, { refetchInterval: POLL_MS });

  const settled = !query.isPlaceholderData;
  const calm = useCalmRows(query.data?.data, list.viewKey + list.pageKey, settled);
  const known = useRef(new Map<string, Order>());
  for (const order of query.data?.data ?? []) known.current.set(order.id, order);

  const mayMove = can('update:orders');
  const selection = useSelection({
    ids: calm.rows?.map((order) => order.id),
    viewKey: list.viewKey,
    pageKey: list.pageKey,
    settled,
    loadMatchingIds: async () => {
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const { data, pagination } = await utils.orders.list.fetch({ ...input, page, limit: 500 });
        for (const order of data) known.current.set(order.id, order);
        ids.push(...data.map((order) => order.id));
        if (!pagination.has_more) return ids;
      }
    },
  });

  const show = useRef(calm.show);
  useEffect(() => {
    show.current = calm.show;
  });
  const columns = useMemo(
    () => ordersColumns({ rules, timezone: entity.timezone, mayMove, onMoved: () => show.current() }),
    [rules, entity.timezone, mayMove],
  );

  const buys = rules.side === 'retailer';
  const title = buys ? 'Purchases' : 'Sales';
  const failure = failureOf(query.error);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          buys &&
          can('create:orders') && (
            <Button asChild variant="primary">
              <Link href="/market">Order from a supplier</Link>
            </Button>
          )
        }
      />
      <ViewTabs
        label={`${title} by status`}
        current={state.status ?? 'all'}
        tabs={[
          { key: 'all', label: 'All', href: list.hrefWith({ status: null }), count: counts?.all },
          ...STATUSES.map((status) => ({
            key: status,
            label: ORDER_STATUS[status].label,
            href: list.hrefWith({ status }),
            count: counts?.[status],
          })),
        ]}
      />
      <ListToolbar
        filtered={list.filtered}
        onClear={list.clear}
        end={<ExportButton path="/api/v1/orders" input={input} fileName="orders.csv" />}
        search={
          <SearchBox
            value={state.q}
            onSearch={list.setSearch}
            label="Search orders"
            placeholder={`Order number or ${buys ? 'supplier' : 'customer'}`}
          />
        }
      >
        <FilterSelect
          label={buys ? 'Supplier' : 'Customer'}
          options={parties.map(({ id, name }) => ({ value: id, label: name }))}
          value={state.party ? [state.party] : []}
          onValueChange={([party]) => list.setFilters({ party: party ?? null })}
        />
        <DateRange
          label="Placed between"
          from={state.from}
          to={state.to}
          onChange={({ from, to }) => list.setFilters({ from, to })}
        />
      </ListToolbar>
      <DataTable
        caption={title}
        columns={columns}
        rows={calm.rows}
        getRowId={(order) => order.id}
        rowLabel={(order) => order.order_number}
        sort={state.sort}
        onSortChange={list.setSort}
        pagination={
          query.data && {
            page: state.page,
            limit: ORDERS_PER_PAGE,
            total: query.data.pagination.total ?? 0,
            onPageChange: list.setPage,
          }
        }
        selection={mayMove ? selection : undefined}
        bulkActions={
          <BulkSteps
            selection={selection}
            known={known.current}
            rules={rules}
            onDone={() => show.current()}
          />
        }
        refetching={query.isPlaceholderData}
        error={query.error && { message: failure?.message, requestId: failure?.requestId }}
        onRetry={() => void query.refetch()}
        filtered={list.filtered}
        onClearFilters={list.clear}
        notice={
          <NewRowsNotice
            count={state.page === 1 && state.sort === '-created_at' ? calm.added : 0}
            changed={calm.changed}
            onShow={calm.show}
          />
        }
        empty={
          <EmptyState
            icon={ClipboardList}
            title={buys ? 'No purchases yet' : 'No sales yet'}
            action={
              buys &&
              can('create:orders') && (
                <Button asChild variant="primary">
                  <Link href="/market">Order from a supplier</Link>
                </Button>
              )
            }
          >
            {buys ? 'Your purchase orders appear here.' : 'Orders from connected retailers appear here.'}
          </EmptyState>
        }
      />
    </>
  );
}
