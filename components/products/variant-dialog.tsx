'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { type FieldPath, FormProvider, useForm } from 'react-hook-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import { FormAlert } from './form-alert';
import { FormDialog } from './form-dialog';
import { useInvalidateProducts } from './invalidate';
import { focusFirstError, showServerErrors } from './server-errors';
import type { Variant } from './types';
import { VariantFields } from './variant-fields';
import {
  NEW_VARIANT,
  VariantForm,
  type VariantFormValues,
  type VariantValues,
  variantFields,
  variantPatch,
  variantValues,
} from './variant-form';

function fieldOf(path: string): FieldPath<VariantFormValues> | null {
  return Object.hasOwn(NEW_VARIANT, path) ? `variants.0.${path as keyof VariantValues}` : null;
}

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
  const formId = useId();
  const [before] = useState(() => (variant ? variantValues(variant) : NEW_VARIANT));
  const invalidate = useInvalidateProducts();
  const add = trpc.products.addVariant.useMutation();
  const update = trpc.products.updateVariant.useMutation();
  const form = useForm({
    resolver: standardSchemaResolver(VariantForm),
    mode: 'onTouched',
    defaultValues: { variants: [before] },
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const send = async (values: VariantValues) => {
    if (!variant) return void (await add.mutateAsync({ id: productId, ...variantFields(values) }));
    const patch = variantPatch(before, values);
    if (Object.keys(patch).length === 0) return;
    await update.mutateAsync({ id: productId, variant_id: variant.id, ...patch });
  };
  const submit = form.handleSubmit(
    async ({ variants: [values] }) => {
      if (!values) return;
      try {
        await send(values);
      } catch (error) {
        showServerErrors(form, error, { fieldOf, skuField: 'variants.0.sku' });
        focusFirstError(formId);
        return;
      }
      await invalidate();
      showDone(variant ? 'Variant saved' : 'Variant added');
      onClose();
    },
    () => focusFirstError(formId),
  );
  return (
    <FormDialog
      title={variant ? `Edit ${variant.name}` : 'Add variant'}
      formId={formId}
      submitLabel={variant ? 'Save' : 'Add variant'}
      dirty={isDirty}
      pending={isSubmitting}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          <VariantFields index={0} />
        </form>
      </FormProvider>
    </FormDialog>
  );
}
