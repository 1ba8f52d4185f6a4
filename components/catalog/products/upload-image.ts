import { sendForm, UploadRefused } from '@/components/ui/forms/send-form';
import type { Product } from './types';

export const MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Why a file can't be an image of a product, before it is sent; null when it can. */
export function imageFault(file: File): string | null {
  if (!IMAGE_TYPES.includes(file.type)) return `${file.name} isn't a JPEG, PNG or WebP image.`;
  if (file.size > MAX_BYTES) {
    return `${file.name} is ${(file.size / 1024 / 1024).toFixed(1)} MB. Choose an image of at most 10 MB.`;
  }
  return null;
}

/** Adds an image to a product. @throws UploadRefused */
export function uploadImage(productId: string, file: File): Promise<Product> {
  const form = new FormData();
  form.set('file', file);
  return sendForm(`/api/v1/products/${productId}/images`, form);
}

/** Adds images to a product, in their order. @returns what was wrong with those that weren't added */
export async function uploadAll(productId: string, files: readonly File[]): Promise<string[]> {
  const faults: string[] = [];
  for (const file of files) {
    try {
      await uploadImage(productId, file);
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      faults.push(`${file.name}: ${failure.message}`);
    }
  }
  return faults;
}
