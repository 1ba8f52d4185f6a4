'use client';
import { ClipboardList } from 'lucide-react';
import { lazy, useEffect, useMemo, useRef } from 'react';
import { Button } from '@/components/ui/base/button';
import { DateRange } from '@/components/ui/base/date-range';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { OPEN_STATUSES, ORDER_STATUSES } from '@/server/kernel/order-statuses';
import { BulkSteps } from './bulk-steps';
import { ordersColumns } from './columns';
import { ordersList } from './list';
import type { SideRules } from './side-rules';
import { ORDER_STATUS } from './status-badge';

const POLL_MS = 15_000;

const OrderPreview = lazy(() => import('./order-preview').then((m) => ({ default: m.OrderPreview })));

/** "Purchases" or "Sales": every order of the business, by status, with the next step in each row. */
export function OrdersPage({
  rules,
  parties,
}: {
  rules: SideRules;
  parties: readonly { id: string; name: string }[];
}) {
  const { can, entity } = useViewer();
  const utils = trpc.useUtils();
  const mayMove = can('update:orders');
  const list = useServerList(ordersList, trpc.orders.summaries, {
    scope: rules.side,
    fetchPage: mayMove ? utils.orders.summaries.fetch : undefined,
  });

  const buys = rules.side === 'retailer';
  const { data: counts } = trpc.orders.counts.useQuery(
    { side: buys ? 'buying' : 'selling' },
    { refetchInterval: POLL_MS },
  );

  const show = useRef(list.show);
  useEffect(() => {
    show.current = list.show;
  });
  const columns = useMemo(
    () => ordersColumns({ rules, timezone: entity.timezone, mayMove, onMoved: () => show.current() }),
    [rules, entity.timezone, mayMove],
  );

  const title = buys ? 'Purchases' : 'Sales';
  const orderButton = can('create:orders') && (
    <Button asChild variant="primary">
      <Link href={buys ? '/market' : '/orders/new'}>{buys ? 'Order from a supplier' : 'New order'}</Link>
    </Button>
  );
  return (
    <ListPage
      title={title}
      actions={orderButton}
      list={list}
      columns={columns}
      rowLabel={(order) => order.order_number}
      preview={(order) => <OrderPreview order={order} />}
      onApproach={({ id }) => void utils.orders.get.prefetch({ id })}
      tabs={
        <ViewTabs
          label={`${title} by status`}
          current={list.state.status ?? 'all'}
          tabs={[
            {
              key: 'open',
              label: 'Open',
              href: list.hrefWith({ status: 'open' }),
              count: counts && OPEN_STATUSES.reduce((sum, status) => sum + counts[status], 0),
            },
            { key: 'all', label: 'All', href: list.hrefWith({ status: null }), count: counts?.all },
            ...ORDER_STATUSES.map((status) => ({
              key: status,
              label: ORDER_STATUS[status].label,
              href: list.hrefWith({ status }),
              count: counts?.[status],
            })),
          ]}
        />
      }
      search={{
        label: 'Search orders',
        placeholder: `Order, PO number or ${buys ? 'supplier' : 'customer'}`,
      }}
      filters={
        <>
          <SelectFilter
            list={list}
            name="party"
            label={buys ? 'Supplier' : 'Customer'}
            options={parties.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ToggleFilter list={list} name="late" label="Late" />
          <DateRange
            label="Placed between"
            from={list.state.from}
            to={list.state.to}
            today={todayIn(entity.timezone)}
            onChange={({ from, to }) => list.setFilters({ from, to })}
          />
        </>
      }
      exportAs={{ path: '/api/v1/orders', fileName: 'orders.csv' }}
      bulk={
        list.selection && (
          <BulkSteps
            selection={list.selection}
            orders={list.selectedRows()}
            rules={rules}
            onDone={() => show.current()}
          />
        )
      }
      empty={
        <EmptyState icon={ClipboardList} title={buys ? 'No purchases yet' : 'No sales yet'}>
          {buys
            ? 'Your purchase orders appear here.'
            : 'Orders of your customers appear here, and those that you enter for them.'}
        </EmptyState>
      }
    />
  );
}
