'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { TEST_STATUS } from './labels';
import type { Batch } from './types';

const DATES = ['harvested_on', 'packaged_on', 'expires_on'] as const;
const TESTS = (Object.keys(TEST_STATUS) as Batch['test_status'][]).map((value) => ({
  value,
  label: TEST_STATUS[value].label,
}));

const Values = z.object({
  harvested_on: z.string(),
  packaged_on: z.string(),
  expires_on: z.string(),
  test_status: z.enum(['untested', 'passed', 'failed', 'exempt']),
});

/** Changes a batch's dates and test result; an empty date is unknown. Only what changed is sent. */
export function EditDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const update = trpc.batches.update.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      harvested_on: batch.harvested_on ?? '',
      packaged_on: batch.packaged_on ?? '',
      expires_on: batch.expires_on ?? '',
      test_status: batch.test_status,
    },
    onSubmit: async ({ test_status, ...dates }) => {
      const changed = DATES.filter((name) => dates[name] !== (batch[name] ?? ''));
      await update.mutateAsync({
        id: batch.id,
        ...Object.fromEntries(changed.map((name) => [name, dates[name] || null])),
        ...(test_status !== batch.test_status && { test_status }),
      });
      showDone(`${batch.batch_id} saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${batch.batch_id}`}
      description="Every business that holds the batch sees the change. Expired and failed units can't be sold."
      size="sm"
      submitLabel="Save batch"
      onClose={onClose}
    >
      <TextField name="harvested_on" label="Harvested" type="date" />
      <TextField name="packaged_on" label="Packaged" type="date" />
      <TextField name="expires_on" label="Expires" type="date" />
      <SelectField name="test_status" label="Test result" options={TESTS} />
    </FormDialog>
  );
}
