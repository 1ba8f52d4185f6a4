'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { trpc } from '@/components/providers/trpc';
import { showDone } from '@/components/ui/toast';
import { FormAlert } from './form-alert';
import { FormDialog } from './form-dialog';
import { useInvalidateProducts } from './invalidate';
import { ProductFields } from './product-fields';
import { ProductValues, productPatch, productValues } from './product-form';
import { focusFirstError, showServerErrors } from './server-errors';
import type { Product } from './types';

const isField = (path: string): path is keyof ProductValues => Object.hasOwn(ProductValues.shape, path);

/** Edits the business's own product; sends only changed fields. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const formId = useId();
  // What the form began with: the product below may be refetched meanwhile.
  const [before] = useState(() => productValues(product));
  const invalidate = useInvalidateProducts();
  const update = trpc.products.update.useMutation();
  const form = useForm({
    resolver: standardSchemaResolver(ProductValues),
    mode: 'onTouched',
    defaultValues: before,
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    async (values) => {
      const patch = productPatch(before, values);
      if (Object.keys(patch).length === 0) return onClose();
      try {
        await update.mutateAsync({ id: product.id, ...patch });
      } catch (error) {
        showServerErrors(form, error, { fieldOf: (path) => (isField(path) ? path : null) });
        focusFirstError(formId);
        return;
      }
      await invalidate();
      showDone('Product saved');
      onClose();
    },
    () => focusFirstError(formId),
  );
  return (
    <FormDialog
      title="Edit product"
      formId={formId}
      submitLabel="Save"
      dirty={isDirty}
      pending={isSubmitting}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={errors.root?.message} />
          <ProductFields />
        </form>
      </FormProvider>
    </FormDialog>
  );
}
