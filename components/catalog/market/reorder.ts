import { type CartLine, lineOf } from '@/components/orders/cart/cart';
import type { ReorderSuggestion } from '@/components/orders/types';
import { formatAmount, formatCount } from '@/components/ui/format';

/** Quantities by `rowKey`; null while a field is empty. */
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

/** What tells suggestions apart: a variant of a seller for a store. */
export const rowKey = ({ supplier, variant_id, location }: ReorderSuggestion): string =>
  `${supplier.id} ${variant_id} ${location.id}`;

/** What can be ordered of a row, in whole cases. */
export const mostOf = ({ available_quantity, case_size }: ReorderSuggestion): number =>
  Math.floor(available_quantity / case_size) * case_size;

/** What was typed for a row; until then the suggestion, as far as the supplier has it. */
export function quantityOf(row: ReorderSuggestion, quantities: Quantities): number | null {
  const typed = quantities[rowKey(row)];
  return typed === undefined ? Math.min(row.suggested_quantity, mostOf(row)) : typed;
}

/** The lines that go into the cart, each for its store: rows with a quantity. */
export function linesOf(rows: readonly ReorderSuggestion[], quantities: Quantities): CartLine[] {
  return rows.flatMap((row) => {
    const quantity = quantityOf(row, quantities) ?? 0;
    if (quantity < 1) return [];
    return [{ ...lineOf(row, quantity), location_id: row.location.id }];
  });
}

/** For how many days the stock lasts at the pace of 30 days; null where nothing was sold. */
export const daysOfCover = ({ sold_30_days, sellable_quantity }: ReorderSuggestion): number | null =>
  sold_30_days > 0 ? Math.floor((sellable_quantity * 30) / sold_30_days) : null;

/** Why so much is suggested: "Sold 24 in 30 days, 6 left for 7 days, 12 on order, par 48". */
export function whyOf(row: ReorderSuggestion): string {
  const { sold_30_days, sellable_quantity, incoming_quantity, par } = row;
  const days = daysOfCover(row);
  const sold =
    sold_30_days > 0 ? `Sold ${formatAmount(sold_30_days, row)} in 30 days` : 'None sold in 30 days';
  const left = `${formatAmount(sellable_quantity, row)} left`;
  const parts = [
    sold,
    days === null || sellable_quantity === 0 ? left : `${left} for ${formatCount(days, 'day')}`,
  ];
  if (incoming_quantity > 0) parts.push(`${formatAmount(incoming_quantity, row)} on order`);
  if (par !== null) parts.push(`par ${formatAmount(par, row)}`);
  return parts.join(', ');
}
