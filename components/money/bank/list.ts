import { parseAsStringLiteral } from 'nuqs/server';
import { defineList, endOf, parseAsDate, parseAsId } from '@/components/ui/data-table/list-definition';
import type { BankLinesQuery, BankStatementsQuery } from './types';

export const BANK_TABS = ['open', 'set_aside', 'confirmed'] as const;

/** Lines of a bank, those to decide first. */
export const bankLinesList = defineList({
  noun: 'line',
  limit: 50,
  sorts: ['posted_on', 'amount'],
  defaultSort: '-posted_on',
  filters: {
    status: parseAsStringLiteral(BANK_TABS),
    account: parseAsId,
    statement: parseAsId,
    from: parseAsDate,
    to: parseAsDate,
  },
  tab: 'status',
  queues: { status: ['open'] },
  toRequest({ status, account, statement, from, to }): Omit<BankLinesQuery, 'sort' | 'limit'> {
    const end = endOf(from, to);
    return {
      status: status ?? 'open',
      ...(account && { account_id: account }),
      ...(statement && { statement_id: statement }),
      ...(from && { from }),
      ...(end && { to: end }),
    };
  },
});

export const bankStatementsList = defineList({
  noun: 'statement',
  limit: 50,
  sorts: ['created_at'],
  defaultSort: '-created_at',
  filters: { account: parseAsId },
  toRequest: ({ account }): Omit<BankStatementsQuery, 'sort' | 'limit'> =>
    account ? { account_id: account } : {},
});
