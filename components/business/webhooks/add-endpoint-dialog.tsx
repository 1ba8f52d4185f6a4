'use client';
import { useState } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import { EndpointFormDialog } from './endpoint-form-dialog';
import { endpointFields, NEW_ENDPOINT } from './endpoint-values';
import { SecretDialog } from './secret-dialog';
import type { EndpointWithSecret, EventChoice } from './types';

/** Adds an endpoint, then shows its secret, this once, with a first test beside it. */
export function AddEndpointDialog({
  choices,
  onClose,
}: {
  choices: readonly EventChoice[];
  onClose: () => void;
}) {
  const create = trpc.webhooks.create.useMutation();
  const [added, setAdded] = useState<EndpointWithSecret | null>(null);
  if (added) {
    return <SecretDialog title="Endpoint added" endpoint={added} choices={choices} onClose={onClose} />;
  }
  return (
    <EndpointFormDialog
      title="Add endpoint"
      submitLabel="Add endpoint"
      before={NEW_ENDPOINT}
      choices={choices}
      onSubmit={async (values) => {
        setAdded(await create.mutateAsync(endpointFields(values)));
      }}
      onClose={onClose}
    />
  );
}
