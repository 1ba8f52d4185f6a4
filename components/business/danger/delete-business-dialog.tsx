'use client';
import { signOut } from '@/components/business/auth/browser-session';
import { trpc } from '@/components/ui/providers/trpc';
import { TypedNameDialog } from './typed-name-dialog';

/** Deletes the business after its name and the owner's password, and leads to sign-in. */
export function DeleteBusinessDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const remove = trpc.entity.delete.useMutation({ meta: { refresh: 'later' } });
  return (
    <TypedNameDialog
      name={name}
      title={`Delete ${name}?`}
      description="This can't be undone."
      submitLabel="Delete business"
      onConfirm={async (confirmation) => {
        await remove.mutateAsync(confirmation);
        await signOut('/sign-in');
        return 'leaving';
      }}
      onClose={onClose}
    />
  );
}
