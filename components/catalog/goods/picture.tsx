'use client';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { type ImageWidth, imagePath } from '@/server/features/products/images/address';

/** One picture, through our own origin; when its host gives none, a mark in its place. */
export function Picture({
  productId,
  url,
  width,
  alt,
}: {
  productId: string;
  /** As the product names it. */
  url: string;
  width: ImageWidth;
  alt: string;
}) {
  const [broken, setBroken] = useState(false);
  const src = imagePath(productId, url, width);
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
      width={width}
      height={width}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  );
}
