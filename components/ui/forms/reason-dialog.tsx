'use client';
import * as z from 'zod/mini';
import { TextareaField } from './fields';
import { FormDialog } from './form-dialog';
import { useServerForm } from './use-server-form';

const MOST = 1000;
const ReasonValues = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(MOST)),
});

/** Asks for the reason of an act that others hear about, and does it. @param act closes the dialog once it is done */
export function ReasonDialog({
  act,
  placeholder,
  hint,
  ...dialog
}: {
  title: string;
  description: string;
  submitLabel: string;
  destructive?: boolean;
  placeholder?: string;
  hint?: string;
  act: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useServerForm({
    schema: ReasonValues,
    defaultValues: { reason: '' },
    onSubmit: ({ reason }) => act(reason),
  });
  return (
    <FormDialog form={form} size="sm" {...dialog}>
      <TextareaField
        name="reason"
        label="Reason"
        required
        rows={3}
        maxLength={MOST}
        placeholder={placeholder}
        hint={hint}
      />
    </FormDialog>
  );
}
