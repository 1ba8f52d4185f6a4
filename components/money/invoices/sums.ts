type Aged = Record<'current' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_over_90', number>;

const inCents = (amounts: readonly number[]) =>
  amounts.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;

/** What open invoices come to, and the overdue ones among them, in US dollars. */
export function sumsOf({ current, ...late }: Aged): { open: number; overdue: number } {
  const overdue = inCents([late.days_1_30, late.days_31_60, late.days_61_90, late.days_over_90]);
  return { overdue, open: inCents([current, overdue]) };
}
