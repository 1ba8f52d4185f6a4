'use client';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { showDone } from '@/components/ui/base/toast';
import { formatNumber, UNKNOWN } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { reportedName } from './labels';
import type { UnmatchedItem } from './types';
import type { VariantChoice } from './use-variant-search';
import { VariantPicker } from './variant-picker';

const MapValues = z.object({
  variant: z
    .nullable(z.custom<VariantChoice>())
    .check(z.refine((one) => one !== null, 'Choose the matching variant')),
});

/** Maps an item that a POS reports to a variant. */
export function MapDialog({ item, onClose }: { item: UnmatchedItem; onClose: () => void }) {
  const map = trpc.inventory.pos.map.useMutation();
  const name = reportedName(item);
  const form = useServerForm({
    schema: MapValues,
    defaultValues: { variant: null },
    onSubmit: async ({ variant }) => {
      if (!variant) return;
      const { location_id, external_id, sku } = item;
      // Its own id stays when the SKU is renamed there.
      const key = external_id === null ? { sku: sku ?? '' } : { external_id };
      await map.mutateAsync({ location_id, ...key, variant_id: variant.id });
      showDone(`${name} mapped`, 'The next sync imports its count.');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Map ${name}`}
      description="From the next sync on, its count in the POS sets the variant's stock."
      submitLabel="Map to variant"
      onClose={onClose}
    >
      <DefinitionList
        columns={2}
        items={[
          { term: 'POS SKU', value: item.sku ?? UNKNOWN },
          { term: 'POS ID', value: item.external_id ?? UNKNOWN },
          { term: 'Counted', value: formatNumber(item.quantity) },
        ]}
      />
      <Controller
        control={form.form.control}
        name="variant"
        render={({ field, fieldState }) => (
          <VariantPicker
            value={field.value}
            onValueChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}
