import type { Order } from './types';

type Adjustment = Order['adjustments'][number];

/** An adjustment while it is edited. */
export type AdjustmentRow = {
  key: number;
  kind: Adjustment['kind'];
  label: string;
  /** Dollars, or percent of the subtotal. */
  value: number | null;
  by: 'amount' | 'percent';
};

/** What an order has at most. */
export const MOST_ROWS = 10;

export const KIND_LABELS = { discount: 'Discount', freight: 'Freight', fee: 'Fee' } as const;

export const rowsOf = (adjustments: Order['adjustments']): AdjustmentRow[] =>
  adjustments.map(({ kind, label, amount, bps = 0 }, key) => ({
    ...{ key, kind, label },
    ...(amount === undefined ? { value: bps / 100, by: 'percent' } : { value: amount, by: 'amount' }),
  }));

/** What is wrong with a row. */
export function rowError({ value, by }: AdjustmentRow): string | undefined {
  if (value === null) return by === 'amount' ? 'Enter an amount' : 'Enter a percentage';
  return by === 'percent' && value > 100 ? 'Use at most 100%' : undefined;
}

/** Rows as the server takes them. */
export const sentOf = (rows: readonly AdjustmentRow[]) =>
  rows.map(({ kind, label, value, by }) => ({
    kind,
    label: label.trim() || KIND_LABELS[kind],
    ...(by === 'amount' ? { amount: value ?? 0 } : { bps: Math.round((value ?? 0) * 100) }),
  }));
