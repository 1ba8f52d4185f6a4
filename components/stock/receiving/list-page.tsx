'use client';
import { PackageOpen } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState } from '@/components/ui/base/empty-state';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { receiptColumns } from './columns';
import { KIND } from './labels';
import { receiptsList } from './list';
import { ReceiveButton } from './receive-button';
import type { GoodsKind, Place } from './types';

const KINDS = (Object.keys(KIND) as GoodsKind[]).map((value) => ({ value, label: KIND[value] }));

/** Goods that came from outside of Tallyleaf. */
export function ReceiptsPage({ places }: { places: readonly Place[] }) {
  const list = useServerList(receiptsList, trpc.goodsReceipts.list);
  const columns = useMemo(() => receiptColumns(places), [places]);
  return (
    <ListPage
      title="Goods receipts"
      actions={<ReceiveButton />}
      list={list}
      columns={columns}
      rowLabel={({ number }) => number}
      search={{ label: 'Search goods receipts', placeholder: 'Number or supplier' }}
      filters={
        <>
          <SelectFilter
            list={list}
            name="location_id"
            label="Location"
            options={places.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectFilter list={list} name="kind" label="Kind" options={KINDS} />
        </>
      }
      exportAs={{ path: '/api/v1/goods-receipts', fileName: 'goods-receipts.csv' }}
      empty={
        <EmptyState icon={PackageOpen} title="No goods receipts yet" action={<ReceiveButton />}>
          Goods that you receive from suppliers outside of Tallyleaf appear here.
        </EmptyState>
      }
    />
  );
}
