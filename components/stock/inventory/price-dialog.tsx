'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { type InventoryItem, itemName } from './types';

const MOST = 9_999_999.99;
const PriceValues = z.object({
  price: z.nullable(
    z.number().check(z.minimum(0, 'Use 0 or more'), z.maximum(MOST, 'Use at most $9,999,999.99')),
  ),
});

/** Sets what the business charges for the item's variant; left empty, the product's own price counts again. */
export function PriceDialog({ item, onClose }: { item: InventoryItem; onClose: () => void }) {
  const setPrice = trpc.inventory.setPrice.useMutation();
  const form = useServerForm({
    schema: PriceValues,
    defaultValues: { price: item.unit_price },
    onSubmit: async ({ price }) => {
      const saved = await setPrice.mutateAsync({ variant_id: item.variant_id, price });
      showDone(
        `Price is ${formatMoney(saved.unit_price)}${item.unit ? ` per ${item.unit}` : ''}`,
        itemName(item),
      );
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Price of ${itemName(item)}`} submitLabel="Save price" onClose={onClose}>
      <NumberField
        name="price"
        label={item.unit ? `Retail price per ${item.unit}` : 'Retail price'}
        hint="Applies to all your locations. Leave empty to use the product's price."
        money
      />
    </FormDialog>
  );
}
