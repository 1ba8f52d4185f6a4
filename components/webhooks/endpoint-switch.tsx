'use client';
import { Power } from 'lucide-react';
import { errorText } from '@/components/forms/error-text';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { showDone, showFailure } from '@/components/ui/toast';
import type { Endpoint } from './types';

/** Enables or disables an endpoint; it spins until the page shows the new state. */
export function EndpointSwitch({ endpoint }: { endpoint: Endpoint }) {
  const update = trpc.webhooks.update.useMutation({
    onSuccess: ({ active }) =>
      active
        ? showDone('Endpoint enabled')
        : showDone('Endpoint disabled', 'Waiting deliveries have failed. You can replay them later.'),
    onError: (error) => showFailure('Not changed', errorText(error)),
  });
  return (
    <Button
      pending={update.isPending}
      onClick={() => update.mutate({ id: endpoint.id, active: !endpoint.active })}
    >
      {!update.isPending && <Power aria-hidden />}
      {endpoint.active ? 'Disable endpoint' : 'Enable endpoint'}
    </Button>
  );
}
