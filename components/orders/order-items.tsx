'use client';
import { useMemo } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { MONEY, NUMBER } from '@/components/data-table/values';
import { ItemCell } from '@/components/goods/item-cell';
import { QuantityEditor } from './quantity-editor';
import { RemoveItem } from './remove-item';
import type { Order, OrderItem } from './types';

/** A line with what its edits need to know of the order, so that the columns stay the same while it changes. */
type Line = OrderItem & { order: Order };

const column = columnsOf<Line>();

/** The lines of an order; with `editing`, each can be changed or removed. */
export function OrderItems({ order, editing }: { order: Order; editing: { reduceOnly: boolean } | null }) {
  const reduceOnly = editing?.reduceOnly ?? false;
  const editable = editing !== null;
  const columns = useMemo(() => {
    const shared = column.columns([
      column.accessor('product_name', {
        header: 'Product',
        meta: { rowHeader: true },
        cell: ({ row: { original } }) => (
          <ItemCell goods={original} href={`/products/${original.product_id}`} lots={original.lots} />
        ),
      }),
      column.accessor('unit_price', { header: 'Price', ...MONEY }),
      column.accessor('quantity', { header: 'Quantity', ...NUMBER }),
      column.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', card: 'badge' } }),
    ]);
    if (!editable) return shared;
    return [
      ...shared,
      column.display({
        id: 'edit',
        header: () => <span className="sr-only">Edit</span>,
        meta: { card: 'actions', align: 'right' },
        cell: ({ row: { original } }) => (
          <span className="inline-flex gap-1">
            <QuantityEditor order={original.order} item={original} reduceOnly={reduceOnly} />
            <RemoveItem order={original.order} item={original} />
          </span>
        ),
      }),
    ];
  }, [editable, reduceOnly]);
  return (
    <DataTable
      caption="Items of the order"
      columns={columns}
      rows={order.items.map((item) => ({ ...item, order }))}
      getRowId={(item) => item.id}
      rowLabel={(item) => `${item.product_name} ${item.sku}`}
      empty={null}
      shortcuts={false}
    />
  );
}
