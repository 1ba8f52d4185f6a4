'use client';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Card } from '@/components/ui/card';

/** One picture from the seller's own host; when that does not answer, a mark in its place. */
function ProductImage({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className="grid size-full place-items-center text-muted" title={src}>
        <ImageOff aria-hidden className="size-5" />
        <span className="sr-only">{alt} does not load</span>
      </span>
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: the hosts are the sellers', so Next may not fetch them for us
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  );
}

/** The pictures of a product; each opens at its full size. */
export function ProductImages({ name, images }: { name: string; images: readonly string[] }) {
  if (images.length === 0) return null;
  return (
    <Card title="Images">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3">
        {images.map((src, index) => (
          <li key={src}>
            <a
              href={src}
              target="_blank"
              rel="noreferrer"
              className="block aspect-square overflow-hidden rounded-lg border border-border bg-bg"
            >
              <ProductImage src={src} alt={`${name}, image ${index + 1}`} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
