'use client';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { SecretDialog } from './secret-dialog';
import type { Endpoint, EndpointWithSecret } from './types';

/** Gives an endpoint a new secret, and shows it this once. */
export function RotateDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const rotate = trpc.webhooks.rotateSecret.useMutation();
  const [rotated, setRotated] = useState<EndpointWithSecret | null>(null);
  // The question closes itself; the new secret takes its place.
  const answered = useRef(false);
  if (rotated) {
    return (
      <SecretDialog
        title="Secret rotated"
        endpoint={rotated}
        note="For 24 hours, deliveries are signed with both secrets."
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !answered.current && onClose()}
      title="Rotate the secret?"
      description="A new secret is created immediately. For 24 hours, deliveries are signed with both secrets, so that your endpoint can switch; then the current secret stops working."
      confirmLabel="Rotate secret"
      cancelLabel="Keep secret"
      destructive={false}
      onConfirm={async () => {
        setRotated(await rotate.mutateAsync({ id: endpoint.id }));
        answered.current = true;
      }}
    >
      <FormAlert message={errorTextOf(rotate.error)} />
    </ConfirmDialog>
  );
}
