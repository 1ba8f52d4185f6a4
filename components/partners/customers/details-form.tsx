'use client';
import { ExternalIdsCard } from '@/components/catalog/external-ids/fields';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { TextField } from '@/components/ui/forms/text-field';
import { type ServerForm, useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { CustomerFields } from './customer-fields';
import { CustomerValues, customerPatch, customerValues, OwnValues, ownValues } from './customer-values';
import type { Customer } from './types';

/** Changes a customer where it is shown: all of a profile that the seller manages, else what the seller decides about it. */
export function DetailsForm({ customer }: { customer: Customer }) {
  return customer.status === 'unclaimed' ? (
    <ManagedForm customer={customer} />
  ) : (
    <OwnForm customer={customer} />
  );
}

function ManagedForm({ customer }: { customer: Customer }) {
  const update = trpc.customers.update.useMutation();
  const saved = customerValues(customer);
  const form: ServerForm<CustomerValues> = useServerForm({
    schema: CustomerValues,
    values: saved,
    onSubmit: async (values) => {
      const patch = customerPatch(saved, values);
      form.form.reset(customerValues(await update.mutateAsync({ id: customer.id, ...patch })));
      showDone('Customer saved');
    },
  });
  return (
    <>
      <Form form={form} locked className="flex flex-col gap-5">
        <CustomerFields
          after={
            <>
              <TextField name="legal_name" label="Legal name" required autoComplete="off" />
              <TextField name="license_type" label="License type (optional)" autoComplete="off" />
              <NicknameField />
            </>
          }
        />
        <ExternalIdsCard />
      </Form>
      <SaveBar form={form} />
    </>
  );
}

function OwnForm({ customer }: { customer: Customer }) {
  const update = trpc.customers.update.useMutation();
  const saved = ownValues(customer);
  const form: ServerForm<OwnValues> = useServerForm({
    schema: OwnValues,
    values: saved,
    onSubmit: async (values) => {
      const patch = customerPatch(saved, values);
      form.form.reset(ownValues(await update.mutateAsync({ id: customer.id, ...patch })));
      showDone('Customer saved');
    },
  });
  return (
    <>
      <Form form={form} locked className="flex flex-col gap-5">
        <Card
          title="For your team"
          description={`${customer.name} is on board and manages its profile itself: name, license, address, contact and locations. Nickname, ids and notes are yours.`}
        >
          <NicknameField />
        </Card>
        <ExternalIdsCard />
      </Form>
      <SaveBar form={form} />
    </>
  );
}

function NicknameField() {
  return (
    <TextField
      name="nickname"
      label="Nickname (optional)"
      hint="What your team calls it. Only your business sees it."
      autoComplete="off"
      className="sm:max-w-96"
    />
  );
}
