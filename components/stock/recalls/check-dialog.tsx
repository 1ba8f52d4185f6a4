'use client';
import * as z from 'zod/mini';
import { AmountField } from '@/components/catalog/goods/amount-field';
import { unitsText } from '@/components/catalog/goods/amounts';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount } from '@/components/ui/format';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { Recall } from './types';

/** What a business found among its units without a batch: they get a lot of the recalled one, on hold. */
export function CheckDialog({
  recall,
  units,
  onClose,
}: {
  recall: Recall;
  /** Units without a batch. */
  units: number;
  onClose: () => void;
}) {
  const respond = trpc.recalls.respond.useMutation();
  const form = useServerForm({
    schema: z.object({
      found: z
        .nullable(z.number())
        .check(
          z.refine(
            (value) => value !== null && Number.isInteger(value) && value >= 0 && value <= units,
            recall.step
              ? `Enter 0 to ${formatAmount(units, recall)}, in multiples of ${recall.step} ${recall.unit}.`
              : `Enter 0 to ${formatAmount(units, recall)}.`,
          ),
        ),
      notes: z.string().check(z.maxLength(1000)),
    }),
    defaultValues: { found: null, notes: '' },
    onSubmit: async ({ found, notes }) => {
      const note = notes.trim();
      await respond.mutateAsync({
        id: recall.id,
        checked: true,
        found: found ?? 0,
        ...(note && { notes: note }),
      });
      showDone(`${recall.entity.name} has your response`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Check for batch ${recall.batch_id}`}
      description={`You have ${unitsText(units, recall)} of ${recall.product_name} without a batch.`}
      submitLabel="Send response"
      onClose={onClose}
    >
      <AmountField
        name="found"
        goods={recall}
        label={recall.step ? 'Amount of the batch' : 'Units of the batch'}
        hint={
          recall.step
            ? 'It is put on hold where it is. Enter 0 if there is nothing.'
            : 'They are put on hold where they are. Enter 0 if there are none.'
        }
        required
      />
      <TextareaField
        name="notes"
        label="Note"
        rows={2}
        maxLength={1000}
        hint={`Visible to ${recall.entity.name}`}
      />
    </FormDialog>
  );
}
