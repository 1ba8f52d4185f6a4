import { parseAsStringLiteral } from 'nuqs/server';
import { type MoneySide, partyFilter } from '@/components/money/sides';
import { defineList, endOf, parseAsDate, parseAsId } from '@/components/ui/data-table/list-definition';
import type { PaymentsQuery } from './types';

/** Payments and refunds of one side, whose `party` is the other business. */
export const paymentsList = defineList({
  noun: 'payment',
  limit: 50,
  sorts: ['received_on'],
  defaultSort: '-received_on',
  filters: {
    side: parseAsStringLiteral(['buying', 'selling']),
    party: parseAsId,
    status: parseAsStringLiteral(['recorded', 'unapplied', 'voided']),
    from: parseAsDate,
    to: parseAsDate,
  },
  queues: { status: ['unapplied'] },
  toRequest({ side, party, status, from, to }, own: MoneySide): Omit<PaymentsQuery, 'sort' | 'limit'> {
    const of = side ?? own;
    const end = endOf(from, to);
    return {
      side: of,
      ...(status && (status === 'unapplied' ? { unapplied: true } : { status })),
      ...partyFilter(of, party),
      ...(from && { received_from: from }),
      ...(end && { received_to: end }),
    };
  },
});
