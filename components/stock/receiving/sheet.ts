import { entryOf, stepsTyped } from '@/components/catalog/goods/amounts';
import { ROOM } from '@/components/stock/inventory/labels';
import { cellsOf } from '@/components/ui/forms/sheet-cells';
import type { LineValues, RoomType, TestStatus } from './draft';
import type { Goods } from './types';

type Column =
  | 'sku'
  | 'quantity'
  | 'cost'
  | 'batch'
  | 'tag'
  | 'harvested'
  | 'packaged'
  | 'expires'
  | 'test'
  | 'room';

/** Heads of columns as spreadsheets write them, without blanks and signs. */
const HEADS: Readonly<Record<Column, RegExp>> = {
  sku: /^(?:sku|item|itemnumber|code|variant|productcode)$/,
  quantity: /^(?:qty|quantity|units|amount|count|shipped|received)$/,
  cost: /^(?:cost|unitcost|costperunit|price|unitprice|eachcost)$/,
  batch: /^(?:batch|batchnumber|batchno|batchid|lot|lotnumber|harvestbatch)$/,
  tag: /^(?:tag|packagetag|package|packageid|uid|metrc|metrctag)$/,
  harvested: /^(?:harvested|harvestedon|harvestdate)$/,
  packaged: /^(?:packaged|packagedon|packageddate|packagedate|packdate|packed)$/,
  expires: /^(?:expires|expireson|expiration|expirationdate|expdate|exp|bestby|useby)$/,
  test: /^(?:test|testresult|teststatus|result|labresult)$/,
  room: /^(?:room|roomtype)$/,
};
/** The columns of rows without a head. */
const PLAIN: readonly Column[] = ['sku', 'quantity', 'batch', 'tag', 'packaged', 'expires', 'cost'];
/** What the columns are, for those who copy them. */
export const PLAIN_TEXT = 'SKU, quantity, batch, package tag, packaged, expires, unit cost';

/** A row as it was pasted. */
export interface PastedRow {
  /** Its place among the pasted lines; the first is 1. */
  number: number;
  sku: string;
  cells: Partial<Record<Column, string>>;
}

/** A row that is no line, and why. */
export interface RowFault {
  number: number;
  text: string;
  reason: string;
}

const columnNamed = (head: string): Column | null => {
  const name = head.toLowerCase().replaceAll(/[^a-z]/g, '');
  return (Object.keys(HEADS) as Column[]).find((column) => HEADS[column].test(name)) ?? null;
};

/** Whether a text was copied from a spreadsheet, rather than typed or scanned. */
export const isRows = (text: string) => text.trim().includes('\t') || /\S[\r\n]+\S/.test(text.trim());

/** Reads rows that were copied from a spreadsheet, with a head line or in the order of `PLAIN_TEXT`. */
export function readRows(text: string): { rows: PastedRow[]; faults: RowFault[] } {
  const [first = [], ...others] = cellsOf(text);
  const heads = first.map(columnNamed);
  const hasHead = heads.includes('sku') && heads.filter(Boolean).length > (first.length > 1 ? 1 : 0);
  const columns = hasHead ? heads : PLAIN;
  const rows: PastedRow[] = [];
  const faults: RowFault[] = [];
  for (const [index, values] of (hasHead ? others : [first, ...others]).entries()) {
    const number = index + (hasHead ? 2 : 1);
    const cells = Object.fromEntries(
      values.flatMap((value, n) => {
        const column = columns[n];
        return column && value !== '' ? [[column, value] as const] : [];
      }),
    ) as PastedRow['cells'];
    if (cells.sku) rows.push({ number, sku: cells.sku, cells });
    else faults.push({ number, text: values.join(' · '), reason: 'No SKU' });
  }
  return { rows, faults };
}

const two = (part: string) => part.padStart(2, '0');

/** A day as spreadsheets show it: `2026-11-30`, `11/30/2026` or `11/30/26`; null for other texts. */
export function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text);
  const [year = '', month = '', day = ''] = iso
    ? [iso[1], iso[2], iso[3]]
    : us
      ? [us[3]?.length === 2 ? `20${us[3]}` : us[3], us[1], us[2]]
      : [];
  if (year === '') return null;
  const date = `${year}-${two(month)}-${two(day)}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}

const TESTS: Readonly<Record<string, TestStatus>> = {
  ...{ passed: 'passed', pass: 'passed', failed: 'failed', fail: 'failed' },
  ...{ untested: 'untested', exempt: 'exempt' },
};
const roomNamed = (text: string) =>
  (Object.keys(ROOM) as RoomType[]).find((room) =>
    [room, ROOM[room].toLowerCase()].includes(text.trim().toLowerCase()),
  );

/** The steps of an amount such as `1,204`, `24 units` or `2.25 lb`. */
function stepsOfCell(text: string, goods: Goods): number | null {
  const [, digits = '', unit = ''] = /^([\d.,]+)\s*([a-z]*)\.?$/i.exec(text.trim()) ?? [];
  const isUnit =
    unit === '' || (goods.unit ? unit.toLowerCase() === goods.unit : /^(?:units?|ea|each)$/i.test(unit));
  return isUnit ? stepsTyped(digits, goods) : null;
}

const costOfCell = (text: string) => {
  const digits = text.replaceAll(/[$,\s]/g, '');
  return /^(?:\d{1,7}(?:\.\d{1,2})?|\.\d{1,2})$/.test(digits) ? Number(digits) : null;
};

/** What a pasted row says of its goods; or what of it can't be read, in words. */
export function valuesOf({ cells }: PastedRow, goods: Goods): Partial<LineValues> | string {
  const { quantity, cost, batch, tag, test, room } = cells;
  const read: Partial<LineValues> = { batch: batch ?? '', tag: tag ?? '' };
  if (quantity !== undefined) {
    const steps = stepsOfCell(quantity, goods);
    if (!steps) return `Amount “${quantity}”: ${entryOf(goods).toLowerCase()}`;
    read.quantity = steps;
  }
  if (cost !== undefined) {
    read.cost = costOfCell(cost);
    if (read.cost === null) return `Cost “${cost}”: enter dollars and cents`;
  }
  for (const field of ['harvested', 'packaged', 'expires'] as const) {
    const cell = cells[field];
    if (cell === undefined) continue;
    const day = dayOf(cell);
    if (day === null) return `Date “${cell}”: enter it as 2026-11-30 or 11/30/2026`;
    read[field] = day;
  }
  if (test !== undefined) {
    read.test = TESTS[test.trim().toLowerCase()] ?? '';
    if (read.test === '') return `Test result “${test}”: enter passed, failed, untested or exempt`;
  }
  if (room !== undefined) {
    read.room = roomNamed(room) ?? '';
    if (read.room === '') return `Room “${room}” doesn’t exist`;
  }
  return read;
}
