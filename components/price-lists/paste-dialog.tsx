'use client';
import * as z from 'zod/mini';
import { TextareaField } from '@/components/forms/fields';
import { FormDialog } from '@/components/forms/form-dialog';
import { useServerForm } from '@/components/forms/use-server-form';
import { pasteTable, type Sheet } from './sheet';

/** Takes prices that were copied from a spreadsheet. */
export function PasteDialog({
  sheet,
  onPaste,
  onClose,
}: {
  sheet: Sheet;
  onPaste: (next: Sheet) => void;
  onClose: () => void;
}) {
  const form = useServerForm({
    schema: z.object({ text: z.string().check(z.trim(), z.minLength(1, 'Paste the prices')) }),
    defaultValues: { text: '' },
    onSubmit: async ({ text }) => {
      const next = pasteTable(sheet, text);
      if (typeof next === 'string') throw new Error(next);
      onPaste(next);
      onClose();
    },
    onError: (error) => (error as Error).message,
  });
  return (
    <FormDialog
      form={form}
      title="Paste prices"
      description="Copy cells from your spreadsheet: SKUs in the first column, and in the first line the amounts from which prices hold, such as 1, 10 and 50."
      submitLabel="Add prices"
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
