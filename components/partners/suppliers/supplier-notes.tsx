'use client';
import { FollowUps } from '@/components/home/follow-ups/follow-ups';
import { useSupplierFollowUps } from '@/components/home/follow-ups/use-follow-ups';
import { NotesForm } from '@/components/partners/customers/notes-form';
import { trpc } from '@/components/ui/providers/trpc';

/** What the buyer's team is to do about a supplier, and what it notes. @param partner the supplier's business */
export function SupplierNotes({
  partner,
  editable,
}: {
  partner: { id: string; name: string };
  editable: boolean;
}) {
  const { id } = partner;
  const { data } = trpc.suppliers.get.useQuery({ id });
  const { mutateAsync } = trpc.suppliers.update.useMutation();
  return (
    <>
      <FollowUps partner={partner} editable={editable} acts={useSupplierFollowUps(id)} />
      {data && (
        <NotesForm
          partner={data}
          editable={editable}
          onSave={(internal_notes) => mutateAsync({ id, internal_notes })}
        />
      )}
    </>
  );
}
