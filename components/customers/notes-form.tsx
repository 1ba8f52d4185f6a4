'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/forms/fields';
import { Form } from '@/components/forms/form';
import { SaveBar } from '@/components/forms/save-bar';
import { useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { showDone } from '@/components/ui/toast';
import type { Customer } from './types';

const LONGEST_NOTE = 1000;
const NotesValues = z.object({
  internal_notes: z
    .string()
    .check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});

/** What the seller's team notes about a customer. */
export function NotesForm({ customer, editable }: { customer: Customer; editable: boolean }) {
  const update = trpc.customers.update.useMutation();
  const form = useServerForm({
    schema: NotesValues,
    values: { internal_notes: customer.internal_notes ?? '' },
    onSubmit: async (values) => {
      await update.mutateAsync({ id: customer.id, internal_notes: values.internal_notes || null });
      form.form.reset(values);
      showDone('Notes saved');
    },
  });
  const description = `Only your business sees them; ${customer.name} never does.`;
  if (!editable) {
    return (
      <Card title="Notes" description={description}>
        <p className="whitespace-pre-wrap">{customer.internal_notes ?? 'No notes yet.'}</p>
      </Card>
    );
  }
  return (
    <>
      <Form form={form} locked>
        <Card title="Notes" description={description}>
          <TextareaField name="internal_notes" label="Internal notes" rows={8} />
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
