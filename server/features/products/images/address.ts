// Pages and other features import this file.
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const UPLOADED = new RegExp(`/images/products/(${UUID})/(${UUID})\\.webp$`);

/** Pixels of an image's longer side at most; a square for rows. */
export type ImageWidth = 128 | 480 | 1600;

/** Which upload an image's address names; null for an image on another host. */
export function uploadedImage(url: string): { productId: string; imageId: string } | null {
  const [, productId, imageId] = UPLOADED.exec(url) ?? [];
  return productId && imageId ? { productId, imageId } : null;
}

/** The name of an image in our addresses: another one once its own address changes, so that its content never does. */
export const imageName = (url: string) => uploadedImage(url)?.imageId ?? hostedName(url);

/** Where we serve an image of a product, as a path (decision 447). */
export function imagePath(productId: string, url: string, width: ImageWidth): string {
  return `/images/products/${productId}/${imageName(url)}${width === 1600 ? '' : `-${width}`}.webp`;
}

/** 53 bits of a hash (cyrb53): it tells the few images of one product apart, and guards nothing. */
function hostedName(url: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(16).padStart(14, '0');
}
