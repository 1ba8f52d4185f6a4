import { SaxesParser } from 'saxes';
import {
  BadLine,
  Collector,
  type LineMethod,
  MAX_DEPTH,
  type RawLine,
  type RawStatement,
  rawLine,
  Unreadable,
} from './raw';
import { centsOf, dayOfIso } from './values';

/** An element with what is in it. Of elements of the same name there may be several. */
interface Element {
  name: string;
  currency: string;
  text: string;
  children: Element[];
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;
/** Families of payments (external code sets of ISO 20022) that say how money moved. */
const METHOD: Readonly<Record<string, LineMethod>> = {
  CNTR: 'cash',
  CCRD: 'card',
  MCRD: 'card',
  IDDT: 'ach',
  RDDT: 'ach',
  RCHQ: 'check',
  ICHQ: 'check',
};
const FEES = ['CHRG', 'COMM', 'FEES'];
/** Of one element; what is longer is cut. */
const MOST_TEXT = 2_000;

/** Reads CAMT.053, versions 02 to 13. A file with a document type is rejected. @throws Unreadable */
export function readCamt(text: string): RawStatement {
  const collector = new Collector();
  const parser = new SaxesParser();
  const open: Element[] = [];
  let position = 0;
  parser.on('error', () => {
    throw new Unreadable('invalid_file', 'The file is not well-formed XML. Download it again.');
  });
  parser.on('doctype', () => {
    throw new Unreadable('invalid_file', 'The file declares a document type, which no bank does.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const { Ccy = '' } = attributes as Record<string, string>;
    if (open.length === 0) checkRoot(name, attributes as Record<string, string>);
    open.push({ name: name.slice(name.indexOf(':') + 1), currency: Ccy.slice(0, 3), text: '', children: [] });
    if (open.length > MAX_DEPTH) {
      throw new Unreadable('invalid_file', `The file has more than ${MAX_DEPTH} elements within each other.`);
    }
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element && element.text.length < MOST_TEXT) element.text += part.slice(0, MOST_TEXT);
  });
  parser.on('closetag', () => {
    const element = open.pop() as Element;
    element.text = element.text.trim();
    const path = open.map(({ name }) => name).join('/');
    if (element.name === 'Acct' && path.endsWith('Stmt')) collector.account(accountIn(element));
    if (element.name !== 'Ntry') {
      open.at(-1)?.children.push(element);
      return;
    }
    position += 1;
    readEntry(collector, element, position);
  });
  parser.write(text).close();
  return collector.statement;
}

function checkRoot(name: string, attributes: Readonly<Record<string, string>>): void {
  const prefix = name.includes(':') ? `:${name.slice(0, name.indexOf(':'))}` : '';
  if (NAMESPACE.test(attributes[`xmlns${prefix}`] ?? '')) return;
  throw new Unreadable('invalid_file', 'The file is no CAMT.053 of version 02 to 13.');
}

const all = (element: Element | undefined, name: string) =>
  element?.children.filter((one) => one.name === name) ?? [];

/** The first element at a path. */
const at = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((one, name) => all(one, name)[0], element);

const textAt = (element: Element | undefined, ...path: string[]) => at(element, ...path)?.text ?? '';

const accountIn = (account: Element) => textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id');

/** An entry, or the transactions that it is the sum of. */
function readEntry(collector: Collector, entry: Element, position: number): void {
  const parts = partsOf(entry);
  for (const part of parts.length > 1 ? parts : [undefined]) {
    collector.line(position, () => {
      const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
      if (status !== '' && status !== 'BOOK') return 'pending';
      const amount = (part && amountOf(part)) ?? at(entry, 'Amt');
      if ((amount?.currency || 'USD') !== 'USD') return 'other_currency';
      return lineOf(entry, part ?? parts[0], { position, amount, of: parts.indexOf(part as Element) });
    });
  }
}

/** Details that have amounts and add up to the entry's; one of them says more of the entry itself. */
function partsOf(entry: Element): Element[] {
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  if (details.length < 2) return details;
  try {
    const sum = details.reduce((total, one) => total + signed(entry, one, amountOf(one)), 0);
    return sum === signed(entry, undefined, at(entry, 'Amt')) ? details : [];
  } catch {
    return [];
  }
}

const amountOf = (details: Element) => at(details, 'Amt') ?? at(details, 'AmtDtls', 'TxAmt', 'Amt');

/** Cents by the indicator, which a reversal turns. @throws BadLine */
function signed(entry: Element, details: Element | undefined, amount: Element | undefined): number {
  const direction = textAt(details, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new BadLine('The entry says neither CRDT nor DBIT.');
  const cents = centsOf(amount?.text ?? '');
  return (direction === 'CRDT') === isReversal(entry) ? -cents : cents;
}

const isReversal = (entry: Element) => ['true', '1'].includes(textAt(entry, 'RvslInd'));

interface Place {
  position: number;
  amount: Element | undefined;
  /** Which of several transactions; -1 for the whole entry. */
  of: number;
}

function lineOf(entry: Element, details: Element | undefined, { position, amount, of }: Place): RawLine {
  const isPart = of >= 0;
  const codes = at(entry, 'BkTxCd', 'Domn', 'Fmly');
  const [family, sub] = [textAt(codes, 'Cd'), textAt(codes, 'SubFmlyCd')];
  const own = textAt(details, 'Refs', 'AcctSvcrRef');
  const whole = textAt(entry, 'AcctSvcrRef');
  const endToEnd = textAt(details, 'Refs', 'EndToEndId');
  return rawLine({
    ...{ position, day: dayOf(entry), cents: signed(entry, isPart ? details : undefined, amount) },
    texts: [
      ...['Dbtr', 'Cdtr'].flatMap((party) => [
        textAt(details, 'RltdPties', party, 'Nm'),
        textAt(details, 'RltdPties', party, 'Pty', 'Nm'),
      ]),
      ...all(at(details, 'RmtInf'), 'Ustrd').map(({ text }) => text),
      textAt(details, 'AddtlTxInf'),
      textAt(entry, 'AddtlNtryInf'),
    ],
    reference:
      endToEnd === 'NOTPROVIDED'
        ? textAt(details, 'Refs', 'ChqNb')
        : endToEnd || textAt(details, 'Refs', 'ChqNb'),
    bankId: isPart && whole !== '' && (own === '' || own === whole) ? `${whole}#${of + 1}` : own || whole,
    isReversal: isReversal(entry),
    isFee: FEES.includes(sub) || FEES.includes(family),
    method: METHOD[family] ?? null,
  });
}

const dayOf = (entry: Element) =>
  dayOfIso(textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'));
