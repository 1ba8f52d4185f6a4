/** A credit of a file; `routing` has nine digits. */
export interface NachaEntry {
  routing: string;
  account: string;
  type: 'checking' | 'savings';
  name: string;
  cents: number;
  /** What it pays: the number of an invoice, or of the run where it pays several. */
  pays: string;
}

export interface NachaFile {
  /** Of the account that pays, nine digits. */
  routing: string;
  bank: string;
  company: string;
  /** When the file is made, by the payer's clock: YYYY-MM-DD and HHMM. */
  day: string;
  time: string;
  payOn: string;
  modifier: string;
  entries: readonly NachaEntry[];
}

const COLUMNS = 94;
const BLOCK = 10;

/** ASCII in capitals: what has no letter of its own there goes. */
export const transliterated = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[øØ]/g, 'o')
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .toUpperCase();

const left = (text: string, width: number) => transliterated(text).slice(0, width).padEnd(width);
const right = (digits: string | number, width: number) => String(digits).slice(-width).padStart(width, '0');
const six = (day: string) => day.slice(2).replaceAll('-', '');
const dollars = (cents: number) => `${Math.floor(cents / 100)}.${right(cents % 100, 2)}`;

/**
 * A file of credits (NACHA, CCD+): one batch of class 220, an addendum for each entry, traces that ascend from 1, blocks of ten lines
 * filled with nines.
 */
export function nachaFile(file: NachaFile): string {
  const odfi = file.routing.slice(0, 8);
  const company = `9${file.routing}`;
  const total = file.entries.reduce((sum, { cents }) => sum + cents, 0);
  const hash = right(
    file.entries.reduce((sum, { routing }) => sum + Number(routing.slice(0, 8)), 0),
    10,
  );
  const counted = file.entries.length * 2;
  const sums = `${hash}${right(0, 12)}${right(total, 12)}`;
  const rows = [
    `101 ${file.routing} ${file.routing}${six(file.day)}${file.time}${file.modifier}094101${left(file.bank, 23)}${left(file.company, 23)}${left('', 8)}`,
    `5220${left(file.company, 16)}${left('', 20)}${company}CCD${left('PAYMENT', 10)}${six(file.day)}${six(file.payOn)}   1${odfi}${right(1, 7)}`,
    ...file.entries.flatMap((entry, at) => entryRows(entry, at + 1, odfi)),
    `8220${right(counted, 6)}${sums}${company}${left('', 25)}${odfi}${right(1, 7)}`,
  ];
  const blocks = Math.ceil((rows.length + 1) / BLOCK);
  rows.push(`9${right(1, 6)}${right(blocks, 6)}${right(counted, 8)}${sums}${left('', 39)}`);
  while (rows.length < blocks * BLOCK) rows.push('9'.repeat(COLUMNS));
  return rows.map((row) => `${row}\r\n`).join('');
}

function entryRows(
  { routing, account, type, name, cents, pays }: NachaEntry,
  trace: number,
  odfi: string,
): string[] {
  const code = type === 'checking' ? '22' : '32';
  const sequence = right(trace, 7);
  const remittance = `RMR*IV*${transliterated(pays).replaceAll(/[*\\]/g, ' ')}**${dollars(cents)}\\`;
  return [
    `6${code}${routing}${left(account, 17)}${right(cents, 10)}${left(pays, 15)}${left(name, 22)}  1${odfi}${sequence}`,
    `705${left(remittance, 80)}0001${sequence}`,
  ];
}
