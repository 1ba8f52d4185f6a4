'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { PLAIN_TEXT } from './sheet';

/** Takes rows that were copied from a spreadsheet. */
export function PasteDialog({
  onPaste,
  onClose,
}: {
  onPaste: (text: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useServerForm({
    // Untrimmed: a blank first or last cell is one of the rows.
    schema: z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', 'Paste the rows')) }),
    defaultValues: { text: '' },
    onSubmit: ({ text }) => onPaste(text),
  });
  return (
    <FormDialog
      form={form}
      title="Paste rows"
      description={`Copy rows from your spreadsheet, with a head line or in this order: ${PLAIN_TEXT}. You can also paste them right into the field for goods.`}
      submitLabel="Add lines"
      onClose={onClose}
    >
      <TextareaField
        name="text"
        label="Rows"
        rows={8}
        placeholder={'SKU\tQty\tBatch\tExpires\tCost\nBD-35\t24\tBD-2026-014\t11/30/2026\t16.50'}
        spellCheck={false}
        className="font-mono"
        autoFocus
      />
    </FormDialog>
  );
}
