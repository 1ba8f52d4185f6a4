'use client';
import * as z from 'zod/mini';
import { saveFile } from '@/components/ui/base/save-file';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

const Values = z.object({ passcode: z.string().check(z.minLength(1, 'Enter the passcode')) });

/** Asks for the passcode of a menu, which no one reads back, and saves the file that it opens. */
export function PasscodeDialog({
  path,
  fileName,
  onClose,
}: {
  path: string;
  fileName: string;
  onClose: () => void;
}) {
  const form = useServerForm({
    schema: Values,
    defaultValues: { passcode: '' },
    onSubmit: async ({ passcode }) => {
      const response = await fetch(path, { headers: { 'X-Menu-Passcode': passcode } });
      if (!response.ok) throw new Error(String(response.status));
      saveFile(await response.blob(), fileName);
      onClose();
    },
    onError: (error, { setError }) => {
      if (!(error instanceof Error) || error.message !== '403') return false;
      setError('passcode', { message: 'That is not the passcode' });
      return true;
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Save ${fileName}`}
      description="This menu asks for its passcode."
      submitLabel="Save file"
      onClose={onClose}
    >
      <TextField name="passcode" type="password" label="Passcode" autoComplete="off" required />
    </FormDialog>
  );
}
