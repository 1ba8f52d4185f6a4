'use client';
import { useMemo } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { OfferPrice } from '@/components/catalog/pricing/offer-price';
import { subtotalOf } from '@/components/orders/cart/cart';
import type { ReorderSuggestion } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, formatCount, formatDate, formatMoney } from '@/components/ui/format';
import { sayLimited } from './limited';
import { linesOf, mostOf, type Quantities, quantityOf, rowKey, whyOf } from './reorder';
import { StockHint } from './stock-hint';

/** A suggestion with the quantity of its field; null while that is empty. */
type Row = ReorderSuggestion & { quantity: number | null };

const column = columnsOf<Row>();

/** What another store of the business has: moving it comes before buying more. */
function Elsewhere({ row, canTransfer }: { row: ReorderSuggestion; canTransfer: boolean }) {
  const [most] = row.elsewhere;
  if (!most) return null;
  const { location, sellable_quantity } = most;
  return (
    <span className="block text-sm">
      {formatAmount(sellable_quantity, row)} in {location.name}
      {canTransfer && (
        <>
          {' · '}
          <Link
            href={`/inventory/transfers/new?location_id=${location.id}&search=${encodeURIComponent(row.sku)}`}
            className="rounded-sm text-link underline underline-offset-2"
            aria-label={`Transfer ${row.product_name} ${row.sku} from ${location.name}`}
          >
            Transfer
          </Link>
        </>
      )}
    </span>
  );
}

/** What one supplier sells of what is low, at all stores that are shown, and the press that puts it into the cart. */
export function ReorderSupplier({
  supplier,
  rows,
  nextDelivery,
  quantities,
  places,
  canTransfer,
  onQuantity,
  onAdd,
}: {
  supplier: ReorderSuggestion['supplier'];
  rows: readonly ReorderSuggestion[];
  /** The first day on which it delivers what is ordered now; null where it doesn't say. */
  nextDelivery: string | null;
  quantities: Quantities;
  /** Whether rows say for which store they are. */
  places: boolean;
  canTransfer: boolean;
  onQuantity: (key: string, quantity: number | null) => void;
  onAdd: () => void;
}) {
  const lines = linesOf(rows, quantities);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Product',
          meta: { rowHeader: true },
          cell: ({ row: { original: row } }) => (
            <ItemCell
              goods={row}
              note={
                <>
                  <StockHint available={row.available_quantity} goods={row} />
                  {/* Where its column has no room. */}
                  {places && <span className="@min-[58rem]:hidden max-md:hidden"> {row.location.name}</span>}
                </>
              }
            />
          ),
        }),
        ...(places
          ? [
              column.accessor(({ location }) => location.name, {
                id: 'location',
                header: 'Store',
                meta: { card: 'detail' as const, className: 'wraps', hideBelow: 'lg' as const },
              }),
            ]
          : []),
        column.accessor(whyOf, {
          id: 'why',
          header: 'How this was calculated',
          meta: { card: 'detail', leaves: 'first' },
          cell: ({ row: { original: row }, getValue }) => (
            <>
              {getValue()}
              <Elsewhere row={row} canTransfer={canTransfer} />
            </>
          ),
        }),
        column.accessor('wholesale_price', {
          header: 'Price',
          meta: { align: 'right', card: 'badge', leaves: 'last' },
          cell: ({ row: { original: row } }) => <OfferPrice offer={row} quantity={row.quantity ?? 0} />,
        }),
        column.accessor('quantity', {
          header: 'Quantity',
          meta: { align: 'right', card: 'control' },
          cell: ({ row: { original: row } }) => {
            const name = `${row.product_name} ${row.variant_name}${places ? `, ${row.location.name}` : ''}`;
            return (
              <AmountInput
                goods={row}
                value={row.quantity}
                onValueChange={(quantity) => onQuantity(rowKey(row), quantity)}
                min={0}
                max={Math.min(mostOf(row), 1_000_000)}
                caseSize={row.case_size}
                onLimited={(most) => sayLimited(name, most, row)}
                stepLabel={`quantity of ${name}`}
                aria-label={`Quantity of ${name}`}
                className="w-36 md:ml-auto md:h-8"
              />
            );
          },
        }),
      ]),
    [places, canTransfer, onQuantity],
  );
  return (
    <Section
      title={supplier.name}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted tabular-nums">
            {nextDelivery && `Next delivery ${formatDate(nextDelivery)} · `}
            {formatCount(lines.length, 'item')} · {formatMoney(subtotalOf(lines))}
          </p>
          <Button
            disabled={lines.length === 0}
            onClick={onAdd}
            aria-label={`Add to cart from ${supplier.name}`}
          >
            Add to cart
          </Button>
        </div>
      }
    >
      <DataTable
        caption={`Low on stock, sold by ${supplier.name}`}
        columns={columns}
        rows={rows.map((row) => ({ ...row, quantity: quantityOf(row, quantities) }))}
        getRowId={rowKey}
        rowLabel={(row) => `${row.product_name} ${row.sku}`}
        empty={null}
        shortcuts={false}
      />
    </Section>
  );
}
