'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { PayeeDialog } from './payee-dialog';

/** Where a supplier is paid, in a pay run that is drafted. */
export function PayeeFields({ supplier }: { supplier: { id: string; name: string } }) {
  const [open, setOpen] = useState(false);
  const { data: payee } = trpc.suppliers.payee.useQuery({ id: supplier.id }, { retry: false });
  const isUsable = payee !== undefined && new Date(payee.usable_from) <= new Date();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="wrap-anywhere min-w-0">
        {supplier.name}:{' '}
        {payee ? (
          <span className="text-muted">
            {payee.name} ••••{payee.last4}
            {!isUsable &&
              `, from ${formatDate(payee.usable_from.slice(0, 10))} on, or once another owner approves it`}
          </span>
        ) : (
          <span className="text-muted">no account yet</span>
        )}
      </span>
      <Button size="sm" onClick={() => setOpen(true)}>
        {payee ? 'Change' : 'Enter'}
        <span className="sr-only"> account of {supplier.name}</span>
      </Button>
      {open && <PayeeDialog supplier={supplier} onClose={() => setOpen(false)} />}
    </div>
  );
}
