import { type CartLine, lineOf } from '@/components/orders/cart/cart';
import type { ReorderSuggestion } from '@/components/orders/types';
import { formatAmount } from '@/components/ui/format';

/** Quantities by variant; null while a field is empty. */
export type Quantities = Readonly<Record<string, number | null>>;

export type SupplierRows = { supplier: ReorderSuggestion['supplier']; rows: ReorderSuggestion[] };

/** Suggestions by supplier, in the order of the response. */
export function bySupplier(rows: readonly ReorderSuggestion[]): SupplierRows[] {
  const groups = new Map<string, SupplierRows>();
  for (const row of rows) {
    const group = groups.get(row.supplier.id) ?? { supplier: row.supplier, rows: [] };
    group.rows.push(row);
    groups.set(row.supplier.id, group);
  }
  return [...groups.values()];
}

/** What can be ordered of a row, in whole cases. */
export const mostOf = ({ available_quantity, case_size }: ReorderSuggestion): number =>
  Math.floor(available_quantity / case_size) * case_size;

/** What was typed for a row; until then the suggestion, as far as the supplier has it. */
export function quantityOf(row: ReorderSuggestion, quantities: Quantities): number | null {
  const typed = quantities[row.variant_id];
  return typed === undefined ? Math.min(row.suggested_quantity, mostOf(row)) : typed;
}

/** The lines that go into the cart: rows with a quantity. */
export function linesOf(rows: readonly ReorderSuggestion[], quantities: Quantities): CartLine[] {
  return rows.flatMap((row) => {
    const quantity = quantityOf(row, quantities) ?? 0;
    if (quantity < 1) return [];
    return [lineOf(row, quantity)];
  });
}

/** Why so much is suggested: "Sold 24 in 30 days, 6 left, 12 on order". */
export function whyOf(row: ReorderSuggestion): string {
  const { sold_30_days, sellable_quantity, incoming_quantity } = row;
  const sold =
    sold_30_days > 0 ? `Sold ${formatAmount(sold_30_days, row)} in 30 days` : 'None sold in 30 days';
  const parts = [sold, `${formatAmount(sellable_quantity, row)} left`];
  if (incoming_quantity > 0) parts.push(`${formatAmount(incoming_quantity, row)} on order`);
  return parts.join(', ');
}
