/** Pixels of an image at most: one of 40 megapixels takes 160 MB when it is decoded whole. */
export const MAX_PIXELS = 40_000_000;

/** What an image becomes: that of a page, of a card and of a row. None is enlarged. */
export const SIZES = {
  full: { width: 1600, height: 1600, fit: 'inside', quality: 82 },
  medium: { width: 480, height: 480, fit: 'inside', quality: 80 },
  thumb: { width: 128, height: 128, fit: 'cover', quality: 78 },
} as const;
/** A logo becomes a PNG on white: what documents draw has no transparency, and letters keep their edges. Bytes and pixels at most. */
export const LOGO = { width: 600, height: 200, bytes: 64 * 1024 } as const;

export type SizeName = keyof typeof SIZES | 'logo';
export const SIZE_NAMES = ['full', 'medium', 'thumb'] as const satisfies SizeName[];

/** libvips' decoders that are open, by where an image comes from; the others stay blocked (decision 195). */
export const DECODERS = {
  upload: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  host: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
} as const;
export type ImageOrigin = keyof typeof DECODERS;
