'use client';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { useViewer } from '@/components/ui/providers/viewer';
import { deliveryName } from './delivery-columns';
import { DeliveryView } from './delivery-view';
import { ReplayButton } from './replay-button';
import type { Delivery } from './types';

/** One delivery over the list of all. */
export function DeliveryDialog({
  endpointId,
  delivery,
  mayReplay,
  onReplayed,
  onClose,
}: {
  endpointId: string;
  delivery: Delivery;
  mayReplay: boolean | null;
  onReplayed: () => void;
  onClose: () => void;
}) {
  const name = deliveryName(delivery, useViewer().entity.timezone);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={name}
      footer={
        <>
          {mayReplay !== null && (
            <ReplayButton delivery={delivery} name={name} disabled={!mayReplay} onReplayed={onReplayed} />
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <DeliveryView endpointId={endpointId} deliveryId={delivery.id} known={delivery} />
    </Dialog>
  );
}
