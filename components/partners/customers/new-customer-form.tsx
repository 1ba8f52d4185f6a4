'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { showDone, showFailure } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CustomerFields } from './customer-fields';
import { NEW_CUSTOMER, NewCustomerValues, newCustomer } from './customer-values';
import { inviteError, useInvite } from './use-invite';

const TYPES = [
  { value: 'retailer', label: 'Retailer' },
  { value: 'wholesaler', label: 'Wholesaler' },
] as const;

/** Enters a customer that isn't on board; adding it leads to its page. */
export function NewCustomerForm() {
  const router = useRouter();
  const { can } = useViewer();
  const create = trpc.customers.create.useMutation();
  const invite = useInvite();
  // The customer that has the license already.
  const [existing, setExisting] = useState<string | null>(null);
  const form = useServerForm({
    schema: NewCustomerValues,
    defaultValues: NEW_CUSTOMER,
    onSubmit: async (values) => {
      setExisting(null);
      const { id, name } = await create.mutateAsync(newCustomer(values));
      if (values.invite)
        await invite(values.email, id).catch((error) =>
          showFailure(`${name} was added, but not invited`, inviteError(error)),
        );
      else showDone('Customer added', name);
      router.push(`/customers/${id}`);
      return 'leaving';
    },
    onError: (error) => {
      const { reason, customer_id: id } = failureOf(error)?.details ?? {};
      if (reason !== 'customer_exists' || typeof id !== 'string') return false;
      setExisting(id);
      return errorText(error);
    },
  });
  return (
    <>
      <LeaveGuard active={form.dirty && !form.pending} />
      <Form form={form} locked className="flex max-w-3xl flex-col gap-5">
        {existing && (
          <Link
            href={`/customers/${existing}`}
            className="self-start font-medium text-link underline-offset-4 hover:underline"
          >
            Open this customer
          </Link>
        )}
        <CustomerFields
          contact={
            can('create:connections') && (
              <CheckboxField
                name="invite"
                label="Invite by email"
                hint="They can then sign in and place orders."
                fieldClassName="sm:col-span-2"
              />
            )
          }
          more={<SelectField name="type" label="Type" options={TYPES} />}
          after={
            <TextField
              name="nickname"
              label="Nickname (optional)"
              hint="What your team calls it. Only your business sees it."
              autoComplete="off"
            />
          }
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.pending} onClick={() => router.push('/customers')}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={form.pending}>
            Add customer
          </Button>
        </div>
      </Form>
    </>
  );
}
