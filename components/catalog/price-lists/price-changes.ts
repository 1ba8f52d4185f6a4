import { isTaken, type Pasted, type Sheet, type SheetRow, withPasted } from './sheet';
import type { SoldItem } from './types';

export interface PriceChange {
  sku: string;
  /** "Blue Dream 3.5 g", or the SKU. */
  name: string;
  unit: string | null;
  amount: number;
  /** In dollars; null for no price. */
  before: number | null;
  after: number | null;
  /** It costs more than a smaller amount of the same item does. */
  rises: boolean;
  /** What a unit costs, in dollars, where the price is lower. */
  cost: number | null;
}

export interface PriceChanges {
  /** The sheet with all that is taken. */
  next: Sheet;
  changes: readonly PriceChange[];
  /** Pasted prices that the list has already. */
  unchanged: number;
  /** SKUs that the business doesn't sell: left out. */
  unknown: readonly string[];
  /** SKUs of several lines: the last line counts. */
  repeated: readonly string[];
  /** Texts that are no price: left out. */
  wrong: readonly { sku: string; amount: number; text: string }[];
}

/** "from 10" */
export const fromAmount = (amount: number) =>
  `from ${amount.toLocaleString('en-US', { maximumFractionDigits: 4 })}`;

const priceOf = (row: SheetRow | undefined, amount: number) => {
  const text = row?.prices[amount]?.trim() ?? '';
  return isTaken(text) ? Number(text) : null;
};

/**
 * What a paste would change.
 * @param saved the prices as the server has them
 * @param sheet with what was edited since, which is saved along
 * @param items what the business sells of the pasted SKUs
 */
export function changesOf(
  saved: Sheet,
  sheet: Sheet,
  pasted: Pasted,
  items: readonly SoldItem[],
): PriceChanges {
  const sold = new Map(items.map((item) => [item.sku, item]));
  const skus = pasted.lines.map(({ sku }) => sku);
  const wrong = pasted.lines.flatMap(({ sku, prices }) =>
    Object.entries(prices).flatMap(([amount, text]) =>
      text === '' || isTaken(text) ? [] : [{ sku, amount: Number(amount), text }],
    ),
  );
  const lines = pasted.lines
    // Of several lines of a SKU the last one counts, alone.
    .filter(({ sku }, n) => sold.has(sku) && skus.lastIndexOf(sku) === n)
    .map(({ sku, prices }) => ({
      sku,
      prices: Object.fromEntries(Object.entries(prices).filter(([, text]) => text === '' || isTaken(text))),
    }));
  const merged = withPasted(sheet, { ...pasted, lines });
  const next = { ...merged, rows: merged.rows.map((row) => named(row, sold.get(row.sku))) };
  const before = new Map(saved.rows.map((row) => [row.sku, row]));
  const after = new Map(next.rows.map((row) => [row.sku, row]));
  const amounts = [...new Set([...saved.breaks, ...next.breaks])].sort((a, b) => a - b);
  const changes = [...new Set([...after.keys(), ...before.keys()])].flatMap((sku) => {
    const [old, row] = [before.get(sku), after.get(sku)];
    const cost = sold.get(sku)?.unit_cost ?? null;
    let least: number | null = null;
    return amounts.flatMap((amount) => {
      const [from, to] = [priceOf(old, amount), priceOf(row, amount)];
      const rises = to !== null && least !== null && to > least;
      if (to !== null) least = Math.min(least ?? to, to);
      if (from === to) return [];
      const { name = null, unit = null } = row ?? old ?? {};
      const isBelow = cost !== null && to !== null && to < cost;
      const change = { sku, name: name ?? sku, unit, amount, before: from, after: to };
      return [{ ...change, rises, cost: isBelow ? cost : null }];
    });
  });
  const given = new Map(lines.map(({ sku, prices }) => [sku, prices]));
  const unchanged = [...given].flatMap(([sku, prices]) =>
    Object.entries(prices).filter(
      ([amount, text]) => text !== '' && priceOf(before.get(sku), Number(amount)) === Number(text),
    ),
  ).length;
  return {
    next,
    changes,
    unchanged,
    unknown: [...new Set(skus.filter((sku) => !sold.has(sku)))],
    repeated: [...new Set(skus.filter((sku, n) => skus.indexOf(sku) !== n))],
    wrong,
  };
}

const named = (row: SheetRow, item: SoldItem | undefined): SheetRow =>
  item
    ? {
        ...row,
        name: `${item.product_name} ${item.variant_name}`,
        unit: item.unit,
        wholesale: item.wholesale_price,
      }
    : row;
