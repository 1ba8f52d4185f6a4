'use client';
import * as z from 'zod/mini';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order } from './types';

const CancelValues = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason for the other business.')),
});

/** Asks for the reason and cancels the order; its reserved stock is released. */
export function CancelDialog({
  order,
  open,
  onOpenChange,
}: {
  order: Order;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const cancel = trpc.orders.cancel.useMutation();
  const form = useServerForm({
    schema: CancelValues,
    defaultValues: { reason: '' },
    mode: 'onSubmit',
    onSubmit: async ({ reason }) => {
      await cancel.mutateAsync({ id: order.id, reason });
      showDone(`${order.order_number} canceled`);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        form.form.reset();
        onOpenChange(next);
      }}
      title={`Cancel ${order.order_number}?`}
      description="The reserved stock is released. A canceled order can't be reopened."
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      onConfirm={() => form.submit()}
    >
      <Form form={form}>
        <TextareaField
          name="reason"
          label="Reason"
          required
          hint="Both businesses see it on the order."
          maxLength={1000}
        />
      </Form>
    </ConfirmDialog>
  );
}
