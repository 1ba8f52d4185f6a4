'use client';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { TestPanel } from './test-panel';
import type { Endpoint, EventChoice } from './types';

/** Sends test events to an endpoint. */
export function TestDialog({
  endpoint,
  choices,
  onClose,
}: {
  endpoint: Endpoint;
  choices: readonly EventChoice[];
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Send test event"
      description="Sends one signed sample. Its sequence is 0."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <TestPanel endpoint={endpoint} choices={choices} />
    </Dialog>
  );
}
