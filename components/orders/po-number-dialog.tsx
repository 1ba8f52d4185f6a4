'use client';
import * as z from 'zod/mini';
import { FormDialog } from '@/components/forms/form-dialog';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import type { Order } from './types';

const Values = z.object({ po_number: z.string().check(z.trim(), z.maxLength(64)) });

/** Changes the PO number of an order. */
export function PoNumberDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const update = trpc.orders.update.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { po_number: order.po_number ?? '' },
    onSubmit: async ({ po_number }) => {
      await update.mutateAsync({ id: order.id, po_number: po_number || null });
      showDone('PO number saved');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Edit PO number"
      description={`Your own number for ${order.order_number}. ${order.wholesaler.name} sees it, too.`}
      submitLabel="Save PO number"
      onClose={onClose}
    >
      <TextField name="po_number" label="PO number" maxLength={64} autoComplete="off" />
    </FormDialog>
  );
}
