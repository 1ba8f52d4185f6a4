'use client';
import { ImageOff, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/components/forms/error-text';
import { UploadRefused } from '@/components/forms/send-form';
import { sessionGate } from '@/components/providers/session-gate';
import { trpc } from '@/components/providers/trpc';
import { useRefresh } from '@/components/providers/use-refresh';
import { Card } from '@/components/ui/card';
import { DropZone } from '@/components/ui/drop-zone';
import { imagePath } from '@/server/features/products/images/address';
import type { Product } from './types';
import { imageFault, uploadImage } from './upload-image';

/** One picture, through our own origin; when its host gives none, a mark in its place. */
function ProductImage({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className="grid size-full place-items-center text-muted" title={src}>
        <ImageOff aria-hidden className="size-5" />
        <span className="sr-only">{alt} can't be loaded</span>
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server's own route fetches it under its own limits
    <img
      // The error event of an image that failed before hydration was lost.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(true);
      }}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  );
}

const UPLOADED = /\/([0-9a-f-]{36})\.webp$/;

/** The pictures of a product; each opens at its full size. The owner adds some by dropping or choosing a file. */
export function ProductImages({
  product: { id, name, images },
  mayChange,
}: {
  product: Product;
  mayChange: boolean;
}) {
  const refresh = useRefresh();
  const remove = trpc.products.images.remove.useMutation();
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const add = async (file: File) => {
    const found = imageFault(file);
    setFault(found);
    if (found) return;
    setPending(true);
    try {
      await uploadImage(id, file);
      await refresh('product.updated');
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setFault(failure.message);
    } finally {
      setPending(false);
    }
  };
  const take = async (url: string) => {
    const [, imageId] = UPLOADED.exec(url) ?? [];
    if (!imageId) return;
    try {
      await remove.mutateAsync({ id, image_id: imageId });
    } catch (error) {
      setFault(errorText(error));
    }
  };
  if (images.length === 0 && !mayChange) return null;
  return (
    <Card title="Images">
      {images.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3">
          {images.map((source, index) => (
            <li key={source} className="relative">
              <a
                href={imagePath(id, source, 1600)}
                target="_blank"
                rel="noreferrer"
                className="block aspect-square overflow-hidden rounded-lg border border-border bg-bg"
              >
                <ProductImage src={imagePath(id, source, 480)} alt={`${name}, image ${index + 1}`} />
              </a>
              {mayChange && UPLOADED.test(source) && (
                <button
                  type="button"
                  aria-label={`Remove image ${index + 1}`}
                  title="Remove image"
                  onClick={() => void take(source)}
                  className="absolute top-1 right-1 grid size-7 max-md:size-11 place-items-center rounded-md border border-border bg-raised text-text hover:bg-hover"
                >
                  <X aria-hidden className="size-4" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className={images.length > 0 ? 'mt-4' : undefined}>
          <DropZone
            label="Product image"
            accept="image/jpeg,image/png,image/webp"
            button="Choose image"
            prompt="Drop an image here, or"
            hint="JPEG, PNG or WebP, up to 10 MB"
            pending={pending}
            fault={fault}
            onFile={(file) => void add(file)}
          />
        </div>
      )}
    </Card>
  );
}
