import type { Unapplied } from './apply-dialog';
import type { Payment, PaymentMethod } from './types';

export const METHODS: readonly { value: PaymentMethod; label: string }[] = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
  { value: 'wire', label: 'Wire' },
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'other', label: 'Other' },
];

export const methodLabel = (method: PaymentMethod): string =>
  METHODS.find(({ value }) => value === method)?.label ?? method;

/** A payment as people name it: "Check 1042". */
export const paymentName = ({ method, reference }: Pick<Payment, 'method' | 'reference'>): string =>
  [methodLabel(method), reference].filter(Boolean).join(' ');

/** What is left of a payment, to apply. */
export const unappliedPayment = (payment: Payment): Unapplied => ({
  ...{ kind: 'payment', id: payment.id, name: paymentName(payment) },
  ...{ left: payment.unapplied, customer: payment.buyer },
});

const NAMED = 2;

/** What of a payment settles invoices now: "INV-0000001, INV-0000004 and 2 more"; what a refund returned otherwise. */
export function paidText({ kind, allocations }: Pick<Payment, 'kind' | 'allocations'>): string {
  const active = allocations.filter(({ reversed_on }) => reversed_on === null);
  if (active.length === 0) return kind === 'refund' ? 'Refund' : 'Nothing yet';
  const names = active.map(
    ({ invoice, credit_note }) => invoice?.number ?? credit_note?.number ?? 'Money returned',
  );
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}
