import { createHash } from 'node:crypto';
import type { MappedProduct } from './mapping';
import { foldText } from './text';

/** How the reason of every duplicate begins; the earlier line follows. */
export const DUPLICATE_OF = 'duplicate of line ';

/**
 * Recognises a product that an earlier line of the same file already gave: the same key, or the same brand,
 * name and category, spelling aside. Remembers 16 characters per product, whatever their length in the file.
 */
export class DuplicateFinder {
  private readonly lines = new Map<string, number>();

  /** The line that gave this product first, or undefined when it is new (and remembered from now on). */
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

/** Folded, but keeping what tells two sizes, strengths and strains apart: "1.5g" and "15g", "1:1" and "11". */
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
