'use client';
import { errorTextOf } from '@/components/forms/error-text';
import { FormAlert } from '@/components/forms/form-alert';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import type { ApiKey } from './types';

/** Revokes a key. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = trpc.apiKeys.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke ${apiKey.name}?`}
      description="The next request with this key is rejected. This can't be undone."
      confirmLabel="Revoke key"
      cancelLabel="Keep key"
      onConfirm={async () => {
        await revoke.mutateAsync({ id: apiKey.id });
        showDone('API key revoked');
      }}
    >
      <FormAlert message={errorTextOf(revoke.error)} />
    </ConfirmDialog>
  );
}
