'use client';
import { Contacts } from '@/components/partners/relationships/contacts';
import { Representative } from '@/components/partners/relationships/representative';
import { trpc } from '@/components/ui/providers/trpc';

/** Who looks after a supplier, and whom to call there. @param id of the supplier's business */
export function SupplierPeople({ id, editable }: { id: string; editable: boolean }) {
  const { data } = trpc.suppliers.get.useQuery({ id });
  const { mutateAsync } = trpc.suppliers.update.useMutation();
  if (!data) return null;
  return (
    <>
      <Representative
        partner={data}
        editable={editable}
        onSave={(representative_id) => mutateAsync({ id, representative_id })}
      />
      <Contacts partner={data} editable={editable} onSave={(contacts) => mutateAsync({ id, contacts })} />
    </>
  );
}
