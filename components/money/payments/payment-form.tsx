'use client';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney, todayIn } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { reasonOf } from '@/components/ui/forms/failure';
import { SelectField, TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { type ServerForm, useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import {
  fillOldest,
  type Owed,
  oldestFirst,
  type Parts,
  restOf,
  sumOf,
  tickOf,
  ticksOf,
  withPart,
} from './allocation';
import { AllocationTable } from './allocation-table';
import { AppliedBar } from './applied-bar';
import { openInvoicesOf } from './inputs';
import { METHODS } from './labels';

const ConfirmDialog = lazy(() =>
  import('@/components/ui/base/confirm-dialog').then((m) => ({ default: m.ConfirmDialog })),
);

const KINDS = [
  { value: 'payment', label: 'Payment from the customer' },
  { value: 'refund', label: 'Refund to the customer' },
] as const;

const LONGEST_NOTE = 1000;
const short = z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters'));
const Values = z.object({
  kind: z.enum(['payment', 'refund']),
  amount: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars !== null && dollars > 0, 'Enter an amount')),
  method: z.enum(['cash', 'check', 'ach', 'wire', 'card', 'other']),
  received_on: z.string().check(z.minLength(1, 'Choose a date')),
  reference: short,
  counted_by: short,
  notes: z.string().check(z.trim(), z.maxLength(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters`)),
});
type Values = z.infer<typeof Values>;

const NONE: readonly string[] = [];

/**
 * Takes a payment of a customer. Ticked invoices add up to its amount; with an amount alone the oldest are settled first.
 * @param ticked ids of invoices that are ticked from the start
 */
export function PaymentForm({
  customer,
  ticked = NONE,
  onChange,
}: {
  customer: { id: string; name: string };
  ticked?: readonly string[];
  onChange: () => void;
}) {
  const router = useRouter();
  const today = todayIn(useViewer().entity.timezone);
  const record = trpc.payments.record.useMutation({ meta: { refresh: 'background' } });
  const open = trpc.invoices.list.useQuery(openInvoicesOf(customer.id));
  const invoices = oldestFirst(open.data?.data ?? []);
  // Null while the oldest invoices are settled first.
  const [chosen, setChosen] = useState<Parts | null>(null);
  // What the ticks came to, which the amount follows until another one is typed.
  const [summed, setSummed] = useState<number | null>(null);
  const [doubted, setDoubted] = useState(false);
  const send = async (
    { amount, reference, counted_by, notes, ...values }: Values,
    confirm_duplicate = false,
  ) => {
    const allocations = [...(chosen ?? [])].map(([invoice_id, part]) => ({ invoice_id, amount: part }));
    const { id, unapplied } = await record.mutateAsync({
      ...values,
      customer_id: customer.id,
      amount: amount ?? 0,
      ...(reference && { reference }),
      ...(values.method === 'cash' && counted_by && { counted_by }),
      ...(notes && { notes }),
      ...(chosen && values.kind === 'payment' && { allocations }),
      ...(confirm_duplicate && { confirm_duplicate }),
    });
    showDone(
      values.kind === 'refund' ? 'Refund recorded' : 'Payment recorded',
      unapplied > 0 ? `${formatMoney(unapplied)} is unapplied` : undefined,
    );
    router.push(`/payments/${id}`);
  };
  const form: ServerForm<Values> = useServerForm<Values>({
    schema: Values,
    defaultValues: {
      ...{ kind: 'payment', amount: null, method: 'check', received_on: today },
      ...{ reference: '', counted_by: '', notes: '' },
    },
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
  const isDirty = form.dirty || chosen !== null;
  /** Applies these parts, and with them the amount where it isn't one that was typed. */
  const choose = (next: Parts) => {
    setChosen(next);
    const typed = form.form.getValues('amount');
    if (typed !== null && typed !== summed) return;
    const sum = sumOf(next);
    setSummed(sum);
    form.form.setValue('amount', sum > 0 ? sum : null, {
      shouldDirty: true,
      shouldValidate: form.form.formState.isSubmitted,
    });
  };
  const known = open.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the invoices are there
  useEffect(() => {
    const first = invoices.filter(({ id }) => ticked.includes(id));
    if (first.length > 0) choose(ticksOf(first));
  }, [known]);
  // The first duplicate opens the question; what fails after it is shown there.
  const failure = reasonOf(record.error) === 'possible_duplicate' ? null : record.error;
  const { kind, amount, method } = form.form.watch();
  const paid = amount ?? 0;
  const parts = chosen ?? fillOldest(paid, invoices);
  const tick = (invoice: Owed, isTicked: boolean) =>
    choose(
      // The first tick replaces what an amount alone would settle.
      withPart(chosen ?? (isTicked ? new Map() : parts), invoice.id, isTicked ? tickOf(invoice) : 0),
    );
  const rest = restOf(paid, parts);
  const overdrawn = kind === 'payment' && rest < 0;
  return (
    <Form form={form} className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <LeaveGuard active={isDirty && !form.pending} />
      <Card
        title={customer.name}
        action={
          <Button
            size="sm"
            disabled={isDirty}
            title={isDirty ? 'Record this payment first, or leave the page.' : undefined}
            onClick={onChange}
          >
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
          {method === 'cash' && (
            <TextField name="counted_by" label="Counted by (optional)" maxLength={100} autoComplete="off" />
          )}
          <TextField
            name="received_on"
            label={kind === 'refund' ? 'Paid on' : 'Received on'}
            type="date"
            max={today}
          />
          <SelectField name="kind" label="Kind" options={KINDS} />
          <TextareaField
            name="notes"
            label="Notes (optional)"
            hint="Only your business sees them."
            rows={2}
            maxLength={LONGEST_NOTE}
          />
        </div>
      </Card>
      {kind === 'payment' ? (
        <AllocationTable
          invoices={invoices}
          loading={open.isPending}
          parts={parts}
          onTick={tick}
          onChange={(id, part) => choose(withPart(parts, id, part))}
          onReset={chosen ? () => setChosen(null) : null}
        />
      ) : (
        <p className="text-muted">
          A refund returns unapplied payments and credits of {customer.name}, the oldest first.
        </p>
      )}
      <AppliedBar
        kind={kind}
        paid={paid}
        rest={rest}
        overdrawn={overdrawn}
        pending={form.pending}
        className="lg:col-span-2"
      />
      <Suspense>
        {doubted && (
          <ConfirmDialog
            open
            onOpenChange={setDoubted}
            title="Record it twice?"
            description={`A ${kind} of ${formatMoney(paid)} ${kind === 'refund' ? 'to' : 'from'} ${customer.name} with this method, day and reference is recorded already.`}
            confirmLabel="Record again"
            cancelLabel="Don't record"
            destructive={false}
            onConfirm={() => send(form.form.getValues(), true)}
          >
            <FormAlert message={errorTextOf(failure)} />
          </ConfirmDialog>
        )}
      </Suspense>
    </Form>
  );
}
