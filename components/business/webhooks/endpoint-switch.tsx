'use client';
import { Power } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { Endpoint } from './types';

/** Enables or disables an endpoint; it spins until the page shows the new state. */
export function EndpointSwitch({ endpoint }: { endpoint: Endpoint }) {
  const update = trpc.webhooks.update.useMutation({
    onSuccess: ({ active }) =>
      active
        ? showDone('Endpoint enabled')
        : showDone('Endpoint disabled', 'Waiting deliveries have failed. You can replay them later.'),
    onError: (error) => showError("Couldn't change the endpoint", error),
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
