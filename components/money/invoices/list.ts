import { parseAsStringLiteral } from 'nuqs/server';
import { type MoneySide, partyFilter } from '@/components/money/sides';
import { defineList, endOf, parseAsDate, parseAsId } from '@/components/ui/data-table/list-definition';
import type { InvoicesQuery } from './types';

export const STATUSES = ['open', 'overdue', 'settled'] as const;

/** The invoices of one side, whose `party` is the other business. */
export const invoicesList = defineList({
  noun: 'invoice',
  limit: 50,
  sorts: ['issued_on', 'due_on'],
  defaultSort: '-issued_on',
  filters: {
    status: parseAsStringLiteral(STATUSES),
    side: parseAsStringLiteral(['buying', 'selling']),
    party: parseAsId,
    from: parseAsDate,
    to: parseAsDate,
  },
  tab: 'status',
  queues: { status: ['open', 'overdue'] },
  toRequest({ status, side, party, from, to }, own: MoneySide): Omit<InvoicesQuery, 'sort' | 'limit'> {
    const of = side ?? own;
    const end = endOf(from, to);
    return {
      side: of,
      ...(status && (status === 'overdue' ? { overdue: true } : { status })),
      ...partyFilter(of, party),
      ...(from && { issued_from: from }),
      ...(end && { issued_to: end }),
    };
  },
});
