'use client';
import { useRef, useState } from 'react';
import { trpc } from '@/components/providers/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { showDone } from '@/components/ui/toast';
import { invalidateOrders } from './invalidate';
import { refusalText } from './refusal';
import type { Order } from './types';

/** Asks for the reason and cancels the order; what the order held goes back into the supplier's stock. */
export function CancelDialog({
  order,
  open,
  onOpenChange,
}: {
  order: Order;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const cancel = trpc.orders.cancel.useMutation({ onSettled: () => invalidateOrders(utils) });
  const change = (next: boolean) => {
    setReason('');
    setError(undefined);
    onOpenChange(next);
  };
  const confirm = async () => {
    if (!reason.trim()) {
      setError('Enter a reason for the other business.');
      input.current?.focus();
      throw new Error('Enter a reason');
    }
    try {
      await cancel.mutateAsync({ id: order.id, reason: reason.trim() });
      showDone(`${order.order_number} canceled`);
    } catch (failure) {
      setError(refusalText(failure));
      throw failure;
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`Cancel ${order.order_number}?`}
      description="The reserved stock is released. A canceled order can't be reopened."
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={confirm}
    >
      <Field label="Reason" required error={error} hint="Both businesses see it on the order.">
        <Textarea
          ref={input}
          value={reason}
          maxLength={1000}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}
