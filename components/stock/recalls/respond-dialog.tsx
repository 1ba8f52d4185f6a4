'use client';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AmountField } from '@/components/catalog/goods/amount-field';
import { entryOf, unitsText } from '@/components/catalog/goods/amounts';
import { showDone } from '@/components/ui/base/toast';
import type { Stepped } from '@/components/ui/format';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { faultOfNumbers } from './figures';
import type { Recall } from './types';

const valuesOf = (goods: Stepped) => {
  const Units = z.nullable(
    z.number().check(z.minimum(0, 'Enter 0 or more'), z.refine(Number.isInteger, entryOf(goods))),
  );
  return z.object({
    quarantined: Units,
    destroyed: Units,
    returned: Units,
    already_sold: Units,
    notes: z.string().check(z.maxLength(1000)),
  });
};

const FIELDS = [
  { name: 'quarantined', label: 'Kept in quarantine', hint: 'Moves there now' },
  { name: 'destroyed', label: 'Destroyed', hint: 'Leaves stock' },
  { name: 'returned', label: 'Sent back', hint: 'Leaves stock' },
  { name: 'already_sold', label: 'Already sold', hint: 'Moves nothing' },
] as const;

type Typed = Partial<Record<(typeof FIELDS)[number]['name'], number | null>>;

/** The numbers of the form; an empty field counts as 0. */
function numbersOf({ quarantined, destroyed, returned, already_sold }: Typed) {
  return {
    quarantined: quarantined ?? 0,
    destroyed: destroyed ?? 0,
    returned: returned ?? 0,
    already_sold: already_sold ?? 0,
  };
}

/** A response with other numbers than "all in quarantine"; what is missing shows while it is typed. */
export function RespondDialog({
  recall,
  own,
  onClose,
}: {
  recall: Recall;
  own: NonNullable<Recall['response']>;
  onClose: () => void;
}) {
  const { entity } = useViewer();
  const isOwn = recall.entity.id === entity.id;
  const bounds = { onHand: own.on_hand ?? 0, sold: own.already_sold };
  const respond = trpc.recalls.respond.useMutation();
  const form = useServerForm({
    schema: valuesOf(recall),
    defaultValues: {
      quarantined: bounds.onHand,
      destroyed: 0,
      returned: 0,
      already_sold: bounds.sold,
      notes: '',
    },
    onSubmit: async ({ notes, ...typed }) => {
      const numbers = numbersOf(typed);
      await respond.mutateAsync({ id: recall.id, ...numbers, ...(notes.trim() && { notes: notes.trim() }) });
      showDone(isOwn ? 'Response saved' : `${recall.entity.name} has your response`);
      onClose();
    },
  });
  const typed = useWatch({ control: form.form.control });
  const fault = faultOfNumbers(numbersOf(typed), { ...bounds, unit: recall.unit, step: recall.step });
  return (
    <FormDialog
      form={form}
      title={`Respond to the recall of ${recall.batch_id}`}
      description={`Account for ${unitsText(bounds.onHand + bounds.sold, recall)}. One response counts for all your locations.`}
      submitLabel="Send response"
      disabled={fault !== null}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        {FIELDS.map(({ name, label, hint }) => (
          <AmountField key={name} name={name} goods={recall} label={label} hint={hint} />
        ))}
      </div>
      <p
        role="status"
        className={
          fault
            ? 'rounded-md bg-tint-warning px-3 py-2 text-on-tint-warning'
            : 'rounded-md bg-tint-success px-3 py-2 text-on-tint-success'
        }
      >
        {fault ?? (recall.step ? 'All of it is accounted for.' : 'Every unit is accounted for.')}
      </p>
      <TextareaField
        name="notes"
        label="Note"
        rows={2}
        maxLength={1000}
        hint={isOwn ? undefined : `Visible to ${recall.entity.name}`}
      />
    </FormDialog>
  );
}
