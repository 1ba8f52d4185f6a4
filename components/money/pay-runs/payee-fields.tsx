'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { formatDate } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { PayeeDialog } from './payee-dialog';

/** Where a supplier is paid, in a pay run that is drafted. */
export function PayeeFields({ supplier }: { supplier: { id: string; name: string } }) {
  const { user } = useViewer();
  const [open, setOpen] = useState(false);
  const approve = trpc.suppliers.approvePayee.useMutation({
    onError: (error) => showError('The account was not approved', error),
  });
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
      {payee && !isUsable && payee.entered_by.name !== user.name && (
        <Button
          size="sm"
          pending={approve.isPending}
          onClick={() =>
            approve.mutate(
              { id: supplier.id },
              { onSuccess: () => showDone(`Approved the account of ${supplier.name}`) },
            )
          }
        >
          Approve<span className="sr-only"> account of {supplier.name}</span>
        </Button>
      )}
      <Button size="sm" onClick={() => setOpen(true)}>
        {payee ? 'Change' : 'Enter'}
        <span className="sr-only"> account of {supplier.name}</span>
      </Button>
      {open && <PayeeDialog supplier={supplier} onClose={() => setOpen(false)} />}
    </div>
  );
}
