'use client';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { LineAmount } from '@/components/catalog/goods/line-amount';
import { caseText } from '@/components/catalog/pricing/ladder';
import { PriceLines } from '@/components/catalog/pricing/price-lines';
import type { QuotedLine, Shortage } from '@/components/orders/types';
import { IconButton } from '@/components/ui/base/icon-button';
import { Select } from '@/components/ui/base/select';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatMoney } from '@/components/ui/format';
import { type CartLine, cartKey, type SupplierCart } from './cart';
import { checkLine, type LineCheck, totalOf } from './checks';
import { LineFlags } from './line-flags';
import { OwnPace, type Paces, usePaces } from './own-pace';
import { useCart } from './use-cart';

type Row = CartLine &
  Partial<Pick<QuotedLine, 'category' | 'image'>> & { check: LineCheck; pace: ReturnType<Paces['get']> };

const column = columnsOf<Row>();

/** The lines of one supplier's cart, each compared with what the supplier says now. */
export function CartLines({
  cart,
  store,
  locations,
  quoted,
  shortage,
  onShortage,
}: {
  cart: SupplierCart;
  /** The store that all of them are for. */
  store: { id: string; name: string } | null;
  /** With several, each line can be given to another one. */
  locations: readonly { id: string; name: string }[];
  /** By variant; null until the server was asked. */
  quoted: ReadonlyMap<string, QuotedLine> | null;
  shortage: Shortage;
  onShortage: (shortage: Shortage) => void;
}) {
  const { setQuantity, remove, moveTo } = useCart();
  const storeId = store?.id ?? null;
  const paces = usePaces(cart.lines);
  const supplierId = cart.supplier.id;
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Product',
          meta: { rowHeader: true },
          cell: ({ row: { original: line } }) => (
            <ItemCell goods={line} note={<OwnPace pace={line.pace} />}>
              <LineFlags
                line={line}
                check={line.check}
                shortage={shortage}
                onShortage={onShortage}
                onSet={(quantity) => setQuantity(supplierId, cartKey(line), quantity)}
              />
            </ItemCell>
          ),
        }),
        column.accessor((line) => line.check.price, {
          id: 'price',
          header: 'Price',
          meta: { align: 'right' },
          cell: ({ row: { original: line }, getValue }) => (
            <>
              {formatMoney(getValue())}
              {line.unit && <span className="text-muted">/{line.unit}</span>}
              <PriceLines notes={[caseText(line), line.check.more]} />
            </>
          ),
        }),
        column.accessor('quantity', {
          header: 'Quantity',
          meta: { align: 'right', card: 'control' },
          cell: ({ row: { original: line } }) => (
            <LineAmount
              goods={line}
              value={line.quantity}
              onSet={(quantity) => setQuantity(supplierId, cartKey(line), quantity)}
              caseSize={line.case_size}
              aria-invalid={line.check.problem !== null || undefined}
              stepLabel={`quantity of ${line.product_name} ${line.sku}`}
              aria-label={`Quantity of ${line.product_name} ${line.sku}`}
              className="w-36 border-border hover:border-muted md:ml-auto md:h-8"
            />
          ),
        }),
        ...(locations.length > 1
          ? [
              column.display({
                id: 'store',
                header: 'Store',
                meta: { card: 'control' as const },
                cell: ({ row: { original: line } }) => (
                  <Select
                    aria-label={`Store of ${line.product_name} ${line.sku}`}
                    className="w-36 md:h-8"
                    options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                    value={storeId}
                    onValueChange={(id) => moveTo(supplierId, cartKey(line), id)}
                  />
                ),
              }),
            ]
          : []),
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
              onClick={() => remove(supplierId, cartKey(line))}
            />
          ),
        }),
      ]),
    [supplierId, storeId, locations, shortage, onShortage, setQuantity, remove, moveTo],
  );
  return (
    <DataTable
      caption={`Items from ${cart.supplier.name}`}
      columns={columns}
      rows={cart.lines.map((line) => {
        // What a cart keeps is small: the looks are the quote's.
        const { category, image, variant_name = line.variant_name } = quoted?.get(line.variant_id) ?? {};
        const pace = paces.get(line.variant_id);
        return { ...line, variant_name, category, image, pace, check: checkLine(line, quoted, shortage) };
      })}
      getRowId={cartKey}
      rowLabel={(line) => `${line.product_name} ${line.sku}`}
      empty={null}
      shortcuts={false}
    />
  );
}
