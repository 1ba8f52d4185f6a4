import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import { form } from '../setup/form';
import type { ProductBody } from './trade';

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Sets the logo of the client's business. */
export const sendLogo = (client: Client, content: Uint8Array = PIXEL) =>
  client.send<{ logo_url: string | null }>(
    'PUT',
    '/api/v1/entity/logo',
    form([{ name: 'file', fileName: 'logo.png', content }]),
  );

/** Uploads an image of a product. */
export const sendImage = (client: Client, productId: string, content: Uint8Array = PIXEL) =>
  client.send<ProductBody>(
    'POST',
    `/api/v1/products/${productId}/images`,
    form([{ name: 'file', fileName: 'image.png', content }]),
  );

/** The same; returns the image's id. @throws Error unless it is created */
export async function addImage(client: Client, productId: string): Promise<string> {
  const { images } = ok(await sendImage(client, productId));
  return /([0-9a-f-]{36})\.webp$/.exec(images.at(-1) ?? '')?.[1] ?? '';
}
