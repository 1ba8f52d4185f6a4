'use client';
import { useRef, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { DropZone } from '@/components/ui/base/drop-zone';
import { errorText } from '@/components/ui/forms/error-text';
import { UploadRefused } from '@/components/ui/forms/send-form';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { ImageAddress } from './image-address';
import { MOST_IMAGES, moved } from './image-order';
import { ImageTile } from './image-tile';
import type { Product } from './types';
import { IMAGE_TYPES, imageFault, uploadImage } from './upload-image';

/** The pictures of a product; each opens at its full size. The owner drops files, orders them and removes them here. */
export function ProductImages({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const { id } = product;
  const refresh = useRefresh();
  const update = trpc.products.update.useMutation();
  const [uploading, setUploading] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  // What was asked for last is shown until the server has it.
  const [wanted, setWanted] = useState<string[] | null>(null);
  const images = wanted ?? product.images;
  const turn = useRef(Promise.resolve());

  const save = async (next: string[], done: string) => {
    setFault(null);
    setWanted(next);
    setSaid(done);
    try {
      await update.mutateAsync({ id, images: next });
      await refresh('product.updated');
    } catch (error) {
      setSaid('');
      setFault(errorText(error));
    } finally {
      setWanted(null);
    }
  };
  const send = async (file: File) => {
    try {
      await uploadImage(id, file);
      await refresh('product.updated');
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setFault(failure.message);
    } finally {
      setUploading((count) => count - 1);
    }
  };
  const add = (files: readonly File[]) => {
    setFault(files.flatMap((file) => imageFault(file) ?? []).join(' ') || null);
    for (const file of files.filter((one) => !imageFault(one))) {
      setUploading((count) => count + 1);
      // Several dropped at once keep their order.
      turn.current = turn.current.then(() => send(file));
    }
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= images.length || from === to) return;
    void save(moved(images, from, to), `Image ${from + 1} is now image ${to + 1} of ${images.length}`);
  };
  const take = (index: number) =>
    void save(
      images.filter((_, at) => at !== index),
      `Image ${index + 1} removed`,
    );

  if (images.length === 0 && !mayChange) return null;
  return (
    <Card title="Images">
      {images.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
          {images.map((url, index) => (
            <ImageTile
              key={url}
              product={product}
              url={url}
              index={index}
              count={images.length}
              onMove={mayChange ? move : null}
              onRemove={() => take(index)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {mayChange && images.length < MOST_IMAGES && (
        <div className={images.length > 0 ? 'mt-4' : undefined}>
          <DropZone
            label="Product image"
            accept={IMAGE_TYPES.join()}
            button="Choose images"
            prompt="Drop images here, or"
            hint="JPEG, PNG or WebP, up to 10 MB each"
            pending={uploading > 0}
            fault={fault}
            onFiles={add}
          />
          <ImageAddress
            images={images}
            pending={update.isPending}
            onAdd={(address) => void save([...images, address], 'Image added')}
          />
        </div>
      )}
    </Card>
  );
}
