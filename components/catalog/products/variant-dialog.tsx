'use client';
import { useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import type { Variant } from './types';
import { VariantFields } from './variant-fields';
import { NEW_VARIANT, type VariantValues, variantFields, variantForm, variantValues } from './variant-values';

const [SELLERS_FORM, OTHERS_FORM] = [variantForm(true), variantForm(false)];

const isVariantField = (path: string): path is keyof VariantValues => Object.hasOwn(NEW_VARIANT, path);

/** Adds a variant, or with `variant` changes that one. */
export function VariantDialog({
  productId,
  variant,
  onClose,
}: {
  productId: string;
  variant: Variant | null;
  onClose: () => void;
}) {
  const sells = SELLERS.includes(useViewer().entity.type);
  const [before] = useState(() => (variant ? variantValues(variant) : NEW_VARIANT));
  const add = trpc.products.addVariant.useMutation();
  const update = trpc.products.updateVariant.useMutation();
  const save = async (values: VariantValues) => {
    if (!variant) return void (await add.mutateAsync({ id: productId, ...variantFields(values) }));
    const patch = changedFields(variantFields(before), variantFields(values));
    if (Object.keys(patch).length === 0) return;
    await update.mutateAsync({ id: productId, variant_id: variant.id, ...patch });
  };
  const form = useServerForm({
    schema: sells ? SELLERS_FORM : OTHERS_FORM,
    defaultValues: { variants: [before] },
    fieldOf: (path) => (isVariantField(path) ? `variants.0.${path}` : undefined),
    onSubmit: async ({ variants: [values] }) => {
      if (values) await save(values);
      showDone(variant ? 'Variant saved' : 'Variant added');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={variant ? `Edit ${variant.name}` : 'Add variant'}
      submitLabel={variant ? 'Save' : 'Add variant'}
      onClose={onClose}
    >
      <VariantFields index={0} exists={variant !== null} />
    </FormDialog>
  );
}
