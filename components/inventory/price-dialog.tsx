'use client';
import { type FormEvent, useId, useState } from 'react';
import { formatMoney } from '@/components/format';
import { FormAlert } from '@/components/products/form-alert';
import { FormDialog } from '@/components/products/form-dialog';
import { failureOf, trpc } from '@/components/providers/trpc';
import { Field } from '@/components/ui/field';
import { NumberInput } from '@/components/ui/number-input';
import { showDone } from '@/components/ui/toast';
import { useInvalidateInventory } from './invalidate';
import { type InventoryItem, itemName } from './types';

/** Sets what the business charges for the item's variant; left empty, the product's own price counts again. */
export function PriceDialog({ item, onClose }: { item: InventoryItem; onClose: () => void }) {
  const formId = useId();
  const [price, setPrice] = useState<number | null>(item.unit_price);
  const invalidate = useInvalidateInventory();
  const { mutateAsync, isPending, error } = trpc.inventory.setPrice.useMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A failure shows in the dialog.
    const saved = await mutateAsync({ variant_id: item.variant_id, price }).catch(() => null);
    if (!saved) return;
    showDone(`Price is ${formatMoney(saved.unit_price)}`, itemName(item));
    await invalidate();
    onClose();
  };
  return (
    <FormDialog
      title={`Price of ${itemName(item)}`}
      formId={formId}
      submitLabel="Save price"
      dirty={price !== item.unit_price}
      pending={isPending}
      onClose={onClose}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={error ? (failureOf(error)?.message ?? 'Try again.') : undefined} />
        <Field
          label="Retail price"
          hint="Applies to all your locations. Leave empty to use the product's price."
        >
          <NumberInput value={price} money onValueChange={setPrice} />
        </Field>
      </form>
    </FormDialog>
  );
}
