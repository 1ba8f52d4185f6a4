'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
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
