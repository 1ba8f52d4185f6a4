'use client';
import { ViewTabs } from '@/components/ui/base/view-tabs';
import { trpc } from '@/components/ui/providers/trpc';

export type BankTab = 'open' | 'set_aside' | 'confirmed' | 'statements';

/** The parts of what a bank says. */
export function BankTabs({ current }: { current: BankTab }) {
  const { data } = trpc.bank.lines.list.useQuery({ status: 'open', limit: 1 });
  return (
    <ViewTabs
      label="Bank"
      current={current}
      tabs={[
        { key: 'open', label: 'To decide', href: '/bank', count: data?.pagination.total },
        { key: 'set_aside', label: 'Set aside', href: '/bank?status=set_aside' },
        { key: 'confirmed', label: 'Confirmed', href: '/bank?status=confirmed' },
        { key: 'statements', label: 'Statements and accounts', href: '/bank/statements' },
      ]}
    />
  );
}
