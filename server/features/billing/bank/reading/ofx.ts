import { parseSync } from 'ofx-js';
import { checkedOfx } from './ofx-depth';
import { BadLine, Collector, type LineMethod, type RawStatement, rawLine, Unreadable } from './raw';
import { centsOf, dayOfDigits } from './values';

type Node = Record<string, unknown>;

const METHOD: Readonly<Record<string, LineMethod>> = {
  ATM: 'cash',
  CASH: 'cash',
  CHECK: 'check',
  DIRECTDEBIT: 'ach',
  DIRECTDEP: 'ach',
  POS: 'card',
};
const FEES = ['FEE', 'SRVCHG'];

/** Reads OFX of either form. Its days are those that the bank wrote. @throws Unreadable */
export function readOfx(text: string): RawStatement {
  const checked = checkedOfx(text);
  let ofx: unknown;
  try {
    ofx = parseSync(checked).OFX;
  } catch {
    throw new Unreadable('invalid_file', 'The file is not complete OFX. Download it again.');
  }
  const collector = new Collector();
  const statements = [
    ...nodes(of(of(ofx, 'BANKMSGSRSV1'), 'STMTTRNRS')).flatMap((one) => nodes(one.STMTRS)),
    ...nodes(of(of(ofx, 'CREDITCARDMSGSRSV1'), 'CCSTMTTRNRS')).flatMap((one) => nodes(one.CCSTMTRS)),
  ];
  if (statements.length === 0)
    throw new Unreadable('invalid_file', 'The file has no statement of an account.');
  let position = 0;
  for (const statement of statements) {
    collector.account(leaf(of(statement.BANKACCTFROM ?? statement.CCACCTFROM, 'ACCTID')));
    const currency = leaf(statement.CURDEF) || 'USD';
    for (const one of nodes(of(statement.BANKTRANLIST, 'STMTTRN'))) {
      position += 1;
      collector.line(position, () => lineOf(one, position, currency));
    }
    for (const _ of nodes(of(statement.BANKTRANLISTP, 'STMTTRNP'))) {
      position += 1;
      collector.line(position, () => 'pending');
    }
  }
  return collector.statement;
}

function lineOf(one: Node, position: number, currency: string) {
  const type = leaf(one.TRNTYPE).toUpperCase();
  if (type === 'HOLD') return 'pending';
  if ((leaf(of(one.CURRENCY, 'CURSYM')) || currency).toUpperCase() !== 'USD') return 'other_currency';
  const amount = leaf(one.TRNAMT);
  if (amount === '') throw new BadLine('The amount is missing.');
  const isComma = /,\d{1,2}$/.test(amount.slice(-4)) && !amount.includes('.');
  return rawLine({
    ...{ position, day: dayOfDigits(leaf(one.DTPOSTED)), cents: centsOf(amount, isComma ? ',' : '.') },
    texts: [leaf(one.NAME), leaf(of(one.PAYEE, 'NAME')), leaf(one.EXTDNAME), leaf(one.MEMO)],
    reference: leaf(one.CHECKNUM) || leaf(one.REFNUM),
    bankId: leaf(one.FITID),
    isFee: FEES.includes(type),
    method: METHOD[type] ?? null,
  });
}

/** A field of an element; undefined where it has none. */
const of = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? (node as Node)[name] : undefined;

const leaf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The elements of one name: the parser has one of them as an object, several as a list. */
const nodes = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is Node => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
