'use client';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { OfferPrice } from '@/components/catalog/pricing/offer-price';
import { cartOf, MAX_LINES, subtotalOf } from '@/components/orders/cart/cart';
import { sayAdded } from '@/components/orders/cart/say-added';
import { useCart } from '@/components/orders/cart/use-cart';
import type { ReorderSuggestion } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Section } from '@/components/ui/base/section';
import { showFailure } from '@/components/ui/base/toast';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatCount, formatMoney } from '@/components/ui/format';
import { sayLimited } from './limited';
import { linesOf, mostOf, type Quantities, quantityOf, whyOf } from './reorder';
import { StockHint } from './stock-hint';

/** A suggestion with the quantity of its field; null while that is empty. */
type Row = ReorderSuggestion & { quantity: number | null };

const column = columnsOf<Row>();
const number = { meta: { align: 'right' as const } };

/** What one supplier sells of what is low, and the press that puts it into the cart. */
export function ReorderSupplier({
  supplier,
  rows,
  locationId,
}: {
  supplier: ReorderSuggestion['supplier'];
  rows: readonly ReorderSuggestion[];
  /** Where the order goes. */
  locationId: string;
}) {
  const router = useRouter();
  const { cart, put } = useCart();
  const [quantities, setQuantities] = useState<Quantities>({});
  const lines = linesOf(rows, quantities);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('product_name', {
          header: 'Product',
          meta: { rowHeader: true },
          cell: ({ row: { original: row } }) => (
            <ItemCell goods={row} note={<StockHint available={row.available_quantity} goods={row} />} />
          ),
        }),
        column.accessor(whyOf, { id: 'why', header: 'How this was calculated', meta: { card: 'detail' } }),
        column.accessor('wholesale_price', {
          header: 'Price',
          ...number,
          cell: ({ row: { original: row } }) => <OfferPrice offer={row} quantity={row.quantity ?? 0} />,
        }),
        column.accessor('quantity', {
          header: 'Quantity',
          meta: { align: 'right', card: 'control' },
          cell: ({ row: { original: row } }) => {
            const name = `${row.product_name} ${row.variant_name}`;
            return (
              <AmountInput
                goods={row}
                value={row.quantity}
                onValueChange={(quantity) =>
                  setQuantities((before) => ({ ...before, [row.variant_id]: quantity }))
                }
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
    [],
  );
  const addToCart = () => {
    const there = cartOf(cart, supplier.id)?.lines;
    if (!put(supplier, lines, { location_id: locationId })) {
      showFailure('The cart is full', `One order takes ${MAX_LINES} items. Place this one first.`);
      return;
    }
    sayAdded(there, lines);
    router.push('/cart');
  };
  return (
    <Section
      title={supplier.name}
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted tabular-nums">
            {formatCount(lines.length, 'item')} · {formatMoney(subtotalOf(lines))}
          </p>
          <Button
            variant="primary"
            disabled={lines.length === 0}
            onClick={addToCart}
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
        getRowId={(row) => row.variant_id}
        rowLabel={(row) => `${row.product_name} ${row.sku}`}
        empty={null}
        shortcuts={false}
      />
    </Section>
  );
}
