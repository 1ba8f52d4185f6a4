'use client';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { MenuCustomer } from './menu-customer';
import { MenuGoodsFields } from './menu-goods-fields';
import { bodyOf, MenuValues, valuesOf } from './menu-values';
import type { Menu, NewMenu } from './types';

const PRICES = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
] as const;
const AVAILABILITY = [
  { value: 'levels', label: 'In stock, low or out' },
  { value: 'exact', label: 'Exact amounts' },
  { value: 'hidden', label: 'Hidden' },
] as const;

/** Makes a menu, or changes one. @param onSave rejects with the server's error */
export function MenuDialog({
  menu,
  onSave,
  onClose,
}: {
  menu?: Menu;
  onSave: (body: NewMenu) => Promise<unknown>;
  onClose: () => void;
}) {
  const { can, locations } = useViewer();
  const lists = trpc.priceLists.list.useQuery(
    { active: true, limit: 100 },
    { enabled: can('update:prices') },
  );
  const form = useServerForm({
    schema: MenuValues,
    defaultValues: valuesOf(menu),
    onSubmit: (values) => onSave(bodyOf(values)),
  });
  const title = menu ? 'Edit menu' : 'New menu';
  const customer = form.form.watch('customer');
  return (
    <FormDialog form={form} title={title} submitLabel={menu ? 'Save' : 'Make menu'} onClose={onClose}>
      <TextField name="name" label="Name" maxLength={100} required autoComplete="off" />
      <TextareaField name="message" label="Message above the goods (optional)" rows={2} maxLength={1000} />
      <MenuCustomer />
      <MenuGoodsFields />
      <SelectField name="prices" label="Prices" options={PRICES} />
      {can('update:prices') && !customer && (
        <SelectField
          name="price_list_id"
          label="Price list"
          options={[
            { value: '', label: 'Wholesale prices' },
            ...(lists.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          hint="Who has the link sees its prices."
        />
      )}
      <SelectField name="availability" label="Availability" options={AVAILABILITY} />
      <NumberField
        name="minimum_order"
        label="Minimum order (optional)"
        prefix="$"
        decimals={2}
        hint="The minimum of your business when empty."
      />
      <TextField
        name="passcode"
        label={menu?.has_passcode ? 'New passcode (optional)' : 'Passcode (optional)'}
        maxLength={128}
        autoComplete="off"
        hint="At least 8 characters."
      />
      <TextField name="expires_on" type="date" label="Last day (optional)" />
      {locations.length > 1 && (
        <SelectField
          name="location_id"
          label="Stock of"
          options={[
            { value: '', label: 'All premises that ship' },
            ...locations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextField
        name="state"
        label="State (optional)"
        maxLength={100}
        autoComplete="off"
        hint="Needed where you ship from several states."
      />
      <CheckboxField name="takes_requests" label="Take order requests" />
      <CheckboxField name="certificates" label="Show certificates of your own goods" />
    </FormDialog>
  );
}
