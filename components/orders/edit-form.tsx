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
import { EDITED, type EditedField, editedOf } from '@/server/features/orders/shapes/edited.schema';
import { editPatch, editSchema, editValues } from './edit-values';
import { OverrideFields } from './override-fields';
import type { Order, Override } from './types';
import { usePlaces } from './use-places';

/** What of an order is edited together. */
export type EditGroup = (typeof EDITED)[EditedField]['part'];

const fieldsOf = (part: EditGroup) =>
  (Object.keys(EDITED) as EditedField[]).filter((field) => EDITED[field].part === part);

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
  useEffect(() => {
    const [first] = fieldsOf(edits);
    if (first && first in before) setFocus(first as keyof typeof before);
  }, [setFocus, edits, before]);
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
        </>
      )}
      {fieldsOf(edits).map((field) => (
        <TypedFact key={field} field={field} isAuthor={isAuthor} />
      ))}
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

/** The field of a fact that is typed as text, for those who change it. */
function TypedFact({ field, isAuthor }: { field: EditedField; isAuthor: boolean }) {
  const { label, by, typed, most } = editedOf(field);
  if (!typed || (by === 'buyer' && !isAuthor)) return null;
  const named = { name: field, label, maxLength: most };
  return typed === 'words' ? (
    <TextareaField {...named} rows={3} />
  ) : (
    <TextField {...named} autoComplete="off" />
  );
}
