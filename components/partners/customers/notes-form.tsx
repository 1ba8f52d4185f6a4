'use client';
import * as z from 'zod/mini';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { useServerForm } from '@/components/ui/forms/use-server-form';

const LONGEST_NOTE = 1000;
const NotesValues = z.object({
  internal_notes: z
    .string()
    .check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});

/** What the team notes about a customer or a supplier. @param onSave rejects with the server's error */
export function NotesForm({
  partner,
  editable,
  onSave,
}: {
  partner: { name: string; internal_notes: string | null };
  editable: boolean;
  onSave: (internal_notes: string | null) => Promise<unknown>;
}) {
  const form = useServerForm({
    schema: NotesValues,
    values: { internal_notes: partner.internal_notes ?? '' },
    onSubmit: async (values) => {
      await onSave(values.internal_notes || null);
      form.form.reset(values);
      showDone('Notes saved');
    },
  });
  const description = `Only your business sees them; ${partner.name} never does.`;
  if (!editable) {
    return (
      <Card title="Notes" description={description}>
        <p className="whitespace-pre-wrap">{partner.internal_notes ?? 'No notes yet.'}</p>
      </Card>
    );
  }
  return (
    <>
      <Form form={form} locked>
        <Card title="Notes" description={description}>
          <TextareaField name="internal_notes" label="Internal notes" rows={4} />
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
