import { describe, expect, test } from 'vitest';
import {
  errorsAt,
  filledDown,
  isSame,
  isTable,
  placeOf,
  readBlock,
  readTable,
  rulesOf,
  type Sheet,
  sheetOf,
  withoutBreak,
  withPasted,
  withPercentOff,
  withPrice,
} from '../../../../components/catalog/price-lists/sheet';

const rule = (sku: string, min_amount: number, unit_price: number) => ({
  ...{ sku, min_amount, unit_price, product_name: 'Blue Dream', variant_name: '3.5 g' },
  ...{ unit: null, wholesale_price: 20 },
});
const sheet = sheetOf([rule('BD', 1, 20), rule('BD', 10, 18), rule('OG', 10, 9.5)]);
const pasted = (text: string, into: Sheet = sheet) => {
  const cells = readTable(into, text);
  if (typeof cells === 'string') throw new Error(cells);
  return withPasted(into, cells);
};
const pricesOf = ({ rows }: Sheet) => rows.map(({ sku, prices }) => [sku, prices]);

test('shows the prices of a list by item and amount', () => {
  expect(sheet.breaks).toEqual([1, 10]);
  expect(pricesOf(sheet)).toEqual([
    ['BD', { 1: '20.00', 10: '18.00' }],
    ['OG', { 10: '9.50' }],
  ]);
  expect(sheetOf([])).toEqual({ breaks: [1], rows: [] });
});

describe('a paste from a spreadsheet', () => {
  test('has SKUs in the first column and amounts in the first line', () => {
    const next = pasted('SKU\t1\t10+\tfrom 50\r\nBD\t$21.00\t19\t\r\nNEW\t1,234.50\t\t5');
    expect(next.breaks).toEqual([1, 10, 50]);
    expect(pricesOf(next)).toEqual([
      ['BD', { 1: '21.00', 10: '19', 50: '' }],
      ['OG', { 10: '9.50' }],
      ['NEW', { 1: '1234.50', 10: '', 50: '5' }],
    ]);
    expect(rulesOf(next).rules).toEqual([
      { sku: 'BD', min_amount: 1, unit_price: 21 },
      { sku: 'BD', min_amount: 10, unit_price: 19 },
      { sku: 'OG', min_amount: 10, unit_price: 9.5 },
      { sku: 'NEW', min_amount: 1, unit_price: 1234.5 },
      { sku: 'NEW', min_amount: 50, unit_price: 5 },
    ]);
  });

  test('leaves columns out whose head is no amount', () => {
    expect(pricesOf(pasted('Item\tProduct\t1\nBD\tBlue Dream\t7'))[0]).toEqual([
      'BD',
      { 1: '7', 10: '18.00' },
    ]);
  });

  test('without a first line of amounts takes those at hand, and asks for them where there are more columns', () => {
    expect(pricesOf(pasted('BD\t7\t6'))[0]).toEqual(['BD', { 1: '7', 10: '6' }]);
    expect(readTable(sheet, 'BD\t7\t6\t5')).toMatch(/more columns/);
    expect(readTable(sheet, 'SKU\tPrice\nBD\t7')).toMatch(/first line/);
  });

  test('of prices alone fills the cells that are shown, from the one at hand on', () => {
    expect([isTable('SKU\t1'), isTable('1.00\t2.00'), isTable('7')]).toEqual([true, false, false]);
    const next = withPasted(
      sheet,
      readBlock(sheet, ['BD', 'OG'], { sku: 'BD', amount: 10 }, '1.50\t9\n$2\n3'),
    );
    expect(pricesOf(next)).toEqual([
      ['BD', { 1: '20.00', 10: '1.50' }],
      ['OG', { 10: '2' }],
    ]);
  });
});

test('a wrong price is an error at its cell, and nothing is sent', () => {
  const { errors } = rulesOf(withPrice(withPrice(sheet, 'BD', 10, 'cheap'), 'OG', 10, '1.005'));
  expect([...errors.keys()]).toEqual([placeOf('BD', 10), placeOf('OG', 10)]);
});

test("the server's errors are at their cells, those of a SKU at its row", () => {
  const { places } = rulesOf(sheet);
  const errors = errorsAt(
    [
      { path: 'rules[1].min_amount', message: 'must be a multiple of 5' },
      { path: 'rules[2].sku', message: 'SKU not found' },
      { path: 'id', message: 'x' },
    ],
    places,
  );
  expect([...errors]).toEqual([
    [placeOf('BD', 10), 'must be a multiple of 5'],
    [placeOf('OG'), 'SKU not found'],
  ]);
});

test('a text that means the same price is no change; a break goes with its prices', () => {
  expect(isSame(sheet, withPrice(sheet, 'BD', 1, '$20'))).toBe(true);
  expect(isSame(sheet, withPrice(sheet, 'BD', 1, ''))).toBe(false);
  expect(pricesOf(withoutBreak(sheet, 10))).toEqual([
    ['BD', { 1: '20.00' }],
    ['OG', {}],
  ]);
});

test('takes a percentage off wholesale to the cent, and fills the first price down', () => {
  const off = withPercentOff(sheet, { skus: ['OG'], amount: 1, percent: 12.5 });
  expect(pricesOf(off)).toEqual([
    ['BD', { 1: '20.00', 10: '18.00' }],
    ['OG', { 1: '17.50', 10: '9.50' }],
  ]);
  expect(pricesOf(filledDown(sheet, ['BD', 'OG'], 10))).toEqual([
    ['BD', { 1: '20.00', 10: '18.00' }],
    ['OG', { 10: '18.00' }],
  ]);
});
