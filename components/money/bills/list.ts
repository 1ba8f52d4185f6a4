import { parseAsStringLiteral } from 'nuqs/server';
import type { InvoicesQuery } from '@/components/money/invoices/types';
import { defineList, parseAsDate, parseAsId } from '@/components/ui/data-table/list-definition';

export const BILL_TABS = ['open', 'overdue', 'settled'] as const;

/** What a business owes, by invoice: what is due first, unless another order is asked for. */
export const billsList = defineList({
  noun: 'bill',
  limit: 50,
  sorts: ['due_on', 'issued_on'],
  defaultSort: 'due_on',
  filters: {
    status: parseAsStringLiteral(BILL_TABS),
    party: parseAsId,
    from: parseAsDate,
    to: parseAsDate,
  },
  tab: 'status',
  queues: { status: ['open', 'overdue'] },
  toRequest({ status, party, from, to }): Omit<InvoicesQuery, 'sort' | 'limit'> {
    const of = status ?? 'open';
    // The server rejects a range whose end precedes its start.
    const end = from && to && to < from ? null : to;
    return {
      side: 'buying',
      ...(of === 'overdue' ? { overdue: true } : { status: of }),
      ...(party && { supplier_id: party }),
      ...(from && { issued_from: from }),
      ...(end && { issued_to: end }),
    };
  },
});
