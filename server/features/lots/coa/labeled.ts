import type { Cell } from '../../../platform/pdf/text';
import { inColumn, type Page, rightOf } from './layout';

/** How far below its label a value may be, in font sizes. */
const BELOW = 2.6;

/**
 * The values of a label: the rest of its cell, else the cell on its right, else the one below.
 * @param label matches a cell from its start; group 1 is what follows the label
 * @param parse null for what can't be such a value, such as the next label
 */
export function labeled<T>(
  pages: readonly Page[],
  label: RegExp,
  parse: (text: string, cell: Cell, page: Page) => T | null,
): T[] {
  return pages.flatMap((page) =>
    page.flatMap((cell) => {
      const rest = label.exec(cell.text)?.[1]?.trim();
      if (rest === undefined) return [];
      if (rest !== '') return parse(rest, cell, page) ?? [];
      const [right] = rightOf(page, cell);
      const below = inColumn(page, cell, 'below', cell.size * BELOW);
      for (const { text } of [right, below].filter((neighbor) => neighbor != null)) {
        const value = parse(text, cell, page);
        if (value !== null) return [value];
      }
      return [];
    }),
  );
}
