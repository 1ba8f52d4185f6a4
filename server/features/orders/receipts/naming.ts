import type { FieldError } from '../../../kernel/errors';

interface Named {
  id: string;
  sku: string;
}

/** Pairs lines with the items they name; every item has to be named once. */
export function matched<I extends Named, L extends { item_id: string }>(
  items: readonly I[],
  lines: readonly L[],
  errors: FieldError[],
): Array<{ index: number; line: L; item: I }> {
  const seen = new Set<string>();
  const pairs = [...lines.entries()].flatMap(([index, line]) => {
    const path = `lines[${index}].item_id`;
    const item = items.find(({ id }) => id === line.item_id);
    if (seen.has(line.item_id)) errors.push({ path, code: 'duplicate', message: 'is in an earlier entry' });
    else if (!item) errors.push({ path, code: 'unknown_id', message: 'is not a line here' });
    else {
      seen.add(item.id);
      return [{ index, line, item }];
    }
    return [];
  });
  for (const { id, sku } of items.filter((item) => !seen.has(item.id))) {
    errors.push({ path: 'lines', code: 'incomplete', message: `must list ${sku} (${id})` });
  }
  return pairs;
}

export interface Place {
  path: string;
  sku: string;
  errors: FieldError[];
}

/** The lots that a line lists, by id; each is one of its own, once. */
export function namedLots<L extends { lot_id: string }>(
  lots: readonly L[],
  units: ReadonlyArray<{ lotId: string | null }>,
  { path, sku, errors }: Place,
): Map<string, { index: number; lot: L }> {
  const named = new Map<string, { index: number; lot: L }>();
  for (const [index, lot] of lots.entries()) {
    const at = `${path}.lots[${index}].lot_id`;
    if (named.has(lot.lot_id))
      errors.push({ path: at, code: 'duplicate', message: 'is in an earlier entry' });
    else if (units.some(({ lotId }) => lotId === lot.lot_id)) named.set(lot.lot_id, { index, lot });
    else errors.push({ path: at, code: 'unknown_id', message: `is not a lot of ${sku} here` });
  }
  return named;
}
