'use client';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Section } from '@/components/ui/base/section';
import { trpc } from '@/components/ui/providers/trpc';
import type { BankAccount } from './types';

const AccountDialog = lazy(() => import('./account-dialog').then((m) => ({ default: m.AccountDialog })));

/** Bank accounts of the business, by their last four. */
export function AccountsSection({ mayUpdate }: { mayUpdate: boolean }) {
  const [open, setOpen] = useState<{ account: BankAccount | null } | null>(null);
  const accounts = trpc.bank.accounts.list.useQuery({ limit: 50 }).data?.data ?? [];
  return (
    <Section title="Bank accounts">
      <ul className="flex flex-col gap-2">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere">
              {account.name} {account.last4 && <span className="text-muted">••••{account.last4}</span>}
            </span>
            {mayUpdate && (
              <Button size="sm" aria-label={`Edit ${account.name}`} onClick={() => setOpen({ account })}>
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayUpdate && (
        <Button className="mt-3" onClick={() => setOpen({ account: null })}>
          <Plus aria-hidden />
          Add account
        </Button>
      )}
      <Suspense>{open && <AccountDialog account={open.account} onClose={() => setOpen(null)} />}</Suspense>
    </Section>
  );
}
