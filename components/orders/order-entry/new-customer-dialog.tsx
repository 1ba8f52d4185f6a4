'use client';
import * as z from 'zod/mini';
import type { Customer } from '@/components/partners/customers/types';
import { Button } from '@/components/ui/base/button';
import { showDone } from '@/components/ui/base/toast';
import { failureOf } from '@/components/ui/forms/failure';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
] as const;

const LONGEST_STATE = 100;
const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));
const NewCustomerValues = z.object({
  type: z.enum(['retailer', 'wholesaler']),
  name: required('Enter the name of the business', 200),
  license_number: required('Enter the license number', 100),
  state: z.string().check(z.trim(), z.maxLength(LONGEST_STATE, `Use at most ${LONGEST_STATE} characters`)),
});
type NewCustomerValues = z.infer<typeof NewCustomerValues>;

/** Adds a customer while its order is entered: what must be known at once, the rest follows on its page. @param name as it was looked for */
export function NewCustomerDialog({
  name,
  onAdded,
  onClose,
}: {
  name: string;
  onAdded: (customer: Customer) => void;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const create = trpc.customers.create.useMutation();
  const known = failureOf(create.error)?.details;
  const knownId = known?.reason === 'customer_exists' ? known.customer_id : null;
  const form = useServerForm<NewCustomerValues>({
    schema: NewCustomerValues,
    defaultValues: { type: 'retailer', name, license_number: '', state: '' },
    onSubmit: async ({ state, ...values }) => {
      const customer = await create.mutateAsync({ ...values, ...(state && { address: { state } }) });
      showDone('Customer added', customer.name);
      onAdded(customer);
      return 'leaving';
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add customer"
      description="Enough to take the order. Address and contact can follow on the customer's page."
      submitLabel="Add customer"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {typeof knownId === 'string' && (
          <Button
            className="self-start"
            onClick={() => void utils.customers.get.fetch({ id: knownId }).then(onAdded)}
          >
            Use your customer with this license
          </Button>
        )}
        <TextField name="name" label="Name" required autoComplete="off" />
        <TextField
          name="license_number"
          label="License number"
          required
          autoComplete="off"
          spellCheck={false}
          data-dialog-focus={name !== '' || undefined}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField name="type" label="Type" options={TYPES} />
          <TextField name="state" label="State (optional)" hint="Yours when empty." autoComplete="off" />
        </div>
      </div>
    </FormDialog>
  );
}
