/** The images with one of them moved; as they are when it would leave the list. */
export function moved(images: readonly string[], from: number, to: number): string[] {
  const one = images[from];
  if (one === undefined || to < 0 || to >= images.length) return [...images];
  const others = images.filter((_, index) => index !== from);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

/** Why an address can't be an image of a product; null when it can. */
export function addressFault(address: string, images: readonly string[]): string | null {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    return 'Enter an address that starts with https://';
  if (images.includes(address)) return 'This image is on the product already.';
  return null;
}

export const MOST_IMAGES = 20;
