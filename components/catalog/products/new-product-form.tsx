'use client';
import { Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone, showLastingFailure } from '@/components/ui/base/toast';
import { todayIn } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { Form } from '@/components/ui/forms/form';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { NewImages } from './new-images';
import { OpeningStock } from './opening-stock';
import { ProductFields } from './product-fields';
import { NEW_PRODUCT, ProductValues, productFields } from './product-values';
import { uploadAll } from './upload-image';
import { VariantFields } from './variant-fields';
import { NEW_VARIANT, variantFields, variantList } from './variant-values';

const AddCertificateDialog = lazy(() =>
  import('@/components/stock/certificates/add-dialog').then((m) => ({ default: m.AddCertificateDialog })),
);

const MOST_VARIANTS = 100;
const batch = z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters'));
const newProduct = (sells: boolean) =>
  z.extend(ProductValues, { variants: variantList(sells), location_id: z.string(), batch_id: batch });
const [SELLERS_FORM, OTHERS_FORM] = [newProduct(true), newProduct(false)];

/**
 * A new product with its first variants and images; who sells also enters what is in stock of it and drops a certificate. Creating
 * it leads to its page.
 */
export function NewProductForm() {
  const router = useRouter();
  const { entity, can, locations } = useViewer();
  const sells = SELLERS.includes(entity.type);
  const opens = sells && can('update:inventory') && locations.length > 0;
  const [images, setImages] = useState<readonly File[]>([]);
  const [certificate, setCertificate] = useState<File | null>(null);
  /** The product, while its certificate is checked. */
  const [created, setCreated] = useState<string | null>(null);
  const create = trpc.products.create.useMutation();
  const receive = trpc.goodsReceipts.create.useMutation();
  const form = useServerForm({
    schema: sells ? SELLERS_FORM : OTHERS_FORM,
    defaultValues: {
      ...{ ...NEW_PRODUCT, variants: [NEW_VARIANT] },
      ...{ location_id: locations[0]?.id ?? '', batch_id: '' },
    },
    // With several variants the server does not say whose SKU it is.
    fieldOf: (path, { variants }) => (path === 'sku' && variants.length === 1 ? 'variants.0.sku' : undefined),
    onSubmit: async (values) => {
      const { id } = await create.mutateAsync({
        ...productFields(values),
        variants: values.variants.map(variantFields),
      });
      const lines = openingLines(values);
      if (opens && lines.length > 0)
        await receive
          .mutateAsync({ kind: 'found', location_id: values.location_id, lines })
          .catch((error) =>
            showLastingFailure('Product created without its opening stock', errorText(error)),
          );
      const failed = await uploadAll(id, images);
      if (failed.length === 0) showDone('Product created');
      else
        showLastingFailure(
          'Product created without all images',
          `${failed.join(' ')} Add the missing ones on the product's page.`,
        );
      if (certificate) setCreated(id);
      else router.push(`/products/${id}`);
      return 'leaving';
    },
  });
  const variants = useFieldArray({ control: form.form.control, name: 'variants' });
  return (
    <>
      <LeaveGuard active={(form.dirty || images.length > 0 || certificate !== null) && !form.pending} />
      <Form form={form} locked className={`flex flex-col gap-5 ${opens ? 'max-w-5xl' : 'max-w-3xl'}`}>
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
                        onClick={() => variants.remove(index)}
                      >
                        <X aria-hidden />
                        Remove
                      </Button>
                    </div>
                  )}
                  <VariantFields index={index} opens={opens} />
                </fieldset>
              </li>
            ))}
          </ol>
        </Card>
        {opens && <OpeningStock certificate={certificate} onCertificate={setCertificate} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.pending} onClick={() => router.push('/products')}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={form.pending}>
            Create product
          </Button>
        </div>
      </Form>
      <Suspense>
        {created !== null && (
          <AddCertificateDialog
            productId={created}
            chosen={certificate}
            today={todayIn(entity.timezone)}
            onClose={() => router.push(`/products/${created}`)}
          />
        )}
      </Suspense>
    </>
  );
}

/** What is in stock of each variant, as a receipt of goods takes it. */
function openingLines({ variants, batch_id }: z.infer<typeof SELLERS_FORM>) {
  return variants.flatMap(({ sku, opening, unit_cost }) =>
    opening !== null && opening > 0
      ? [
          {
            ...{ sku, quantity: opening },
            ...(unit_cost !== null && { unit_cost }),
            ...(batch_id && { batch_id }),
          },
        ]
      : [],
  );
}
