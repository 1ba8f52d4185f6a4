'use client';
import * as z from 'zod/mini';
import { METHODS } from '@/components/money/payments/labels';
import { showDone } from '@/components/ui/base/toast';
import { formatCount, formatMoney, todayIn } from '@/components/ui/format';
import { SelectField, TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { leftOf } from './left';

const LONGEST_NOTE = 1000;
const Values = z.object({
  amount: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars !== null && dollars > 0, 'Enter an amount')),
  method: z.enum(['cash', 'check', 'ach', 'wire', 'card', 'other']),
  sent_on: z.string().check(z.minLength(1, 'Choose a date')),
  reference: z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters')),
  note: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});

type Sent = { id: string; number: string; balance: number; sent: number | null; seller: { name: string } };

/** What a buyer says it sent for invoices of one seller: of one everything that is open, unless it says less; of several all of it. */
export function SendDialog({ invoices, onClose }: { invoices: readonly Sent[]; onClose: () => void }) {
  const call = trpc.remittances.send.useMutation();
  const today = todayIn(useViewer().entity.timezone);
  const [first] = invoices as readonly [Sent, ...Sent[]];
  const isOne = invoices.length === 1;
  const parts = invoices.map((one) => ({ invoice_id: one.id, amount: leftOf(one) }));
  const all = parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      amount: all as number | null,
      ...{ method: 'check' as const, sent_on: today, reference: '', note: '' },
    },
    onSubmit: async ({ reference, note, amount, ...values }) => {
      await call.mutateAsync({
        ...values,
        id: first.id,
        amount: amount ?? 0,
        ...(!isOne && { invoices: parts }),
        ...(reference && { reference }),
        ...(note && { note }),
      });
      showDone(`${first.seller.name} knows that you sent ${formatMoney(amount ?? 0)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={isOne ? `I sent this: ${first.number}` : `I sent ${formatMoney(all)}`}
      description={`A note to ${first.seller.name}, who records the payment. The balance changes then.`}
      submitLabel="I sent this"
      onClose={onClose}
    >
      {isOne ? (
        <NumberField name="amount" label="Amount" money required />
      ) : (
        <p className="text-sm">
          {formatCount(invoices.length, 'bill')}: {invoices.map(({ number }) => number).join(', ')}
        </p>
      )}
      <SelectField name="method" label="Method" options={METHODS} />
      <TextField
        name="reference"
        label="Reference (optional)"
        hint="Number of the check or transfer."
        maxLength={100}
        autoComplete="off"
      />
      <TextField name="sent_on" label="Sent on" type="date" max={today} />
      <TextareaField name="note" label="Note (optional)" rows={2} maxLength={LONGEST_NOTE} />
    </FormDialog>
  );
}
