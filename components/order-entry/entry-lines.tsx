'use client';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { checkLine, type LineCheck, totalOf } from '@/components/cart/checks';
import { LineFlags } from '@/components/cart/line-flags';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { formatMoney, formatNumber, UNKNOWN } from '@/components/format';
import { AmountInput } from '@/components/goods/amount-input';
import { ItemCell } from '@/components/goods/item-cell';
import type { QuotedLine, Shortage } from '@/components/orders/types';
import { IconButton } from '@/components/ui/icon-button';
import { type EntryLine, MOST_UNITS } from './entry';

type Row = EntryLine & { check: LineCheck };

const column = columnsOf<Row>();

/** The lines of an order that is being entered: price, what the customer last paid, and stock beside each. */
export function EntryLines({
  lines,
  quoted,
  shortage,
  onShortage,
  onSet,
  onRemove,
}: {
  lines: readonly EntryLine[];
  /** By variant; null until the server was asked. */
  quoted: ReadonlyMap<string, QuotedLine> | null;
  shortage: Shortage;
  onShortage: (shortage: Shortage) => void;
  onSet: (variantId: string, quantity: number) => void;
  onRemove: (variantId: string) => void;
}) {
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Item',
          meta: { rowHeader: true },
          cell: ({ row: { original: line } }) => (
            <ItemCell goods={line}>
              <LineFlags
                line={line}
                check={line.check}
                shortage={shortage}
                onShortage={onShortage}
                onSet={(quantity) => onSet(line.variant_id, quantity)}
              />
            </ItemCell>
          ),
        }),
        column.accessor('quantity', {
          header: 'Amount',
          meta: { align: 'right', card: 'control' },
          cell: ({ row: { original: line } }) => (
            <AmountInput
              goods={line}
              value={line.quantity}
              onValueChange={(quantity) => {
                if (quantity !== null && quantity >= 1 && quantity <= MOST_UNITS)
                  onSet(line.variant_id, quantity);
              }}
              min={1}
              max={MOST_UNITS}
              aria-invalid={line.check.problem !== null || undefined}
              stepLabel={`amount of ${line.product_name} ${line.sku}`}
              aria-label={`Amount of ${line.product_name} ${line.sku}`}
              className="w-36 border-border hover:border-muted md:ml-auto md:h-8"
            />
          ),
        }),
        column.accessor((line) => line.check.available, {
          id: 'available',
          header: 'Available',
          meta: { align: 'right' },
          cell: (info) => {
            const available = info.getValue();
            return available === null ? UNKNOWN : formatNumber(available);
          },
        }),
        column.accessor('last_price', {
          header: 'Last paid',
          meta: { align: 'right' },
          cell: (info) => formatMoney(info.getValue()),
        }),
        column.accessor((line) => line.check.price, {
          id: 'price',
          header: 'Price',
          meta: { align: 'right' },
          cell: (info) => formatMoney(info.getValue()),
        }),
        column.accessor((line) => totalOf(line, line.check), {
          id: 'total',
          header: 'Total',
          meta: { align: 'right', card: 'badge' },
          cell: (info) => formatMoney(info.getValue()),
        }),
        column.display({
          id: 'remove',
          header: () => <span className="sr-only">Remove</span>,
          meta: { card: 'control', align: 'right' },
          cell: ({ row: { original: line } }) => (
            <IconButton
              icon={Trash2}
              size="sm"
              label={`Remove ${line.product_name} ${line.sku}`}
              tooltip="Remove"
              onClick={() => onRemove(line.variant_id)}
            />
          ),
        }),
      ]),
    [shortage, onShortage, onSet, onRemove],
  );
  return (
    <DataTable
      caption="Lines of the order"
      columns={columns}
      rows={lines.map((line) => ({ ...line, check: checkLine(line, quoted, shortage) }))}
      getRowId={(line) => line.variant_id}
      rowLabel={(line) => `${line.product_name} ${line.sku}`}
      empty={null}
      shortcuts={false}
    />
  );
}
