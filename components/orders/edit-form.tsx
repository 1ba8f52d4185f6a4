'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { todayIn } from '@/components/ui/format';
import { reasonOf } from '@/components/ui/forms/failure';
import { SelectField, TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { editPatch, editSchema, editValues } from './edit-values';
import { OverrideFields } from './override-fields';
import type { Order, Override } from './types';
import { usePlaces } from './use-places';

/** What of an order is edited together: `delivery` with its PO number, either side's notes. */
export type EditGroup = 'delivery' | 'notes' | 'seller_notes';

const FIRST = { delivery: 'delivery_date', notes: 'notes', seller_notes: 'seller_notes' } as const;

/** Changes a part of an order in the place of its facts; Escape leaves it unless something was typed. */
export function EditForm({ order, edits, onClose }: { order: Order; edits: EditGroup; onClose: () => void }) {
  const { entity } = useViewer();
  const sells = order.wholesaler.id === entity.id;
  // The buyer's, unless the seller entered the order itself.
  const isAuthor = !sells || order.entered_by === 'seller';
  // What the form began with: the order below may be fetched again meanwhile.
  const [before] = useState(() => editValues(order));
  // Nothing new is delivered to a location that is closed.
  const places = usePlaces(order, isAuthor && edits === 'delivery').filter(
    ({ id, active }) => active || id === before.receiving_location_id,
  );
  const update = trpc.orders.update.useMutation();
  const [override, setOverride] = useState<readonly Override[]>([]);
  const form = useServerForm({
    schema: editSchema(before, todayIn(entity.timezone)),
    defaultValues: before,
    fieldOf: (path) => (path === 'delivery_window' ? 'window_from' : undefined),
    onSubmit: async (values) => {
      const patch = editPatch(before, values);
      if (patch) {
        const passed = override.length > 0 && { override: [...override] };
        await update.mutateAsync({ id: order.id, ...patch, ...passed });
        showDone('Order saved');
      }
      onClose();
    },
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus(FIRST[edits]), [setFocus, edits]);
  const isFreeText = order.delivery_window !== null && before.window_from === '';
  return (
    <Form
      form={form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !form.dirty && !form.pending) onClose();
      }}
    >
      {edits === 'delivery' && (
        <>
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
          {isAuthor && places.length > 0 && (
            <SelectField
              name="receiving_location_id"
              label="Deliver to"
              options={places.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {isAuthor && <TextField name="po_number" label="PO number" maxLength={64} autoComplete="off" />}
        </>
      )}
      {edits === 'notes' && <TextareaField name="notes" label="Notes" rows={3} />}
      {edits === 'seller_notes' && <TextareaField name="seller_notes" label="Internal notes" rows={3} />}
      {sells && (
        <OverrideFields
          problems={[{ reason: reasonOf(update.error) }]}
          value={override}
          onChange={setOverride}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={form.pending} onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={form.pending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
