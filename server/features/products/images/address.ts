const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const UPLOADED = new RegExp(`/images/products/(${UUID})/(${UUID})\\.webp$`);

/** Which upload an image's address names; null for an image on another host. */
export function uploadedImage(url: string): { productId: string; imageId: string } | null {
  const [, productId, imageId] = UPLOADED.exec(url) ?? [];
  return productId && imageId ? { productId, imageId } : null;
}
