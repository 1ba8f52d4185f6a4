'use client';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { AmountField } from '@/components/catalog/goods/amount-field';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { NOT_WHOLE, type VariantValues } from './variant-values';

/** Units or steps of each variant that are there when it is created, by its place in the form. */
export const OpeningValues = z.array(
  z.nullish(
    z.int(NOT_WHOLE).check(z.minimum(0, 'Use 0 or more'), z.maximum(1_000_000, 'Use at most 1,000,000')),
  ),
);

const EACH = { unit: null, step: null };

/** What of a new variant is in stock already; absent for a member who can't change stock. */
export function OpeningField({ index }: { index: number }) {
  const { can } = useViewer();
  const { unit, step } = useWatch<{ variants: VariantValues[] }, `variants.${number}`>({
    name: `variants.${index}`,
  });
  if (!can('update:inventory')) return null;
  return (
    <AmountField
      name={`opening.${index}`}
      goods={unit === '' || !step ? EACH : { unit, step }}
      label="In stock now (optional)"
      hint="Goes into the vault of your first location."
    />
  );
}

/** @returns adds what is in stock of new variants; resolves to why it couldn't, else null */
export function useOpeningStock() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.inventory.bulkUpdate.useMutation();
  return async (
    productId: string,
    variants: readonly Pick<VariantValues, 'sku'>[],
    opening: z.infer<typeof OpeningValues>,
  ): Promise<string | null> => {
    const wanted = variants.flatMap(({ sku }, index) => {
      const units = opening[index] ?? 0;
      return units > 0 ? [{ sku, units }] : [];
    });
    if (wanted.length === 0) return null;
    try {
      const { data } = await utils.inventory.list.fetch({
        product_id: productId,
        room_type: 'vault',
        limit: 500,
      });
      const updates = wanted.flatMap(({ sku, units }) => {
        const row = data.find((one) => one.sku === sku);
        return row
          ? [{ id: row.id, quantity_change: units, reason_code: 'AUDIT' as const, notes: 'Opening stock' }]
          : [];
      });
      if (updates.length < wanted.length) return 'There is no location to keep it yet.';
      await mutateAsync({ updates });
      return null;
    } catch (error) {
      return errorTextOf(error) ?? 'Try again in Inventory.';
    }
  };
}
