'use client';
import { FollowUps } from '@/components/home/follow-ups/follow-ups';
import { useCustomerFollowUps } from '@/components/home/follow-ups/use-follow-ups';
import { trpc } from '@/components/ui/providers/trpc';
import { NotesForm } from './notes-form';
import type { Customer } from './types';

/** What the seller's team is to do about a customer, and what it notes. */
export function NotesTab({ customer, editable }: { customer: Customer; editable: boolean }) {
  const { id } = customer;
  const { mutateAsync } = trpc.customers.update.useMutation();
  return (
    <>
      <FollowUps partner={customer} editable={editable} acts={useCustomerFollowUps(id)} />
      <NotesForm
        partner={customer}
        editable={editable}
        onSave={(internal_notes) => mutateAsync({ id, internal_notes })}
      />
    </>
  );
}
