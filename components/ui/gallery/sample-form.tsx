'use client';
import { TRPCClientError } from '@trpc/client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

const SampleValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name')),
  room: z.string(),
  units: z.nullable(z.number()).check(z.refine((units) => units !== null, 'Enter a number')),
  notes: z.string(),
  active: z.boolean(),
});
const START = { name: 'Harbor', room: 'vault', units: 12, notes: '', active: true };
const ROOMS = [
  { value: 'vault', label: 'Vault' },
  { value: 'sales_floor', label: 'Sales floor' },
];
/** What the pretended server rejects. */
const UNLUCKY = 13;

function useSampleForm(onSaved: () => void) {
  const form = useServerForm({
    schema: SampleValues,
    defaultValues: START,
    onSubmit: async (values) => {
      await new Promise((done) => setTimeout(done, 800));
      if (values.units === UNLUCKY) throw rejection('units', `must not be ${UNLUCKY}`);
      form.form.reset(values);
      showDone('Saved');
      onSaved();
    },
  });
  return form;
}

function rejection(path: string, message: string): Error {
  const details = { errors: [{ path, message }] };
  const data = { code: 'INVALID_REQUEST', details, requestId: 'gallery' };
  return Object.assign(new TRPCClientError('Invalid request'), { data });
}

function Fields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="name" label="Name" required />
      <SelectField name="room" label="Room" options={ROOMS} />
      <NumberField name="units" label="Units" required suffix="units" />
      <TextareaField name="notes" label="Notes" hint="Both sides see them." />
      <CheckboxField name="active" label="Active" hint="Buyers see active products only." />
    </div>
  );
}

/** Every kind of field in a form with a save bar. */
export function SampleForm() {
  const form = useSampleForm(() => {});
  return (
    <>
      <Form form={form} locked>
        <Fields />
        <SubmitButton pending={form.pending}>Save location</SubmitButton>
      </Form>
      <SaveBar form={form} />
    </>
  );
}

/** The same in a dialog. */
export function SampleFormDialog({ onClose }: { onClose: () => void }) {
  const form = useSampleForm(onClose);
  return (
    <FormDialog form={form} title="Edit location" submitLabel="Save" onClose={onClose}>
      <Fields />
    </FormDialog>
  );
}
