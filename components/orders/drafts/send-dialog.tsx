'use client';
import * as z from 'zod/mini';
import { moveDay, todayIn } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { useViewer } from '@/components/ui/providers/viewer';

/** Days that a quote may be valid, and those that the form proposes. */
const [MOST_DAYS, USUAL_DAYS] = [90, 14];

/** Asks how long a quote is valid and sends it. @param onSend rejects with the server's error; `leaving` keeps it busy */
export function SendDialog({
  validUntil,
  onSend,
  onClose,
}: {
  validUntil: string | null;
  onSend: (day: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const today = todayIn(useViewer().entity.timezone);
  const [usual, last] = [moveDay(today, USUAL_DAYS), moveDay(today, MOST_DAYS)];
  const form = useServerForm({
    schema: z.object({
      valid_until: z.string().check(
        z.minLength(1, 'Choose a date'),
        z.refine(
          (day) => day === '' || (day >= today && day <= last),
          `Choose a date within ${MOST_DAYS} days`,
        ),
      ),
    }),
    defaultValues: { valid_until: validUntil && validUntil >= today ? validUntil : usual },
    onSubmit: ({ valid_until }) => onSend(valid_until),
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Send quote"
      description="These prices hold through that day. No stock is reserved."
      submitLabel="Send quote"
      onClose={onClose}
    >
      <TextField name="valid_until" label="Valid until" type="date" min={today} max={last} />
    </FormDialog>
  );
}
