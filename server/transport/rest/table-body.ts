import type { IncomingMessage } from 'node:http';
import Papa from 'papaparse';
import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../kernel/errors';
import { toAppError } from '../../operation/failure';
import type { Operation } from '../../operation/init';
import { checkDeclaredSize, collect, isUtf8, type JsonBody, readJsonBody, TABLE_LIMIT } from './body';

export interface TableBody extends JsonBody {
  list: string;
  /** The line of each entry; empty for JSON. */
  lines: readonly number[];
}

/**
 * Reads a body with a list that may be long: JSON, or CSV whose columns are the fields of an entry.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readTableBody(
  req: IncomingMessage,
  { input }: Pick<Operation, 'input'>,
  list: string,
): Promise<TableBody> {
  if (!isUtf8(req.headers['content-type'], 'text/csv')) {
    return { ...(await readJsonBody(req, TABLE_LIMIT)), list, lines: [] };
  }
  checkDeclaredSize(req, TABLE_LIMIT);
  const shape = (input.shape[list] as unknown as z.ZodArray<z.ZodObject>).element.shape;
  const { rows, lines } = rowsOf(textOf(await collect(req, TABLE_LIMIT)), shape);
  const value = { [list]: rows };
  return { value, essence: value, list, lines };
}

/** Adds to the faults of a body that was CSV the lines that they are on. */
export function withLines(error: unknown, { list, lines }: TableBody): unknown {
  const { code, details } = toAppError(error);
  if (code !== 'INVALID_REQUEST' || !Array.isArray(details.errors)) return error;
  const prefix = `${list}[`;
  return invalidRequest(
    (details.errors as FieldError[]).map((fault) => {
      const at = fault.path.startsWith(prefix) ? Number.parseInt(fault.path.slice(prefix.length), 10) : -1;
      const line = lines[at];
      return line === undefined ? fault : { ...fault, line, message: `line ${line}: ${fault.message}` };
    }),
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as text/csv in UTF-8.');
  }
}

function rowsOf(text: string, shape: z.ZodObject['shape']) {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  const quoting = errors.find(({ type }) => type === 'Quotes');
  if (quoting) throw unreadable((quoting.row ?? 0) + 1, 'has invalid quoting');
  const [header = [], ...records] = data;
  const names = header.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) {
    const known = Object.keys(shape).join(', ');
    throw invalidRequest([
      { path: '', code: 'unknown_column', message: `line 1: the columns must be among ${known}`, line: 1 },
    ]);
  }
  if (new Set(names).size < names.length) throw unreadable(1, 'names a column twice');
  const rows: Array<Record<string, unknown>> = [];
  const lines: number[] = [];
  for (const [n, cells] of records.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (cells.length > names.length) throw unreadable(n + 2, 'has more cells than the header');
    rows.push(Object.fromEntries(names.flatMap((name, i) => entryOf(name, cells[i] ?? '', shape))));
    lines.push(n + 2);
  }
  return { rows, lines };
}

/** A blank cell is absent; what should be a number and isn't one is left to the schema. */
function entryOf(name: string, cell: string, shape: z.ZodObject['shape']): Array<[string, unknown]> {
  const text = cell.trim();
  if (text === '') return [];
  const plain = text.replace(/^\$\s*/, '').replaceAll(/,(?=\d{3}(?!\d))/g, '');
  const isNumber = shape[name]?._zod.def.type === 'number' && /^-?\d*\.?\d+$/.test(plain);
  return [[name, isNumber ? Number(plain) : text]];
}

const unreadable = (line: number, what: string) =>
  invalidRequest([{ path: '', code: 'unreadable', message: `line ${line} ${what}`, line }]);
