'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { daysOrEmpty } from '@/components/ui/forms/days';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { CREDIT_CHECKS } from './labels';
import type { Customer } from './types';

/** A choice needs a value. */
const DEFAULT = 'default';

const Values = z.object({
  terms_days: daysOrEmpty,
  credit_limit: z
    .nullable(z.number())
    .check(z.refine((dollars) => dollars === null || dollars >= 0, 'Enter an amount')),
  credit_check: z.enum([DEFAULT, 'placing', 'accepting', 'shipping']),
  on_hold: z.boolean(),
});

/** Changes how long a customer has to pay, and how much it may owe. */
export function TermsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const update = trpc.customers.update.useMutation();
  const { id, name, terms_days, credit_limit, credit_check, on_hold } = customer;
  const before = { terms_days, credit_limit, credit_check: credit_check ?? DEFAULT, on_hold } as const;
  const form = useServerForm({
    schema: Values,
    defaultValues: before,
    onSubmit: async (values) => {
      const { credit_check: check, ...changed } = changedFields(before, values);
      await update.mutateAsync({
        id,
        ...changed,
        ...(check && { credit_check: check === DEFAULT ? null : check }),
      });
      showDone('Terms saved');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Edit terms"
      description={name}
      submitLabel="Save terms"
      onClose={onClose}
    >
      <NumberField
        name="terms_days"
        label="Payment terms (optional)"
        hint="Days until an invoice is due. Leave empty for your default."
        suffix="days"
      />
      <NumberField
        name="credit_limit"
        label="Credit limit (optional)"
        hint="What it may owe, open orders included. $0.00 gives no credit. Leave empty for no limit."
        money
      />
      <SelectField
        name="credit_check"
        label="Check the limit"
        options={[{ value: DEFAULT, label: 'Your default' }, ...CREDIT_CHECKS]}
      />
      <CheckboxField name="on_hold" label="On hold" hint="No order is placed, accepted or shipped for it." />
    </FormDialog>
  );
}
