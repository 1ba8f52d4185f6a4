'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import * as z from 'zod/mini';
import { formatMoney, todayIn } from '@/components/format';
import { reasonOf } from '@/components/forms/failure';
import { SelectField } from '@/components/forms/fields';
import { Form } from '@/components/forms/form';
import { NumberField } from '@/components/forms/number-field';
import { SubmitButton } from '@/components/forms/submit-button';
import { TextField } from '@/components/forms/text-field';
import { type ServerForm, useServerForm } from '@/components/forms/use-server-form';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showDone } from '@/components/ui/toast';
import { fillOldest, oldestFirst, type Parts, restOf } from './allocation';
import { AllocationTable } from './allocation-table';
import { METHODS } from './labels';

/** Invoices that the form shows; further ones are settled by the server. */
const MOST = 200;

const KINDS = [
  { value: 'payment', label: 'Payment from the customer' },
  { value: 'refund', label: 'Refund to the customer' },
] as const;

const Values = z.object({
  kind: z.enum(['payment', 'refund']),
  amount: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars !== null && dollars > 0, 'Enter an amount')),
  method: z.enum(['cash', 'check', 'ach', 'wire', 'card', 'other']),
  received_on: z.string().check(z.minLength(1, 'Choose a date')),
  reference: z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters')),
});
type Values = z.infer<typeof Values>;

/** Takes a payment of a customer; what it settles follows the amount until it is changed by hand. */
export function PaymentForm({
  customer,
  onChange,
}: {
  customer: { id: string; name: string };
  onChange: () => void;
}) {
  const router = useRouter();
  const today = todayIn(useViewer().entity.timezone);
  const record = trpc.payments.record.useMutation({ meta: { refresh: 'background' } });
  const open = trpc.invoices.list.useQuery({
    ...{ side: 'selling', status: 'open', customer_id: customer.id },
    ...{ sort: 'due_on', limit: MOST },
  });
  const invoices = oldestFirst(open.data?.data ?? []);
  // Null while the oldest invoices are settled first.
  const [chosen, setChosen] = useState<Parts | null>(null);
  const [doubted, setDoubted] = useState(false);
  const send = async ({ amount, reference, ...values }: Values, confirm_duplicate = false) => {
    const allocations = [...(chosen ?? [])].map(([invoice_id, part]) => ({ invoice_id, amount: part }));
    const { unapplied } = await record.mutateAsync({
      ...values,
      customer_id: customer.id,
      amount: amount ?? 0,
      ...(reference && { reference }),
      ...(chosen && values.kind === 'payment' && { allocations }),
      ...(confirm_duplicate && { confirm_duplicate }),
    });
    showDone(
      values.kind === 'refund' ? 'Refund recorded' : 'Payment recorded',
      unapplied > 0 ? `${formatMoney(unapplied)} is unapplied` : undefined,
    );
    router.push('/payments');
  };
  const form: ServerForm<Values> = useServerForm<Values>({
    schema: Values,
    defaultValues: { kind: 'payment', amount: null, method: 'check', received_on: today, reference: '' },
    onSubmit: async (values) => {
      await send(values);
      return 'leaving';
    },
    onError: (error) => {
      const isDuplicate = reasonOf(error) === 'possible_duplicate';
      if (isDuplicate) setDoubted(true);
      return isDuplicate;
    },
  });
  const { kind, amount } = form.form.watch();
  const paid = amount ?? 0;
  const parts = chosen ?? fillOldest(paid, invoices);
  const rest = restOf(paid, parts);
  const overdrawn = kind === 'payment' && rest < 0;
  return (
    <Form form={form} className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card
        title={customer.name}
        action={
          <Button size="sm" onClick={onChange}>
            Change<span className="sr-only"> customer</span>
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <NumberField name="amount" label="Amount" money required autoFocus />
          <SelectField name="method" label="Method" options={METHODS} />
          <TextField
            name="reference"
            label="Reference (optional)"
            hint="Number of the check, transfer or drop."
            maxLength={100}
            autoComplete="off"
          />
          <TextField name="received_on" label="Received on" type="date" max={today} />
          <SelectField name="kind" label="Kind" options={KINDS} />
          <SubmitButton pending={form.pending} className="w-full">
            {kind === 'refund' ? 'Record refund' : 'Record payment'}
          </SubmitButton>
        </div>
      </Card>
      {kind === 'payment' ? (
        <AllocationTable
          invoices={invoices}
          loading={open.isPending}
          parts={parts}
          rest={rest}
          overdrawn={overdrawn}
          onChange={(id, part) => {
            const next = new Map(parts);
            if (part > 0) next.set(id, part);
            else next.delete(id);
            setChosen(next);
          }}
          onReset={chosen ? () => setChosen(null) : null}
        />
      ) : (
        <p className="text-muted">
          A refund returns unapplied payments and credits of {customer.name}, the oldest first.
        </p>
      )}
      <ConfirmDialog
        open={doubted}
        onOpenChange={setDoubted}
        title="Record it twice?"
        description={`A payment of ${formatMoney(paid)} from ${customer.name} with this method, day and reference is recorded already.`}
        confirmLabel="Record again"
        cancelLabel="Don't record"
        destructive={false}
        onConfirm={() => send(form.form.getValues(), true)}
      />
    </Form>
  );
}
