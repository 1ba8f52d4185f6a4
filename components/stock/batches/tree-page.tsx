'use client';
import { Layers } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import type { LocationName } from '@/components/stock/inventory/types';
import { ReceiveButton } from '@/components/stock/receiving/receive-button';
import { Badge } from '@/components/ui/base/badge';
import { EmptyState } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ExpandedRows, useExpanded } from '@/components/ui/data-table/expanded-rows';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { type RowOf, useServerList } from '@/components/ui/data-table/use-server-list';
import { NUMBER } from '@/components/ui/data-table/values';
import { trpc } from '@/components/ui/providers/trpc';
import { Expiration } from './badges';
import { BatchBranch, type Looking } from './batch-branch';
import { BranchToggle } from './branch-toggle';
import { batchTreeList } from './tree-list';
import { BatchTabs } from './view-tabs';

type Row = RowOf<typeof trpc.batches.products>;

/** A search that finds so few products shows what is in them. */
const OPENED = 3;

const column = columnsOf<Row>();
const columnsFor = (opened: boolean, today: string) =>
  column.columns([
    column.accessor('name', {
      header: 'Product',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-1">
          <ProductToggle product={original} opened={opened} />
          <ItemCell
            goods={{ ...original, product_id: original.id, product_name: original.name }}
            href={`/products/${original.id}`}
            note={original.brand}
          />
        </span>
      ),
    }),
    column.accessor('batches', { header: 'Batches', ...NUMBER, meta: { align: 'right', card: 'detail' } }),
    column.accessor('expires_on', {
      header: 'First to expire',
      meta: { card: 'detail' },
      cell: ({ row: { original } }) => <Expiration expiresOn={original.expires_on} today={today} />,
    }),
    column.display({
      id: 'faults',
      header: 'To look at',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => <Faults {...original} />,
    }),
    column.accessor('quantity', { header: 'On hand', ...NUMBER, meta: { align: 'right', card: 'detail' } }),
  ]);

/** What keeps batches of a product from being sold, or from being sold with proof. */
function Faults({ held, uncertified }: Pick<Row, 'held' | 'uncertified'>) {
  if (held + uncertified === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {held > 0 && (
        <Badge tone="danger" icon="lock">
          {held} on hold
        </Badge>
      )}
      {uncertified > 0 && (
        <Badge tone="warning" icon="triangle">
          {uncertified} without certificate
        </Badge>
      )}
    </span>
  );
}

/** Whether a product is open: as it was found, unless it was pressed. */
function useOpen(id: string, opened: boolean) {
  const { open: pressed, toggle } = useExpanded(id);
  return { open: pressed !== opened, toggle };
}

function ProductToggle({ product, opened }: { product: Row; opened: boolean }) {
  return <BranchToggle label={`Batches of ${product.name}`} {...useOpen(product.id, opened)} />;
}

function Branch({
  product,
  opened,
  frame,
  ...looking
}: { product: Row; opened: boolean; frame: (content: ReactNode) => ReactNode } & Looking) {
  const { open } = useOpen(product.id, opened);
  return open ? frame(<BatchBranch product={product} {...looking} />) : null;
}

/** Products, their batches and the packages of these, on one page. @param today in the timezone of the business */
export function BatchTreePage({ today, locations }: { today: string; locations: readonly LocationName[] }) {
  const list = useServerList(batchTreeList, trpc.batches.products);
  const { q, location_id } = list.state;
  const opened = q !== '' && (list.rows?.length ?? 0) <= OPENED;
  const columns = useMemo(() => columnsFor(opened, today), [opened, today]);
  const { search } = list.request;
  const only = { ...(search && { search }), ...(location_id && { location_id }) };
  return (
    <ExpandedRows key={q}>
      <ListPage
        title="Batches"
        actions={<ReceiveButton />}
        list={list}
        columns={columns}
        rowLabel={(product) => product.name}
        caption="Batches by product"
        tabs={<BatchTabs current="products" />}
        search={{ label: 'Search batches', placeholder: 'Batch number or product' }}
        filters={
          <SelectFilter
            list={list}
            name="location_id"
            label="Location"
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        }
        exportAs={{
          path: '/api/v1/batches',
          fileName: 'batches.csv',
          request: only,
        }}
        below={(product, frame) => <Branch {...{ product, opened, frame, today, locations, only }} />}
        empty={
          <EmptyState icon={Layers} title="No batches yet">
            Batches appear here when you add a certificate, import stock with batch numbers, or receive an
            order.
          </EmptyState>
        }
      />
    </ExpandedRows>
  );
}
