import { documentOf } from './prices';
import type { Allocation, Invoice, ModelOrder, Pair, Payment } from './world';

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/** Whether something counts at the end of a day; now without one. */
const isActive = ({ made, reversed }: Allocation, day?: string) =>
  day === undefined ? reversed === null : made <= day && (reversed === null || reversed > day);
const counts = ({ received, voided }: Payment, day?: string) =>
  day === undefined ? voided === null : received <= day && (voided === null || voided > day);

/** Cents that went from a document, or to one. */
export const movedBy = (pair: Pair, id: string, day?: string): number =>
  sum(
    pair.allocations
      .filter((one) => (one.from === id || one.to === id) && isActive(one, day))
      .map(({ cents }) => cents),
  );

export const openOf = (pair: Pair, { id, total }: Invoice): number => total - movedBy(pair, id);

/** What a payment or a credit note has left, in cents. */
export const leftOf = (pair: Pair, { id }: { id: string }): number => {
  const paid = pair.payments.find((one) => one.id === id);
  if (paid) return paid.kind === 'payment' && paid.voided === null ? paid.amount - movedBy(pair, id) : 0;
  return (pair.credits.find((one) => one.id === id)?.total ?? 0) - movedBy(pair, id);
};

/** The oldest due first, then by number. */
export const byDueDay = (one: Invoice, other: Invoice): number =>
  one.due === other.due ? (one.number < other.number ? -1 : 1) : one.due < other.due ? -1 : 1;

/** What of credits and payments, less refunds, settles nothing at the end of a day (decision 691). */
export function unappliedOn({ invoices, payments, credits, allocations }: Pair, day?: string): number {
  const ids = new Set(invoices.map(({ id }) => id));
  return (
    sum(
      payments
        .filter((one) => counts(one, day))
        .map(({ kind, amount }) => (kind === 'payment' ? amount : -amount)),
    ) +
    sum(credits.filter(({ issued }) => day === undefined || issued <= day).map(({ total }) => total)) -
    sum(allocations.filter((one) => ids.has(one.to) && isActive(one, day)).map(({ cents }) => cents))
  );
}

/** What a pair owes at the end of a day by the age of invoices, as `GET /receivables` has it, in cents. */
export function agesOn(pair: Pair, day: string) {
  const buckets = [0, 0, 0, 0, 0];
  for (const { id, issued, due, total } of pair.invoices) {
    if (issued > day) continue;
    const age = Math.round((Date.parse(day) - Date.parse(due)) / 86_400_000);
    const bucket = age <= 0 ? 0 : age <= 30 ? 1 : age <= 60 ? 2 : age <= 90 ? 3 : 4;
    buckets[bucket] = (buckets[bucket] ?? 0) + total - movedBy(pair, id, day);
  }
  const [current, days_1_30, days_31_60, days_61_90, days_over_90] = buckets;
  const unapplied = unappliedOn(pair, day);
  return {
    ...{ current, days_1_30, days_31_60, days_61_90, days_over_90, unapplied },
    balance: sum(buckets) - unapplied,
  };
}

/** Every document and payment by its day: what it adds to the balance, in cents. */
export function entriesOf({ invoices, credits, payments }: Pair): Array<{ day: string; cents: number }> {
  return [
    ...invoices.map(({ issued, total }) => ({ day: issued, cents: total })),
    ...credits.map(({ issued, total }) => ({ day: issued, cents: -total })),
    ...payments.flatMap(({ kind, amount, received, voided }) => {
      const cents = kind === 'payment' ? -amount : amount;
      return [{ day: received, cents }, ...(voided === null ? [] : [{ day: voided, cents: -cents }])];
    }),
  ];
}

export const balanceOf = (pair: Pair): number => sum(entriesOf(pair).map(({ cents }) => cents));

const COUNTED: Record<Pair['check'], readonly ModelOrder['status'][]> = {
  placing: ['pending', 'accepted', 'preparing', 'shipped'],
  accepting: ['accepted', 'preparing', 'shipped'],
  shipping: ['shipped'],
};
export const isCounted = ({ check }: Pair, status: ModelOrder['status']) => COUNTED[check].includes(status);

/** What a buyer may come to owe (decision 650), in cents. @param besides an order that is left out */
export function exposureOf(pair: Pair, besides?: ModelOrder): number {
  const open = pair.orders.filter(
    (order) => order !== besides && order.invoice === null && isCounted(pair, order.status),
  );
  return balanceOf(pair) + sum(open.map((order) => documentOf(order).total));
}

/** What is past its due day, in cents. */
export const overdueOf = (pair: Pair, today: string): number =>
  sum(pair.invoices.filter(({ due }) => due < today).map((one) => openOf(pair, one)));
