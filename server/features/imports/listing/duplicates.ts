import { createHash } from 'node:crypto';
import type { MappedProduct } from './mapping';
import { foldText } from './text';

/** Prefix of every duplicate's reason; the earlier line follows. */
export const DUPLICATE_OF = 'duplicate of line ';

/**
 * Finds products that an earlier line of the file already contains: the same key, or the same normalized brand, name
 * and category. Remembers 16 characters per product, whatever their length in the file.
 */
export class DuplicateFinder {
  private readonly lines = new Map<string, number>();

  /** Returns the earlier line of this product, or undefined and remembers this one. */
  earlierLine(product: MappedProduct, line: number): number | undefined {
    const marks = [
      digest(['key', product.importKey.toLowerCase()]),
      digest(['product', foldText(product.brand ?? ''), foldName(product.name), product.category]),
    ];
    const earlier = marks.map((mark) => this.lines.get(mark)).find((seen) => seen !== undefined);
    if (earlier === undefined) for (const mark of marks) this.lines.set(mark, line);
    return earlier;
  }
}

/**
 * Normalizes a name but keeps characters that distinguish sizes, strengths and strains: "1.5g" and "15g", "1:1" and
 * "11".
 */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .split(/(?<=\d)([.,:/x])(?=\d)/)
    .map((part, i) => (i % 2 === 1 ? part : foldText(part)))
    .join('');
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 16);
}
