import sharp from 'sharp';
import type { Written } from '../../../platform/pdf/reader';
import { serve } from '../../../platform/threads/serve';
import { drawMenuSheet } from './draw';
import type { MenuSheet } from './schema';

/** PDF knows no WebP: our own small copies of pictures become JPEG, on white. */
async function printable(picture: Uint8Array): Promise<Uint8Array | null> {
  const isPng = picture[0] === 0x89 && picture[1] === 0x50;
  if (isPng) return picture;
  return sharp(picture)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => null);
}

serve(async ({ data, pictures }: Written) => {
  const sheet: MenuSheet = JSON.parse(new TextDecoder().decode(data));
  const printed = new Map<string, Uint8Array>();
  for (const [name, picture] of pictures) {
    const drawn = await printable(picture);
    if (drawn) printed.set(name, drawn);
  }
  return drawMenuSheet(sheet, printed);
}, 'own');
