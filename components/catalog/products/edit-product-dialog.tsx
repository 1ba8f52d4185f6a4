'use client';
import { useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { ProductFields } from './product-fields';
import { ProductValues, productFields, productValues } from './product-values';
import type { Product } from './types';

/** Changes a product of the member's business. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  // What the form began with: the product below may be fetched again meanwhile.
  const [before] = useState(() => productValues(product));
  const update = trpc.products.update.useMutation();
  const form = useServerForm({
    schema: ProductValues,
    defaultValues: before,
    onSubmit: async (values) => {
      const patch = changedFields(productFields(before), productFields(values));
      if (Object.keys(patch).length > 0) {
        await update.mutateAsync({ id: product.id, ...patch });
        showDone('Product saved');
      }
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Edit product" submitLabel="Save" onClose={onClose}>
      <ProductFields exists />
    </FormDialog>
  );
}
