'use client';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { type FieldPath, FormProvider, useFieldArray, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showDone } from '@/components/ui/toast';
import { useHydrated } from '@/components/ui/use-hydrated';
import { FormAlert } from './form-alert';
import { useInvalidateProducts } from './invalidate';
import { ProductFields } from './product-fields';
import { NEW_PRODUCT, ProductValues, productFields } from './product-form';
import { focusFirstError, formPath, showServerErrors } from './server-errors';
import { VariantFields } from './variant-fields';
import { NEW_VARIANT, VariantList, variantFields } from './variant-form';

const MOST_VARIANTS = 100;
const NewProductValues = z.extend(ProductValues, { variants: VariantList });
type Values = z.infer<typeof NewProductValues>;

function fieldOf(path: string): FieldPath<Values> | null {
  const [first = ''] = path.split(/[.[]/);
  return Object.hasOwn(NewProductValues.shape, first) ? (formPath(path) as FieldPath<Values>) : null;
}

/** A new product with its first variants; creating it leads to its page. */
export function NewProductForm() {
  const formId = useId();
  const hydrated = useHydrated();
  const router = useRouter();
  const invalidate = useInvalidateProducts();
  const create = trpc.products.create.useMutation();
  const form = useForm({
    resolver: standardSchemaResolver(NewProductValues),
    mode: 'onTouched',
    defaultValues: { ...NEW_PRODUCT, variants: [NEW_VARIANT] },
    shouldFocusError: false,
  });
  const variants = useFieldArray({ control: form.control, name: 'variants' });
  const { errors, isDirty, isSubmitting } = form.formState;
  const done = create.isSuccess;
  const submit = form.handleSubmit(
    async (values) => {
      let id: string;
      try {
        const product = await create.mutateAsync({
          ...productFields(values),
          variants: values.variants.map(variantFields),
        });
        id = product.id;
      } catch (error) {
        // With several variants the server does not say whose SKU it is.
        const skuField = values.variants.length === 1 ? ('variants.0.sku' as const) : undefined;
        showServerErrors(form, error, { fieldOf, skuField });
        focusFirstError(formId);
        return;
      }
      await invalidate();
      showDone('Product created');
      router.push(`/products/${id}`);
    },
    () => focusFirstError(formId),
  );
  return (
    <FormProvider {...form}>
      <LeaveGuard active={isDirty && !isSubmitting && !done} />
      <form id={formId} onSubmit={submit} method="post" noValidate className="max-w-3xl">
        <fieldset
          disabled={!hydrated}
          // Looks final while it loads, to avoid a flash of gray.
          className="flex flex-col gap-5 [&_:disabled]:cursor-auto! [&_:disabled]:bg-surface! [&_:disabled]:opacity-100!"
        >
          <FormAlert message={errors.root?.message} />
          <Card title="Product">
            <ProductFields />
          </Card>
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
                          onClick={() => variants.remove(index)}
                        >
                          <X aria-hidden />
                          Remove
                        </Button>
                      </div>
                    )}
                    <VariantFields index={index} />
                  </fieldset>
                </li>
              ))}
            </ol>
          </Card>
          <div className="flex flex-wrap justify-end gap-2">
            <Button disabled={isSubmitting || done} onClick={() => router.push('/products')}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" pending={isSubmitting || done}>
              Create product
            </Button>
          </div>
        </fieldset>
      </form>
    </FormProvider>
  );
}
