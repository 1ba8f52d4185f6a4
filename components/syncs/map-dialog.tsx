'use client';
import { useId, useState } from 'react';
import { formatNumber, UNKNOWN } from '@/components/format';
import { FormAlert } from '@/components/products/form-alert';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { DefinitionList } from '@/components/ui/definition-list';
import { Dialog } from '@/components/ui/dialog';
import { showDone } from '@/components/ui/toast';
import { useInvalidateSyncs } from './invalidate';
import { reportedName } from './labels';
import { refusalOf } from './refusal';
import type { UnmatchedItem } from './types';
import type { VariantChoice } from './use-variant-search';
import { VariantPicker } from './variant-picker';

/** Maps a POS item to a variant. */
export function MapDialog({ item, onClose }: { item: UnmatchedItem; onClose: () => void }) {
  const formId = useId();
  const invalidate = useInvalidateSyncs();
  const map = trpc.inventory.pos.map.useMutation();
  const [variant, setVariant] = useState<VariantChoice | null>(null);
  const [checked, setChecked] = useState(false);
  const name = reportedName(item);
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!variant || map.isPending) return;
    const { location_id, external_id, sku } = item;
    // Its own id stays when its SKU is renamed in the POS.
    const key = external_id === null ? { sku: sku ?? '' } : { external_id };
    try {
      await map.mutateAsync({ location_id, ...key, variant_id: variant.id });
      showDone(`${name} mapped`, 'The next sync imports its count.');
      await invalidate();
      onClose();
    } catch {
      // The dialog says why.
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => !map.isPending && onClose()}
      title={`Map ${name}`}
      description="From the next sync on, its count in the POS sets the variant's stock."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={map.isPending}>
            Map to variant
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormAlert message={map.error ? refusalOf(map.error).message : undefined} />
        <DefinitionList
          columns={2}
          items={[
            { term: 'POS SKU', value: item.sku ?? UNKNOWN },
            { term: 'POS ID', value: item.external_id ?? UNKNOWN },
            { term: 'Counted', value: formatNumber(item.quantity) },
          ]}
        />
        <VariantPicker
          value={variant}
          onValueChange={setVariant}
          error={checked && !variant ? 'Choose the matching variant' : undefined}
        />
      </form>
    </Dialog>
  );
}
