import { beforeAll, expect, test } from 'vitest';
import type { ImportKind } from '../../../server/features/imports/fields';
import { createProduct, createStock } from '../../factories/catalog';
import { ENCODINGS } from '../../factories/encodings';
import { checkCsv, linesOf } from '../../factories/imports';
import { openTrade, type Trade } from '../../factories/trade';
import { workbookOf } from '../../factories/workbook';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const NAME = 'Tom’s “Best” Buds – Café €';
let trade: Trade;
let sku: string;
beforeAll(async () => {
  trade = await openTrade(stage);
  const { variants, variantId } = await createProduct(stage.db, trade.wholesaler, { name: 'Counted' });
  sku = variants[0]?.sku ?? '';
  await createStock(stage.db, trade.wholesaler, variantId, 10);
  ok(
    await trade.seller.post('/api/v1/customers', {
      ...{ type: 'retailer', name: NAME, license_number: 'MATRIX' },
      address: { street: '1 Main', city: 'Oakland', state: 'CA', zip: '94601' },
    }),
  );
});

interface Sample {
  header: string[];
  cells: () => string[];
  expected: object;
}
let next = 0;
/** A line of each kind, with an amount that is written as the exporter writes amounts. */
const KINDS: Record<Exclude<ImportKind, 'orders'>, Sample> = {
  inventory: {
    header: ['SKU', 'Location', 'Room', 'Quantity', 'Unit cost', 'Notes'],
    cells: () => [sku, 'Place 1', 'Vault', '17', '10.5', NAME],
    expected: { outcome: 'adjust', after: { quantity: 17 } },
  },
  count: {
    header: ['SKU', 'Location', 'Room', 'Counted', 'Notes'],
    cells: () => [sku, 'Place 1', 'Vault', '17', NAME],
    expected: { outcome: 'adjust', after: { quantity: 17 } },
  },
  products: {
    header: ['Name', 'Category', 'SKU', 'Price'],
    cells: () => [NAME, 'flower', `MATRIX-${next}`, '10.5'],
    expected: { outcome: 'create', product_name: NAME, after: { name: NAME, price: 10.5 } },
  },
  customers: {
    header: ['Name', 'Type', 'License number', 'Address', 'City', 'State', 'ZIP', 'Credit limit'],
    cells: () => [NAME, 'Retailer', `MATRIX-${next}`, '1 Main', 'Oakland', 'California', '94601', '10.5'],
    expected: { outcome: 'create', customer_name: NAME, after: { state: 'CA', credit_limit: '10.5' } },
  },
  goods_receipts: {
    header: ['SKU', 'Qty', 'Cost', 'Vendor', 'Invoice number'],
    cells: () => [sku, '17', '10.5', NAME, `MATRIX-${next}`],
    expected: { outcome: 'adjust', after: { quantity: 17, unit_cost: 10.5, supplier: NAME } },
  },
  levels_wanted: {
    header: ['SKU', 'Min', 'Max'],
    cells: () => [sku, '17', '40'],
    expected: { outcome: 'create', after: { reorder_point: 17, par: 40 } },
  },
  batches: {
    header: ['Batch number', 'SKU', 'Expiration date'],
    cells: () => [`MATRIX-${next}`, sku, '2099-01-31'],
    expected: { outcome: 'create', after: { expires_on: '2099-01-31' } },
  },
  price_lists: {
    header: ['Price list', 'SKU', 'Price'],
    cells: () => [`MATRIX-${next}`, sku, '10.5'],
    expected: { outcome: 'create', after: { price: '10.50' } },
  },
  opening_balances: {
    header: ['Customer', 'Num', 'Date', 'Due date', 'Amount', 'Open balance'],
    cells: () => [NAME, `MATRIX-${next}`, '2026-01-31', '2026-02-28', '99.9', '10.5'],
    expected: { outcome: 'create', after: { amount: '10.50' } },
  },
};

const joined = (rows: readonly string[][], delimiter: string, end: string) =>
  rows
    .map(
      (cells) => cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter) + end,
    )
    .join('');
const decimal = (cells: readonly string[]) => cells.map((cell) => (cell === '10.5' ? '10,5' : cell));

/** How programs write a header and a line. */
const EXPORTERS: Record<string, (header: string[], cells: string[]) => string> = {
  'Excel in the United States': (header, cells) => joined([header, cells], ',', '\r\n'),
  'Excel with decimal commas': (header, cells) => joined([header, decimal(cells)], ';', '\r\n'),
  'Excel on a Mac': (header, cells) => joined([header, cells], ',', '\r'),
  'a sheet that was pasted': (header, cells) => joined([header, cells], '\t', '\n'),
  'a report with titles and a total': (header, cells) =>
    joined(
      [
        ['Golden Coast'],
        ['Report, by line'],
        [''],
        header,
        cells,
        ['Total', ...header.slice(2).fill(''), '10.5'],
      ],
      ',',
      '\r\n',
    ),
  'a file that names its separator': (header, cells) => `sep=|\r\n${joined([header, cells], '|', '\r\n')}`,
};

const FILES = Object.keys(KINDS).flatMap((kind) =>
  Object.keys(EXPORTERS).flatMap((exporter) =>
    ENCODINGS.map(([encoding]) => [kind, exporter, encoding] as const),
  ),
);

test.each(FILES)('%s by %s in %s are read as meant', async (kind, exporter, encoding) => {
  next += 1;
  const { header, cells, expected } = KINDS[kind as keyof typeof KINDS];
  const encode = ENCODINGS.find(([name]) => name === encoding)?.[1];
  const content = encode?.(EXPORTERS[exporter]?.(header, cells()) ?? '') ?? '';
  const checked = await checkCsv(trade.seller, kind as ImportKind, content);
  expect(await linesOf(trade.seller, checked.id)).toMatchObject([{ ...expected, errors: [] }]);
  ok(await trade.seller.delete(`/api/v1/imports/${checked.id}`));
});

test.each(Object.keys(KINDS))('%s in a workbook are read as meant', async (kind) => {
  next += 1;
  const { header, cells, expected } = KINDS[kind as keyof typeof KINDS];
  const rows = [
    ['Golden Coast'],
    header,
    cells().map((cell) => (cell === '10.5' ? `n:${cell}` : `t:${cell}`)),
  ];
  const checked = await checkCsv(trade.seller, kind as ImportKind, workbookOf(rows)());
  expect(await linesOf(trade.seller, checked.id)).toMatchObject([{ ...expected, errors: [] }]);
});
