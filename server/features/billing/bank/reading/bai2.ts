import { BadLine, Collector, type LineMethod, type RawStatement, rawLine, Unreadable } from './raw';
import { dayOfSix, wholeCents } from './values';

/** Codes of details (BAI2, 2005) that say how money moved, that it went back, or that it is a fee. */
const METHODS: ReadonlyArray<[LineMethod, readonly number[]]> = [
  ['ach', [142, 143, 145, 163, 164, 165, 166, 168, 169, 257, 258, 451, 455, 466, 469, 557, 558]],
  ['wire', [191, 195, 201, 202, 203, 204, 205, 206, 207, 208, 495, 491]],
  ['check', [115, 116, 172, 174, 175, 176, 301, 475, 555]],
  ['cash', [171, 302]],
];
const METHOD = new Map(
  METHODS.flatMap(([method, codes]) => codes.map((code): [number, LineMethod] => [code, method])),
);
const RETURNS = new Set([252, 255, 257, 258, 552, 555, 557, 558]);
const FEES = new Set([661, 698]);
/** Fields behind the kind of funds: immediate, one and two days; a value date and time. */
const FUNDS: Readonly<Record<string, number>> = { S: 3, V: 2 };

interface Bai2Record {
  line: number;
  text: string;
}

/** Reads BAI2: amounts are cents, days the group's. @throws Unreadable */
export function readBai2(text: string): RawStatement {
  const collector = new Collector();
  let [day, groupCurrency, currency] = ['', '', ''];
  let transactions = 0;
  for (const { line, text: record } of recordsOf(text)) {
    const fields = record.split(',', 20).map((field) => field.trim());
    if (fields[0] === '02') [day, groupCurrency] = [fields[4] ?? '', fields[6] ?? ''];
    if (fields[0] === '03') {
      collector.account(fields[1] ?? '');
      currency = fields[2] || groupCurrency || 'USD';
    }
    if (fields[0] !== '16') continue;
    transactions += 1;
    collector.line(line, () => {
      if (currency.toUpperCase() !== 'USD') return 'other_currency';
      return lineOf(record, line, day);
    });
  }
  if (transactions === 0) throw new Unreadable('no_lines', 'The file has no transactions.');
  return collector.statement;
}

/** Records with what of 88 goes on in them. */
function* recordsOf(text: string): Generator<Bai2Record> {
  let parts: string[] = [];
  let [begun, line] = [0, 0];
  const whole = (): Bai2Record => ({ line: begun, text: joined(parts) });
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const row = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    line += 1;
    if (row === '') continue;
    if (row.startsWith('88,')) {
      if (parts.length < 1_000) parts.push(row.slice(3));
      continue;
    }
    if (parts.length > 0) yield whole();
    [parts, begun] = [[row], line];
  }
  if (parts.length > 0) yield whole();
}

/** A part that ends with `/` ends with a field; the text of any other goes on. */
function joined(parts: readonly string[]): string {
  return parts.reduce((before, part) => {
    if (!before.endsWith('/')) return `${before} ${part}`;
    const fields = before.slice(0, -1);
    return `${fields}${fields.endsWith(',') ? '' : ','}${part}`;
  });
}

/** @throws BadLine */
function lineOf(record: string, position: number, day: string) {
  const fields = (record.endsWith('/') ? record.slice(0, -1) : record).slice(0, 20_000).split(',');
  const code = Number(fields[1]);
  const isCredit = code >= 100 && code < 400;
  if (!isCredit && !(code >= 400 && code < 700)) throw new BadLine('The code of the transaction is unknown.');
  const cents = wholeCents((fields[2] ?? '').trim());
  const funds = (fields[3] ?? '').trim().toUpperCase();
  const skipped = funds === 'D' ? 1 + 2 * Math.min(Number(fields[4]) || 0, 100) : (FUNDS[funds] ?? 0);
  const [bankId = '', reference = '', ...texts] = fields.slice(4 + skipped);
  return rawLine({
    ...{ position, day: dayOfSix(day), cents: isCredit ? cents : -cents },
    texts: [texts.join(',')],
    reference: given(reference),
    bankId: given(bankId),
    isReversal: RETURNS.has(code),
    isFee: FEES.has(code),
    method: METHOD.get(code) ?? null,
  });
}

/** A number of zeros alone says nothing. */
const given = (text: string) => (/^0*$/.test(text.trim()) ? '' : text.trim());
