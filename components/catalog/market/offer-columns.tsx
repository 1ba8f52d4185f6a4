import type { Offer } from '@/components/orders/types';
import { formatAmount } from '@/components/ui/format';
import { potencyOf } from './potency';
import { StockHint } from './stock-hint';

interface Cell {
  row: { original: Offer };
}

/** What a supplier's catalog and the market show alike of an offer: `column.accessor('thc_percentage', POTENCY)`. */
export const POTENCY = {
  header: 'THC',
  cell: ({ row: { original } }: Cell) => potencyOf(original),
};
export const STOCK = {
  header: 'Stock',
  meta: { card: 'detail' },
  cell: ({ row: { original } }: Cell) => (
    <StockHint available={original.available_quantity} goods={original} />
  ),
} as const;
export const OWN = {
  header: 'You have',
  meta: { align: 'right', hideBelow: 'lg' },
  cell: ({ row: { original } }: Cell) => formatAmount(original.own_quantity, original),
} as const;
export const ORDERED = { id: 'order', header: 'Quantity', meta: { card: 'control' } } as const;
