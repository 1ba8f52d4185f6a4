import { cellsOf } from '@/components/ui/forms/sheet-cells';
import type { PriceRule } from './types';

/** A row of the grid: a variant, and a text for each break that it has. */
export interface SheetRow {
  sku: string;
  /** "Blue Dream 3.5 g"; null for one that was pasted and not saved yet. */
  name: string | null;
  unit: string | null;
  wholesale: number | null;
  /** By amount. Texts, so that what is wrong stays until it is corrected. */
  prices: Readonly<Record<number, string>>;
}

/** Prices of a list: variants by the amounts from which prices hold. */
export interface Sheet {
  /** Rising; at least one. */
  breaks: readonly number[];
  rows: readonly SheetRow[];
}

/** Where an error is: a price, or the SKU of a row. */
export const placeOf = (sku: string, amount?: number) => (amount === undefined ? sku : `${sku}\n${amount}`);

const rising = (amounts: Iterable<number>) => [...new Set(amounts)].sort((a, b) => a - b);

/** @param rules by product and amount, as the server lists them */
export function sheetOf(rules: readonly PriceRule[]): Sheet {
  const rows = new Map<string, SheetRow>();
  for (const { sku, min_amount, unit_price, product_name, variant_name, unit, wholesale_price } of rules) {
    const row = rows.get(sku) ?? {
      sku,
      name: `${product_name} ${variant_name}`,
      unit,
      wholesale: wholesale_price,
      prices: {},
    };
    rows.set(sku, { ...row, prices: { ...row.prices, [min_amount]: unit_price.toFixed(2) } });
  }
  const breaks = rising(rules.map(({ min_amount }) => min_amount));
  return { breaks: breaks.length > 0 ? breaks : [1], rows: [...rows.values()] };
}

/** Rows with a text in their SKU or name. */
export function shownRows(sheet: Sheet, search: string): readonly SheetRow[] {
  const words = search.trim().toLowerCase();
  return sheet.rows.filter(({ sku, name }) => `${sku}\n${name ?? ''}`.toLowerCase().includes(words));
}

export const withPrice = (sheet: Sheet, sku: string, amount: number, text: string): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    row.sku === sku ? { ...row, prices: { ...row.prices, [amount]: text } } : row,
  ),
});

/** Prices of a break that are so many percent off wholesale, of the rows given; those without a wholesale price stay. */
export function withPercentOff(
  sheet: Sheet,
  { skus, amount, percent }: { skus: readonly string[]; amount: number; percent: number },
): Sheet {
  const chosen = new Set(skus);
  return {
    ...sheet,
    rows: sheet.rows.map((row) =>
      chosen.has(row.sku) && row.wholesale !== null
        ? {
            ...row,
            prices: {
              ...row.prices,
              [amount]: (Math.round(row.wholesale * (100 - percent)) / 100).toFixed(2),
            },
          }
        : row,
    ),
  };
}

/** The first price of a break in the rows given, in all of them. */
export function filledDown(sheet: Sheet, skus: readonly string[], amount: number): Sheet {
  const text = sheet.rows.find(({ sku }) => sku === skus[0])?.prices[amount] ?? '';
  return skus.reduce((filled, sku) => withPrice(filled, sku, amount, text), sheet);
}

const newRow = (sku: string): SheetRow => ({ sku, name: null, unit: null, wholesale: null, prices: {} });

export const withRow = (sheet: Sheet, sku: string): Sheet =>
  sheet.rows.some((row) => row.sku === sku) ? sheet : { ...sheet, rows: [...sheet.rows, newRow(sku)] };

export const withoutRow = (sheet: Sheet, sku: string): Sheet => ({
  ...sheet,
  rows: sheet.rows.filter((row) => row.sku !== sku),
});

export const withBreak = (sheet: Sheet, amount: number): Sheet => ({
  ...sheet,
  breaks: rising([...sheet.breaks, amount]),
});

/** Takes a break with its prices away; one is always left. */
export function withoutBreak(sheet: Sheet, amount: number): Sheet {
  if (sheet.breaks.length === 1) return sheet;
  const rows = sheet.rows.map((row) => {
    const { [amount]: _, ...prices } = row.prices;
    return { ...row, prices };
  });
  return { breaks: sheet.breaks.filter((one) => one !== amount), rows };
}

/** "10", "10+", "from 10", "≥ 10 lb"; null for what is no amount. */
function amountOf(text: string): number | null {
  const found = /^(?:from|≥|>=)?\s*(\d[\d,]*(?:\.\d+)?|\.\d+)[\s+]*(?:(?:g|oz|lb|kg|units?)[\s+]*)?$/i.exec(
    text.trim(),
  );
  const amount = Number(found?.[1]?.replaceAll(',', ''));
  return found && amount > 0 ? amount : null;
}

/** What a cell of a spreadsheet shows as a price: without currency sign and separators of thousands. */
const priceText = (text: string) =>
  text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');

const isPrice = (text: string) => /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(priceText(text));

/** Whether a text is a table with SKUs in front, rather than prices for the cells at hand. */
export const isTable = (text: string) => {
  const [first = []] = cellsOf(text);
  return first.length > 1 && !isPrice(first[0] ?? '');
};

/** What was pasted: for each line its SKU and the texts of its prices by amount. */
export interface Pasted {
  /** Amounts of the columns; null for a column whose head is no amount. */
  amounts: readonly (number | null)[];
  lines: readonly { sku: string; prices: Readonly<Record<number, string>> }[];
}

/**
 * Reads what was copied from a spreadsheet: SKUs in the first column, amounts in the first line. Columns whose head is no
 * amount are left out; without such a line the columns are the breaks at hand.
 * @returns the problem in words where nothing can be taken
 */
export function readTable(sheet: Sheet, text: string): Pasted | string {
  const [first = [], ...others] = cellsOf(text);
  const known = sheet.rows.some(({ sku }) => sku === first[0]);
  const heads = first.slice(1).map(amountOf);
  const hasHead =
    !known && (/^(?:|skus?|items?|variant|codes?)$/i.test(first[0] ?? '') || heads.includes(null));
  const amounts = hasHead ? heads : sheet.breaks.map((one) => one);
  const lines = hasHead ? others : [first, ...others];
  if (hasHead && heads.every((one) => one === null))
    return 'The first line needs the amounts from which prices hold, such as 1 and 10.';
  if (
    lines.some((cells) => cells.length - 1 > amounts.length && cells.slice(amounts.length + 1).some(Boolean))
  )
    return 'There are more columns than amounts. Copy the header line, too.';
  return {
    amounts,
    lines: lines.flatMap(([sku = '', ...cells]) =>
      sku === '' ? [] : [{ sku, prices: textsAt(amounts, cells) }],
    ),
  };
}

const textsAt = (amounts: readonly (number | null)[], cells: readonly string[]) =>
  Object.fromEntries(
    cells.flatMap((cell, n) => {
      const amount = amounts[n];
      return amount === null || amount === undefined ? [] : [[amount, priceText(cell)] as const];
    }),
  );

/** Reads prices pasted at a cell: down the rows that are shown and right along the breaks. */
export function readBlock(
  sheet: Sheet,
  shown: readonly string[],
  at: { sku: string; amount: number },
  text: string,
): Pasted {
  const amounts = sheet.breaks.slice(sheet.breaks.indexOf(at.amount));
  const skus = shown.slice(shown.indexOf(at.sku));
  const lines = cellsOf(text).flatMap((cells, down) => {
    const sku = skus[down];
    return sku === undefined ? [] : [{ sku, prices: textsAt(amounts, cells) }];
  });
  return { amounts, lines };
}

/** A sheet with what was pasted; of a SKU that is there twice, the last line counts. */
export function withPasted(sheet: Sheet, { amounts, lines }: Pasted): Sheet {
  const rows = new Map(sheet.rows.map((row) => [row.sku, row]));
  for (const { sku, prices } of lines) {
    const row = rows.get(sku) ?? newRow(sku);
    rows.set(sku, { ...row, prices: { ...row.prices, ...prices } });
  }
  const breaks = rising([...sheet.breaks, ...amounts.filter((one) => one !== null)]);
  return {
    breaks: breaks.filter((one) => isUsed(rows, one) || amounts.includes(one)),
    rows: [...rows.values()],
  };
}

const isUsed = (rows: ReadonlyMap<string, SheetRow>, amount: number) =>
  [...rows.values()].some(({ prices }) => (prices[amount] ?? '') !== '');

const MOST = 9_999_999.99;
export const PRICE_FAULT = 'Enter a price with at most two decimals';

/** Whether the server takes a text of `priceText` as a price. */
export const isTaken = (text: string) =>
  /^(?:\d+(?:\.\d{1,2})?|\.\d{1,2})$/.test(text) && Number(text) <= MOST;

/** What the server takes, each with its place; or the errors by place. Blank cells are no price. */
export function rulesOf(sheet: Sheet) {
  const errors = new Map<string, string>();
  const places: string[] = [];
  const rules = sheet.rows.flatMap(({ sku, prices }) =>
    sheet.breaks.flatMap((amount) => {
      const text = priceText(prices[amount] ?? '');
      if (text === '') return [];
      const place = placeOf(sku, amount);
      if (!isTaken(text)) {
        errors.set(place, PRICE_FAULT);
        return [];
      }
      places.push(place);
      return [{ sku, min_amount: amount, unit_price: Number(text) }];
    }),
  );
  return { rules, places, errors };
}

/** The server's errors by place: of a SKU at its row. */
export function errorsAt(
  faults: readonly { path: string; message: string }[],
  places: readonly string[],
): ReadonlyMap<string, string> {
  const found = faults.flatMap(({ path, message }) => {
    const [, index, field] = /^rules\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
    const place = places[Number(index)];
    if (place === undefined) return [];
    return [[field === 'sku' ? (place.split('\n')[0] ?? '') : place, message] as const];
  });
  return new Map(found);
}

/** Whether two sheets have the same prices. */
export const isSame = (one: Sheet, other: Sheet) => textOf(one) === textOf(other);
const textOf = (sheet: Sheet) =>
  JSON.stringify(
    sheet.rows
      .flatMap(({ sku, prices }) =>
        Object.entries(prices).flatMap(([amount, text]) =>
          text.trim() === '' ? [] : [[sku, amount, isPrice(text) ? Number(priceText(text)) : text]],
        ),
      )
      .sort(),
  );
