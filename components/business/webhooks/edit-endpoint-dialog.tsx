'use client';
import { useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { trpc } from '@/components/ui/providers/trpc';
import { EndpointFormDialog } from './endpoint-form-dialog';
import { endpointFields, endpointValues } from './endpoint-values';
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
  const [places] = useState(() => endpoint.filter?.location_ids ?? null);
  const update = trpc.webhooks.update.useMutation();
  return (
    <EndpointFormDialog
      title="Edit endpoint"
      submitLabel="Save"
      before={before}
      choices={choices}
      onSubmit={async (values) => {
        const patch = changedFields(endpointFields(before, places), endpointFields(values, places));
        if (Object.keys(patch).length > 0) {
          await update.mutateAsync({ id: endpoint.id, ...patch });
          showDone('Endpoint saved');
        }
        onClose();
      }}
      onClose={onClose}
    />
  );
}
