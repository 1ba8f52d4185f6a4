'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import * as z from 'zod/mini';
import { SHORTAGES } from '@/components/orders/cart/shortage-field';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { OverrideFields } from '@/components/orders/override-fields';
import type { Override } from '@/components/orders/types';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { reasonOf } from '@/components/ui/forms/failure';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { askerOf } from './labels';
import type { AcceptInput, RequestRow } from './types';

const NEW = 'new';
const OTHER = 'other';
const Values = z.object({
  customer: z.string().check(
    z.minLength(1, 'Choose a customer'),
    z.refine((id) => id !== OTHER, 'Find the customer'),
  ),
  unknown_contact: z.boolean(),
  prices: z.enum(['ask', 'accept', 'hold']),
  shortage: z.enum(['reject', 'backorder', 'partial']),
});

/** Places the order of a request: for the customer that it is of, or one that it enters. */
export function AcceptDialog({ request, onClose }: { request: RequestRow; onClose: () => void }) {
  const router = useRouter();
  const { can } = useViewer();
  const accept = trpc.orderRequests.accept.useMutation();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const known = request.matches.map(({ customer_id, name, license, email }) => ({
    value: customer_id,
    label: `${name}${license ? ' · same license' : ''}${email ? ' · known email' : ''}`,
  }));
  const [found, setFound] = useState<{ id: string; name: string } | null>(null);
  const [override, setOverride] = useState<readonly Override[]>([]);
  const mayEnter = request.business !== null && can('create:customers');
  const options = [
    ...known,
    ...(found && !known.some(({ value }) => value === found.id)
      ? [{ value: found.id, label: found.name }]
      : []),
    ...(mayEnter ? [{ value: NEW, label: `New customer: ${request.business?.name}` }] : []),
    // Of a customer's link no other asked.
    ...(request.customer_id === null && can('read:customers')
      ? [{ value: OTHER, label: 'Another customer…' }]
      : []),
  ];
  const [first] = request.matches;
  const form = useServerForm<z.infer<typeof Values>>({
    schema: Values,
    defaultValues: {
      customer: first?.customer_id ?? (mayEnter ? NEW : ''),
      unknown_contact: false,
      prices: 'ask',
      shortage: 'reject',
    },
    onSubmit: async ({ customer, unknown_contact, prices, shortage }) => {
      const input: AcceptInput = {
        id: request.id,
        ...(customer === NEW ? { new_customer: true as const } : { customer_id: customer }),
        ...(unknown_contact && { unknown_contact }),
        ...(prices === 'accept' && { accept_prices: true }),
        ...(prices === 'hold' && { hold_prices: true }),
        ...(override.length > 0 && { override: [...override] }),
      };
      if (shortage !== 'reject') input.shortage = shortage;
      try {
        const order = await accept.mutateAsync(input);
        showDone('Order placed', order.order_number);
        router.push(`/orders/${order.id}`);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== null) setAsked((before) => new Set([...before, reason]));
        throw error;
      }
      return 'leaving';
    },
  });
  const chosen = form.form.watch('customer');
  const match = request.matches.find(({ customer_id }) => customer_id === chosen);
  const asksContact =
    asked.has('unknown_contact') || found?.id === chosen || (match !== undefined && !match.email);
  const problems = [...asked].map((reason) => ({ reason }));
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Accept the request of ${askerOf(request)}`}
      description={`${request.lines_count === 1 ? '1 item' : `${request.lines_count} items`}, ${formatMoney(request.subtotal)} as the menu showed it.`}
      submitLabel="Place order"
      onClose={onClose}
    >
      <SelectField
        name="customer"
        label="Customer"
        options={options}
        hint="Its own prices, terms and receiving location apply."
      />
      {chosen === OTHER && (
        <CustomerField
          label="Find the customer"
          onPick={({ id, name }) => {
            setFound({ id, name });
            form.form.setValue('customer', id, { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
      {asksContact && chosen !== NEW && chosen !== OTHER && (
        <CheckboxField
          name="unknown_contact"
          label="I know that this customer asked"
          hint={`The email ${request.contact?.email ?? ''} isn't one of its own. Its prices and terms apply to the order.`}
        />
      )}
      {asked.has('price_changed') && (
        <SelectField
          name="prices"
          label="Prices have risen since"
          options={[
            { value: 'ask', label: 'Choose' },
            { value: 'accept', label: 'Use the prices of now' },
            ...(can('update:prices') ? [{ value: 'hold', label: 'Hold the prices that were shown' }] : []),
          ]}
        />
      )}
      {(asked.has('insufficient_stock') || asked.has('nothing_available')) && (
        <SelectField name="shortage" label="If stock is short" options={SHORTAGES} />
      )}
      <OverrideFields problems={problems} value={override} onChange={setOverride} />
    </FormDialog>
  );
}
