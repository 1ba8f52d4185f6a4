/** Pixels of an image at most: one of 40 megapixels takes 160 MB when it is decoded whole. */
export const MAX_PIXELS = 40_000_000;

/** What an upload becomes: the image of a page, and that of a row. */
export const SIZES = [
  { width: 1600, height: 1600, fit: 'inside', quality: 82 },
  { width: 128, height: 128, fit: 'cover', quality: 78 },
] as const;
