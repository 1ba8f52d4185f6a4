'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { SelectField, TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { type EditValues, editsOf } from './edits';
import { jobName } from './labels';
import type { Job } from './types';

const LONGEST_NOTE = 400;
const Values = z.object({
  reason: z.string().check(z.maxLength(200)),
  note: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE)),
  date: z.string(),
  package_tag: z.string().check(z.trim(), z.minLength(1, 'Enter a tag'), z.maxLength(100)),
});

/** Corrects what a report that was not sent says. */
export function EditDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const update = trpc.compliance.update.useMutation();
  const isChange = job.kind === 'package_adjustment';
  const reasons = trpc.compliance.reasons.useQuery({ location_id: job.location_id }, { enabled: isChange });
  const before = editsOf(job);
  const form = useServerForm<EditValues>({
    schema: Values,
    defaultValues: before,
    onSubmit: async (values) => {
      const { package_tag, ...rest } = changedFields(before, values);
      const fields = Object.entries(rest).map(([name, value]) => [name, value || null]);
      await update.mutateAsync({
        id: job.id,
        ...Object.fromEntries(fields),
        ...(package_tag && { package_tag }),
      });
      showDone('The report was changed');
      onClose();
    },
  });
  const names = (reasons.data?.available ?? []).map(({ name }) => name);
  // What is chosen stays there to be chosen, also before the names are known.
  const all = before.reason === '' || names.includes(before.reason) ? names : [before.reason, ...names];
  return (
    <FormDialog
      form={form}
      title={`Change ${jobName(job)}`}
      description="It was not sent yet."
      submitLabel="Save report"
      onClose={onClose}
    >
      {isChange && (
        <>
          <SelectField
            name="reason"
            label="Reason of Metrc"
            options={[
              { value: '', label: 'As the location maps it' },
              ...all.map((value) => ({ value, label: value })),
            ]}
          />
          <TextareaField name="note" label="Note" rows={3} maxLength={LONGEST_NOTE} />
        </>
      )}
      <TextField name="date" type="date" label="Day of the change" />
      {isChange && (
        <TextField
          name="package_tag"
          label="Tag of the package"
          hint="Another package of the same item, where the units were taken by the order of allocation."
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
