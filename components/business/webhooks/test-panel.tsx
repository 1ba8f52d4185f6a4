'use client';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { DeliveryView } from './delivery-view';
import type { Endpoint, EventChoice, EventName } from './types';

/** Sends a sample of an event and shows what came back, and what was sent. */
export function TestPanel({ endpoint, choices }: { endpoint: Endpoint; choices: readonly EventChoice[] }) {
  const test = trpc.webhooks.test.useMutation();
  const [first = '*'] = endpoint.events;
  const [event, setEvent] = useState<EventName>(first === '*' ? 'inventory.updated' : first);
  return (
    <div className="flex flex-col gap-4">
      <FormAlert message={errorTextOf(test.error)} />
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Event" className="min-w-48 flex-1">
          <Select
            options={choices.map(({ name }) => ({ value: name, label: name }))}
            value={event}
            onValueChange={setEvent}
          />
        </Field>
        <Button
          variant="primary"
          pending={test.isPending}
          onClick={() => test.mutate({ id: endpoint.id, event_type: event })}
        >
          {!test.isPending && <Send aria-hidden />}
          Send test event
        </Button>
      </div>
      {test.data && !test.isPending && (
        <section aria-label="Result of the test">
          <DeliveryView endpointId={endpoint.id} deliveryId={test.data.id} known={test.data} />
        </section>
      )}
    </div>
  );
}
