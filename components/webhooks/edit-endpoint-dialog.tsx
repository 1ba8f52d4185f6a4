'use client';
import { useState } from 'react';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import { endpointPatch, endpointValues } from './endpoint-form';
import { EndpointFormDialog } from './endpoint-form-dialog';
import { useInvalidateWebhooks } from './invalidate';
import type { Endpoint, EventChoice } from './types';

/** Changes an endpoint; sends what was changed and nothing else. */
export function EditEndpointDialog({
  endpoint,
  choices,
  onClose,
}: {
  endpoint: Endpoint;
  choices: readonly EventChoice[];
  onClose: () => void;
}) {
  // What the form began with: the endpoint below may be refetched meanwhile.
  const [before] = useState(() => endpointValues(endpoint));
  const invalidate = useInvalidateWebhooks();
  const update = trpc.webhooks.update.useMutation();
  return (
    <EndpointFormDialog
      title="Edit endpoint"
      submitLabel="Save"
      before={before}
      choices={choices}
      onSubmit={async (values) => {
        const patch = endpointPatch(before, values);
        if (Object.keys(patch).length > 0) {
          await update.mutateAsync({ id: endpoint.id, ...patch });
          await invalidate();
          showDone('Endpoint saved');
        }
        onClose();
      }}
      onClose={onClose}
    />
  );
}
