'use client';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Card } from '@/components/ui/card';

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

const pathOf = (id: string, index: number) => `/images/products/${id}/${index + 1}`;

/** The pictures of a product; each opens at its full size. */
export function ProductImages({ id, name, images }: { id: string; name: string; images: readonly string[] }) {
  if (images.length === 0) return null;
  return (
    <Card title="Images">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3">
        {images.map((source, index) => (
          <li key={source}>
            <a
              href={pathOf(id, index)}
              target="_blank"
              rel="noreferrer"
              className="block aspect-square overflow-hidden rounded-lg border border-border bg-bg"
            >
              <ProductImage src={pathOf(id, index)} alt={`${name}, image ${index + 1}`} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
