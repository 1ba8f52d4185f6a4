'use client';
import { Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone, showLastingFailure } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { NewImages } from './new-images';
import { OpeningField, OpeningValues, useOpeningStock } from './opening-stock';
import { ProductFields } from './product-fields';
import { NEW_PRODUCT, ProductValues, productFields } from './product-values';
import { uploadAll } from './upload-image';
import { VariantFields } from './variant-fields';
import { NEW_VARIANT, VariantList, variantFields } from './variant-values';

const MOST_VARIANTS = 100;
const NewProductValues = z.extend(ProductValues, { variants: VariantList, opening: OpeningValues });

/** A new product with its first variants and images; creating it leads to its page. */
export function NewProductForm() {
  const router = useRouter();
  const [images, setImages] = useState<readonly File[]>([]);
  const create = trpc.products.create.useMutation();
  const stock = useOpeningStock();
  const form = useServerForm({
    schema: NewProductValues,
    defaultValues: { ...NEW_PRODUCT, variants: [NEW_VARIANT], opening: [] },
    // With several variants the server does not say whose SKU it is.
    fieldOf: (path, { variants }) => (path === 'sku' && variants.length === 1 ? 'variants.0.sku' : undefined),
    onSubmit: async (values) => {
      const { id } = await create.mutateAsync({
        ...productFields(values),
        variants: values.variants.map(variantFields),
      });
      const [failed, unstocked] = await Promise.all([
        uploadAll(id, images),
        stock(id, values.variants, values.opening),
      ]);
      if (unstocked) showLastingFailure('Product created without its stock', unstocked);
      else if (failed.length === 0) showDone('Product created');
      if (failed.length > 0)
        showLastingFailure(
          'Product created without all images',
          `${failed.join(' ')} Add the missing ones on the product's page.`,
        );
      router.push(`/products/${id}`);
      return 'leaving';
    },
  });
  const variants = useFieldArray({ control: form.form.control, name: 'variants' });
  const remove = (index: number) => {
    variants.remove(index);
    form.form.setValue('opening', form.form.getValues('opening').toSpliced(index, 1));
  };
  return (
    <>
      <LeaveGuard active={(form.dirty || images.length > 0) && !form.pending} />
      <Form form={form} locked className="flex max-w-3xl flex-col gap-5">
        <Card title="Product">
          <ProductFields />
        </Card>
        <NewImages files={images} disabled={form.pending} onChange={setImages} />
        <Card
          title="Variants"
          description="Each variant has its own SKU and price."
          action={
            variants.fields.length < MOST_VARIANTS && (
              <Button size="sm" onClick={() => variants.append(NEW_VARIANT)}>
                <Plus aria-hidden />
                Add another variant
              </Button>
            )
          }
        >
          <ol className="flex flex-col gap-6">
            {variants.fields.map((field, index) => (
              <li key={field.id} className="not-first:border-border not-first:border-t not-first:pt-5">
                <fieldset>
                  <legend className="sr-only">Variant {index + 1}</legend>
                  {variants.fields.length > 1 && (
                    <div className="mb-3 flex items-center justify-between">
                      <p aria-hidden className="font-medium text-muted">
                        Variant {index + 1}
                      </p>
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={`Remove variant ${index + 1}`}
                        onClick={() => remove(index)}
                      >
                        <X aria-hidden />
                        Remove
                      </Button>
                    </div>
                  )}
                  <VariantFields index={index} />
                  <div className="mt-4 grid gap-4 sm:grid-cols-2">
                    <OpeningField index={index} />
                  </div>
                </fieldset>
              </li>
            ))}
          </ol>
        </Card>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.pending} onClick={() => router.push('/products')}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={form.pending}>
            Create product
          </Button>
        </div>
      </Form>
    </>
  );
}
