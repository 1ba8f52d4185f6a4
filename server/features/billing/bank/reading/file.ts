import { asBytes, decode } from '../../../../kernel/text-encoding';
import type { BankMapping } from '../schema';
import type { BankFormat } from '../words';
import { readBai2 } from './bai2';
import { readCamt } from './camt';
import { csvColumns, readCsv } from './csv';
import { onceKeys, textKeyOf } from './fold';
import { readOfx } from './ofx';
import { type RawHead, type RawStatement, Unreadable } from './raw';

/** Control characters that text has. */
const KNOWN = ['\t', '\n', '\v', '\f'];
const isBinary = (text: string) =>
  /\p{Cc}/u.test(KNOWN.reduce((left, one) => left.replaceAll(one, ''), text));

/** @throws Unreadable for a file that is no text */
function textOf(bytes: Uint8Array): string {
  const text = decode(asBytes(bytes)).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (isBinary(text.slice(0, 65_536))) {
    throw new Unreadable('invalid_file', 'The file is no text: upload CSV, OFX, CAMT.053 or BAI2.');
  }
  if (text.trim() === '') throw new Unreadable('invalid_file', 'The file is empty.');
  return text;
}

/** What form a file has by its contents. */
function formatOf(text: string): BankFormat {
  const head = text.slice(0, 4_096).trimStart();
  if (/^01,/.test(head)) return 'bai2';
  if (/^OFXHEADER|<OFX>|<\?OFX/i.test(head)) return 'ofx';
  if (/^<\?xml|camt\.053/i.test(head)) return 'camt053';
  return 'csv';
}

/** The form of a file and, of a CSV, its columns. @throws Unreadable */
export function headOf(bytes: Uint8Array, asked: BankFormat | undefined): RawHead {
  const text = textOf(bytes);
  const format = asked ?? formatOf(text);
  return { format, columns: format === 'csv' ? csvColumns(text) : [] };
}

/** Reads all of a file. @throws Unreadable */
export function readFile(bytes: Uint8Array, format: BankFormat, mapping: BankMapping | null): RawStatement {
  const text = textOf(bytes);
  const statement = readAs(text, format, mapping);
  const { lines, other_currency, pending, errors } = statement.counts;
  if (lines === 0) throw new Unreadable('no_lines', 'The file has no lines.');
  if (other_currency > 0 && other_currency + pending + errors === lines) {
    throw new Unreadable(
      'wrong_currency',
      'Accounts are in US dollars, and the file is in another currency.',
    );
  }
  return {
    ...statement,
    keys: onceKeys(statement.lines),
    textKeys: statement.lines.map((line) => textKeyOf(line.text)),
  };
}

function readAs(text: string, format: BankFormat, mapping: BankMapping | null): RawStatement {
  if (format === 'ofx') return readOfx(text);
  if (format === 'camt053') return readCamt(text);
  if (format === 'bai2') return readBai2(text);
  if (!mapping) throw new Unreadable('invalid_file', 'The columns of the file are not mapped.');
  return readCsv(text, mapping);
}
