'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { type Pasted, readTable, type Sheet } from './sheet';

/** Takes prices that were copied from a spreadsheet. */
export function PasteDialog({
  sheet,
  onPaste,
  onClose,
}: {
  sheet: Sheet;
  /** Compares them, which changes nothing. */
  onPaste: (pasted: Pasted) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useServerForm({
    // Untrimmed: a blank first or last cell is one of the table.
    schema: z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', 'Paste the prices')) }),
    defaultValues: { text: '' },
    onSubmit: async ({ text }) => {
      const pasted = readTable(sheet, text);
      if (typeof pasted === 'string') form.form.setError('text', { message: pasted });
      else await onPaste(pasted);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Paste prices"
      description="Copy cells from your spreadsheet: SKUs in the first column, and in the first line the amounts from which prices hold, such as 1, 10 and 50. You see every change before it applies."
      submitLabel="Preview changes"
      onClose={onClose}
    >
      <TextareaField
        name="text"
        label="Cells"
        rows={8}
        placeholder={'SKU\t1\t10\nBD-35\t20.00\t18.00'}
        spellCheck={false}
        className="font-mono"
        autoFocus
      />
    </FormDialog>
  );
}
