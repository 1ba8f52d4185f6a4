'use client';
import { useMembers } from '@/components/business/team/use-members';
import { ChosenCustomers } from '@/components/orders/order-entry/chosen-customers';
import { FaultText } from '@/components/ui/base/fault-text';
import { showDone } from '@/components/ui/base/toast';
import { formatNumber } from '@/components/ui/format';
import { SelectField, TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CATEGORY_OPTIONS } from '../products/labels';
import { MailValues, mailOf, mailValuesOf, sentTo } from './mail-values';
import type { Menu } from './types';

const WEEK = [
  { value: 'mon', label: 'Monday' },
  { value: 'tue', label: 'Tuesday' },
  { value: 'wed', label: 'Wednesday' },
  { value: 'thu', label: 'Thursday' },
  { value: 'fri', label: 'Friday' },
  { value: 'sat', label: 'Saturday' },
  { value: 'sun', label: 'Sunday' },
] as const;

const TO = [
  { value: 'segment', label: 'Customers by what they buy' },
  { value: 'chosen', label: 'Chosen customers' },
] as const;

/** Mails a menu to customers, now or each week: each gets a link with its own prices. */
export function MailDialog({ menu, weekly, onClose }: { menu: Menu; weekly: boolean; onClose: () => void }) {
  const { can } = useViewer();
  const members = useMembers();
  const lists = trpc.priceLists.list.useQuery(
    { active: true, limit: 100 },
    { enabled: can('read:prices') && !menu.customer_id },
  );
  const send = trpc.menus.send.useMutation();
  const update = trpc.menus.update.useMutation();
  const form = useServerForm({
    schema: MailValues,
    defaultValues: mailValuesOf(menu),
    onSubmit: async (values) => {
      if (weekly) {
        const { weekday, time } = values;
        await update.mutateAsync({ id: menu.id, schedule: { weekday, time, ...mailOf(values) } });
        showDone('Mailed each week', menu.name);
      } else {
        const { total } = await send.mutateAsync({ id: menu.id, ...sentTo(values) });
        showDone('Menu on its way', total === 1 ? '1 customer' : `${formatNumber(total)} customers`);
      }
      onClose();
    },
  });
  const to = form.form.watch('to');
  const maySay = !weekly && !menu.customer_id && can('read:customers');
  return (
    <FormDialog
      form={form}
      title={weekly ? 'Mail each week' : 'Send menu'}
      description={
        menu.customer_id
          ? 'It goes to the customer that this menu is for.'
          : 'Each customer gets a link of its own, with its own prices and what is new since the last mail.'
      }
      submitLabel={weekly ? 'Save' : 'Send'}
      onClose={onClose}
    >
      {weekly && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="weekday" label="Day" options={WEEK} />
          <TextField name="time" type="time" label="Time" required />
        </div>
      )}
      {maySay && <SelectField name="to" label="To" options={TO} />}
      {maySay && to === 'chosen' && (
        <ChosenCustomers
          label="Chosen customers"
          value={form.form.watch('customers')}
          fault={<FaultText message={form.form.formState.errors.customers?.message} />}
          onChange={(customers) =>
            form.form.setValue('customers', customers, {
              shouldDirty: true,
              shouldValidate: form.form.formState.isSubmitted,
            })
          }
        />
      )}
      {!menu.customer_id && to === 'segment' && (
        <>
          {can('read:team') && (
            <SelectField
              name="representative"
              label="Customers of"
              options={[{ value: '', label: 'Any representative' }, ...members]}
            />
          )}
          <SelectField
            name="category"
            label="Customers who bought"
            options={[{ value: '', label: 'Anything' }, ...CATEGORY_OPTIONS]}
          />
          {can('read:prices') && (
            <SelectField
              name="price_list_id"
              label="With price list"
              options={[
                { value: '', label: 'Any' },
                ...(lists.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <NumberField name="not_ordered_days" label="Without an order for days (optional)" decimals={0} />
        </>
      )}
      <TextField name="subject" label="Subject" maxLength={100} required autoComplete="off" />
      <TextareaField name="message" label="Message" rows={4} maxLength={1000} required />
    </FormDialog>
  );
}
