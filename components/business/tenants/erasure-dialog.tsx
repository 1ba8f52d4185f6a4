'use client';
import { publicCall } from '@/components/business/auth/public-call';
import { TypedNameDialog } from '@/components/business/danger/typed-name-dialog';
import { showDone } from '@/components/ui/base/toast';

/** Asks the operator to erase the business, after its name and the owner's password. */
export function ErasureDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <TypedNameDialog
      name={name}
      title={`Request erasure of ${name}?`}
      description="The operator then erases the personal data of your business and its members. This can't be undone. Export your data first."
      submitLabel="Request erasure"
      onConfirm={async (confirmation) => {
        await publicCall.dataErasure.request.mutate(confirmation);
        showDone('Request sent to the operator');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
