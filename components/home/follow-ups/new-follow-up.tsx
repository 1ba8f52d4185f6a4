'use client';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Form } from '@/components/ui/forms/form';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

const LONGEST = 500;
const Values = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a task'),
      z.maxLength(LONGEST, `Use at most ${LONGEST} characters`),
    ),
  due_on: z.string().check(z.minLength(1, 'Choose a day')),
});

/** One line for the next follow-up, which is the member's own. @param today in the business's timezone, YYYY-MM-DD */
export function NewFollowUp({
  today,
  onAdd,
}: {
  today: string;
  onAdd: (values: { text: string; due_on: string }) => Promise<unknown>;
}) {
  const form = useServerForm({
    schema: Values,
    defaultValues: { text: '', due_on: today },
    onSubmit: async (values) => {
      await onAdd(values);
      form.form.reset({ text: '', due_on: values.due_on });
    },
  });
  return (
    <Form form={form} className="mb-3 flex flex-wrap items-start gap-2">
      <TextField name="text" label="Task" maxLength={LONGEST} fieldClassName="min-w-52 flex-1" />
      <TextField name="due_on" label="Due" type="date" min={today} fieldClassName="w-40" />
      <Button type="submit" pending={form.pending} className="mt-6.5">
        Add follow-up
      </Button>
    </Form>
  );
}
