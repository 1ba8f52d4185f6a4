'use client';
import * as z from 'zod/mini';
import { CheckboxField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import type { PriceList } from './types';

const Values = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'Use at most 100 characters')),
  discount: z
    .nullable(z.number())
    .check(z.refine((one) => one === null || (one >= 0 && one <= 100), 'Enter 0 to 100')),
  active: z.boolean(),
});

/** Adds a price list, or changes its name and what holds for all of it. @param onSave rejects with the server's error */
export function PriceListDialog({
  list,
  onSave,
  onClose,
}: {
  list?: PriceList;
  onSave: (values: { name: string; discount_bps: number; active: boolean }) => Promise<unknown>;
  onClose: () => void;
}) {
  const title = list ? 'Edit price list' : 'Add price list';
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      name: list?.name ?? '',
      discount: list ? list.discount_bps / 100 : null,
      active: list?.active ?? true,
    },
    fieldOf: (path) => (path === 'discount_bps' ? 'discount' : undefined),
    onSubmit: ({ name, discount, active }) =>
      onSave({ name, discount_bps: Math.round((discount ?? 0) * 100), active }),
  });
  return (
    <FormDialog form={form} size="sm" title={title} submitLabel={list ? 'Save' : title} onClose={onClose}>
      <TextField name="name" label="Name" maxLength={100} required autoComplete="off" />
      <NumberField
        name="discount"
        label="Off wholesale (optional)"
        suffix="%"
        decimals={2}
        hint="For everything without a price of its own in the list."
      />
      {list && (
        <CheckboxField
          name="active"
          label="Active"
          hint="While it is off, its customers pay wholesale prices."
        />
      )}
    </FormDialog>
  );
}
