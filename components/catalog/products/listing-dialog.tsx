'use client';
import * as z from 'zod/mini';
import { AmountField } from '@/components/catalog/goods/amount-field';
import { showDone } from '@/components/ui/base/toast';
import { formatMoney } from '@/components/ui/format';
import { CheckboxField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { VISIBILITIES } from './labels';
import type { Resale } from './types';
import { money, NOT_WHOLE, sku } from './variant-values';
import { VisibilityField } from './visibility-field';

const Values = z.object({
  sku,
  wholesale_price: z.nullable(money).check(z.refine((price) => price !== null, 'Enter a price')),
  case_size: z.nullable(
    z.int(NOT_WHOLE).check(z.minimum(1, 'Use 1 or more'), z.maximum(1_000_000, 'Use at most 1,000,000')),
  ),
  active: z.boolean(),
  visibility: z.enum(VISIBILITIES),
});

/** Sells on a variant of another business under the reader's SKU and price, or changes how it is sold. */
export function ListingDialog({
  resale: { variant, listing },
  onClose,
}: {
  resale: Resale;
  onClose: () => void;
}) {
  const put = trpc.listings.put.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: {
      sku: listing?.sku ?? variant.sku,
      wholesale_price: listing?.wholesale_price ?? null,
      case_size: listing?.case_size ?? null,
      active: listing?.active ?? true,
      visibility: listing?.visibility ?? 'connected',
    },
    fieldOf: (path) => (path === 'sku' ? 'sku' : undefined),
    onSubmit: async ({ wholesale_price, ...values }) => {
      await put.mutateAsync({ variant_id: variant.id, ...values, wholesale_price: wholesale_price ?? 0 });
      showDone(listing ? 'Listing saved' : 'Listing added', variant.label);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`${listing ? 'Edit listing of' : 'Sell'} ${variant.label}`}
      description="Your customers see your SKU and your price, with the maker's batches and certificates."
      submitLabel={listing ? 'Save listing' : 'Start selling'}
      onClose={onClose}
    >
      <TextField name="sku" label="Your SKU" required autoComplete="off" spellCheck={false} />
      <NumberField
        name="wholesale_price"
        label="Your price"
        required
        money
        hint={
          variant.wholesale_price === null
            ? undefined
            : `You buy it at ${formatMoney(variant.wholesale_price)}${variant.unit ? `/${variant.unit}` : ''}.`
        }
      />
      <AmountField
        name="case_size"
        goods={variant}
        label={variant.unit ? 'Case' : 'Units per case'}
        hint="Buyers order whole cases. Leave empty to use the maker's case."
      />
      <CheckboxField name="active" label="Buyers can see and order it" />
      <VisibilityField />
    </FormDialog>
  );
}
