'use client';
import { useState } from 'react';
import { todayIn } from '@/components/format';
import { SelectField, TextareaField } from '@/components/forms/fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { showDone } from '@/components/ui/toast';
import { editPatch, editSchema, editValues } from './edit-values';
import type { Order } from './types';
import { usePlaces } from './use-places';

/** Changes the delivery and the notes of an order: either side what is its own. */
export function EditDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { entity } = useViewer();
  const sells = order.wholesaler.id === entity.id;
  // The buyer's, unless the seller entered the order itself.
  const isAuthor = !sells || order.entered_by === 'seller';
  // What the form began with: the order below may be fetched again meanwhile.
  const [before] = useState(() => editValues(order));
  // Nothing new is delivered to a location that is closed.
  const places = usePlaces(order, isAuthor).filter(
    ({ id, active }) => active || id === before.receiving_location_id,
  );
  const update = trpc.orders.update.useMutation();
  const form = useServerForm({
    schema: editSchema(before, todayIn(entity.timezone)),
    defaultValues: before,
    fieldOf: (path) => (path === 'delivery_window' ? 'window_from' : undefined),
    onSubmit: async (values) => {
      const patch = editPatch(before, values);
      if (patch) {
        await update.mutateAsync({ id: order.id, ...patch });
        showDone('Order saved');
      }
      onClose();
    },
  });
  const partner = sells ? order.retailer.name : order.wholesaler.name;
  const isFreeText = order.delivery_window !== null && before.window_from === '';
  return (
    <FormDialog
      form={form}
      title="Edit order"
      description={`${partner} sees your changes${sells ? ', except internal notes' : ''}.`}
      submitLabel="Save order"
      onClose={onClose}
    >
      <TextField name="delivery_date" label="Delivery date" type="date" />
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          name="window_from"
          label="Earliest time"
          type="time"
          hint={isFreeText ? `Now: “${order.delivery_window}”` : undefined}
        />
        <TextField name="window_to" label="Latest time" type="time" />
      </div>
      {isAuthor && (
        <>
          {places.length > 0 && (
            <SelectField
              name="receiving_location_id"
              label="Deliver to"
              options={places.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <TextField name="po_number" label="PO number" maxLength={64} autoComplete="off" />
          <TextareaField name="notes" label="Notes" rows={2} />
        </>
      )}
      {sells && (
        <TextareaField
          name="seller_notes"
          label="Internal notes"
          hint="Visible only to your business."
          rows={2}
        />
      )}
    </FormDialog>
  );
}
