'use client';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { LineAmount } from '@/components/catalog/goods/line-amount';
import { type LineTerms, lineKey } from '@/components/orders/cart/cart';
import { checkLine, type LineCheck, totalOf } from '@/components/orders/cart/checks';
import { LineFlags } from '@/components/orders/cart/line-flags';
import type { QuotedLine, Shortage } from '@/components/orders/types';
import { IconButton } from '@/components/ui/base/icon-button';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, formatMoney } from '@/components/ui/format';
import type { EntryLine } from './entry';
import { EntryPrice } from './entry-price';

type Row = EntryLine & { check: LineCheck; price_source: QuotedLine['price_source'] | undefined };

const column = columnsOf<Row>();

/** The lines of an order that is being entered: price, what the customer last paid, and stock beside each. */
export function EntryLines({
  lines,
  quoted,
  shortage,
  onShortage,
  onSet,
  onTerms,
  onRemove,
}: {
  lines: readonly EntryLine[];
  /** By the lines' keys; null until the server was asked. */
  quoted: ReadonlyMap<string, QuotedLine> | null;
  shortage: Shortage;
  onShortage: (shortage: Shortage) => void;
  onSet: (key: string, quantity: number) => void;
  onTerms: (key: string, terms: LineTerms) => void;
  onRemove: (key: string) => void;
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
                onSet={(quantity) => onSet(lineKey(line), quantity)}
              />
            </ItemCell>
          ),
        }),
        column.accessor('quantity', {
          header: 'Amount',
          meta: { align: 'right', card: 'control' },
          cell: ({ row: { original: line } }) => (
            <LineAmount
              goods={line}
              value={line.quantity}
              onSet={(quantity) => onSet(lineKey(line), quantity)}
              aria-invalid={line.check.problem !== null || undefined}
              stepLabel={`amount of ${line.product_name} ${line.sku}`}
              aria-label={`Amount of ${line.product_name} ${line.sku}`}
              className="w-36 border-border hover:border-muted md:ml-auto md:h-8"
            />
          ),
        }),
        column.accessor((line) => line.check.price, {
          id: 'price',
          header: 'Price',
          meta: { align: 'right', card: 'detail', leaves: 'last' },
          cell: ({ row: { original: line } }) => <EntryPrice line={line} onSet={onTerms} />,
        }),
        column.accessor((line) => totalOf(line, line.check), {
          id: 'total',
          header: 'Total',
          meta: { align: 'right', card: 'badge', leaves: 'last' },
          cell: (info) => formatMoney(info.getValue()),
        }),
        column.accessor((line) => line.check.available, {
          id: 'available',
          header: 'Available',
          meta: { align: 'right', card: 'detail' },
          cell: ({ row: { original: line } }) => formatAmount(line.check.available, line),
        }),
        column.accessor('last_price', {
          header: 'Last paid',
          meta: { align: 'right', leaves: 'first' },
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
              onClick={() => onRemove(lineKey(line))}
            />
          ),
        }),
      ]),
    [shortage, onShortage, onSet, onTerms, onRemove],
  );
  return (
    <DataTable
      caption="Lines of the order"
      columns={columns}
      rows={lines.map((line) => ({
        ...line,
        price_source: quoted?.get(lineKey(line))?.price_source,
        check: checkLine(line, quoted, shortage),
      }))}
      getRowId={lineKey}
      rowLabel={(line) => `${line.product_name} ${line.sku}`}
      empty={null}
      shortcuts={false}
    />
  );
}
