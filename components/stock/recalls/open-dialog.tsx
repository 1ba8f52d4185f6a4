'use client';
import { Snowflake } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { CLASS_OPTIONS } from './labels';
import { ReachPreview } from './reach';

const RecallValues = z.object({
  class: z.enum(['I', 'II', 'III'], 'Choose a class.'),
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(1000)),
  instructions: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter instructions for the holders.'), z.maxLength(4000)),
  respond_within_hours: z.enum(['', '4', '24', '48', '72', '168']),
  include_derived: z.boolean(),
});

const INSTRUCTIONS = 'Take all units off sale, keep them in quarantine, and respond.';
const TIMES = [
  { value: '4', label: 'Within 4 hours' },
  { value: '24', label: 'Within 24 hours' },
  { value: '48', label: 'Within 2 days' },
  { value: '72', label: 'Within 3 days' },
  { value: '168', label: 'Within 7 days' },
  { value: '', label: 'No deadline' },
] as const;

const EMPTY: z.infer<typeof RecallValues> = {
  class: 'II',
  reason: '',
  instructions: INSTRUCTIONS,
  respond_within_hours: '24',
  include_derived: false,
};

/** Recalls a batch: its reach, why, and what holders are to do. */
export function OpenRecallDialog({
  batch,
  onClose,
}: {
  batch: { id: string; batch_id: string; product_name: string };
  onClose: () => void;
}) {
  const router = useRouter();
  const open = trpc.recalls.open.useMutation();
  const form = useServerForm({
    schema: RecallValues,
    defaultValues: EMPTY,
    onSubmit: async ({ respond_within_hours: hours, ...values }) => {
      const within = hours === '' ? {} : { respond_within_hours: Number(hours) };
      const recall = await open.mutateAsync({ id: batch.id, ...values, ...within });
      showDone(`${batch.batch_id} is recalled`);
      router.push(`/recalls/${recall.id}`);
      return 'leaving';
    },
  });
  const included = useWatch({ control: form.form.control, name: 'include_derived' });
  const reach = trpc.recalls.reach.useQuery(
    { id: batch.id, include_derived: included },
    { placeholderData: (before) => before },
  );
  const derived = reach.data?.derived ?? 0;
  return (
    <FormDialog
      form={form}
      title={`Recall ${batch.batch_id}`}
      description={batch.product_name}
      submitLabel="Recall batch"
      destructive
      onClose={onClose}
    >
      <FormAlert message={reach.error ? errorText(reach.error) : undefined} />
      <ReachPreview reach={reach.data} />
      <p className="flex gap-2 text-muted text-sm">
        <Snowflake aria-hidden className="mt-0.5 size-4 shrink-0" />
        Every unit is frozen within a second, wherever it is: it can't be reserved, shipped, sold or moved.
        Every holder is notified.
      </p>
      <SelectField name="class" label="Class" required options={CLASS_OPTIONS} />
      <TextareaField
        name="reason"
        label="Reason"
        required
        rows={2}
        maxLength={1000}
        hint="Visible to holders and inspectors"
      />
      <TextareaField name="instructions" label="Instructions to holders" required rows={3} maxLength={4000} />
      <SelectField name="respond_within_hours" label="Responses due" options={TIMES} />
      {derived > 0 && (
        <CheckboxField
          name="include_derived"
          label={`Also recall ${formatCount(derived, 'batch', 'batches')} made from it`}
          hint="If off, they are listed so that you can recall the affected ones."
        />
      )}
    </FormDialog>
  );
}
