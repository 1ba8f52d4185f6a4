'use client';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import type { Customer } from './types';

const SHOWN = 3;

/** Deletes customers that the seller entered and that have no orders; says which could not go, and why. */
export function DeleteDialog({
  customers,
  onDone,
  onClose,
}: {
  customers: readonly Pick<Customer, 'id' | 'name'>[];
  /** All of them are deleted. */
  onDone: () => void;
  onClose: () => void;
}) {
  const remove = trpc.customers.delete.useMutation();
  const [left, setLeft] = useState<{ customers: typeof customers; problem: string } | null>(null);
  const [one] = customers;
  const what = customers.length === 1 && one ? one.name : formatCount(customers.length, 'customer');
  const confirm = async () => {
    const failed: { customer: (typeof customers)[number]; text: string }[] = [];
    // Sequentially: each is a separate decision, and one error must not hide the next.
    for (const customer of left?.customers ?? customers) {
      await remove
        .mutateAsync({ id: customer.id })
        .catch((error) => failed.push({ customer, text: `${customer.name}: ${errorText(error)}` }));
    }
    if (failed.length === 0) {
      showDone(customers.length === 1 ? 'Customer deleted' : 'Customers deleted', what);
      onDone();
      return true;
    }
    const more = failed.length > SHOWN ? ` And ${failed.length - SHOWN} more.` : '';
    setLeft({
      customers: failed.map(({ customer }) => customer),
      problem: `${failed
        .slice(0, SHOWN)
        .map(({ text }) => text)
        .join(' ')}${more}`,
    });
    return false;
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${what}?`}
      description="Only customers that you entered and that have no orders can be deleted."
      confirmLabel={customers.length === 1 ? 'Delete customer' : `Delete ${what}`}
      cancelLabel={customers.length === 1 ? 'Keep customer' : 'Keep customers'}
      onConfirm={confirm}
    >
      <FormAlert message={left?.problem} />
    </ConfirmDialog>
  );
}
