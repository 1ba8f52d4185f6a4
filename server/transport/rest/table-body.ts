import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import { undefused } from '../../kernel/csv-text';
import { AppError, type FieldError, invalidRequest } from '../../kernel/errors';
import { toAppError } from '../../operation/failure';
import type { Operation } from '../../operation/init';
import { FairQueue } from '../../platform/rate-limit/fair-queue';
import { programOf, runInThread, ThreadEnded } from '../../platform/threads/thread';
import {
  checkDeclaredSize,
  collect,
  isUtf8,
  JSON_LIMIT,
  type JsonBody,
  LARGE_LIMIT,
  readJsonBody,
  TABLE_LIMIT,
} from './body';
import type { TableCells, TableText } from './table-thread';

type Cells = Extract<TableCells, { data: string[][] }>;

const PROGRAM = programOf(import.meta.url, './table-thread.ts', './table-thread.js');
/** With the start of the thread. */
const LIMITS = { ms: 8_000, memoryMb: 128 };
const turns = new FairQueue({ perKey: 1, total: 2, waiting: 100, waitMs: 8_000 });

export interface TableBody extends JsonBody {
  list: string;
  /** The line of each entry; empty for JSON. */
  lines: readonly number[];
}

/**
 * Reads a body with a list that may be long: JSON, or CSV whose columns are the fields of an entry.
 * Its text is read in a thread of its own, one at a time per entity.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST, SERVICE_UNAVAILABLE when too many wait
 */
export async function readTableBody(
  req: IncomingMessage,
  { input }: Pick<Operation, 'input'>,
  list: string,
  entityId: string,
): Promise<TableBody> {
  if (!isUtf8(req.headers['content-type'], 'text/csv')) {
    return { ...(await readJsonBody(req, TABLE_LIMIT)), list, lines: [] };
  }
  checkDeclaredSize(req, TABLE_LIMIT);
  const entries = input.shape[list] as unknown as z.ZodArray<z.ZodObject>;
  const text = textOf(await collect(req, TABLE_LIMIT));
  // One row more than there may be is what the schema rejects.
  const asked = { text, stopAt: mostOf(entries) + 1 };
  const cells = await turns.run(entityId, () => cellsOf(asked));
  // Others are served between what thousands of rows take (decision 910).
  await turn();
  const { rows, lines } = rowsOf(cells, entries.element.shape);
  await turn();
  const value = { [list]: rows };
  return { value, essence: value, list, lines };
}

/** Reads a JSON body of up to a MiB, which is parsed in that thread. @throws AppError as `readTableBody` */
export async function readLargeBody(req: IncomingMessage, entityId: string): Promise<JsonBody> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared <= JSON_LIMIT && req.headers['transfer-encoding'] === undefined) return readJsonBody(req);
  checkDeclaredSize(req, LARGE_LIMIT);
  const bytes = await collect(req, LARGE_LIMIT);
  if (!isUtf8(req.headers['content-type'], 'application/json'))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.');
  const json = textOf(bytes, 'application/json');
  const read = async () =>
    (await runInThread(PROGRAM, LIMITS, { json })) as { value: unknown } | { wrong: true };
  const parsed = await turns.run(entityId, read).catch((error) => {
    if (error instanceof ThreadEnded) return { wrong: true } as const;
    throw error;
  });
  const value = 'value' in parsed ? parsed.value : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest([
      { path: '', code: 'invalid_json', message: 'The body must be a JSON object in UTF-8.' },
    ]);
  return { value: value as Record<string, unknown>, essence: value };
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

/** Entries that a list may have. */
function mostOf({ _zod }: z.ZodArray): number {
  const checks = _zod.def.checks?.map((check) => check._zod.def as { check: string; maximum?: number });
  return checks?.find(({ check }) => check === 'max_length')?.maximum ?? Number.POSITIVE_INFINITY;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer, type = 'text/csv'): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${type} in UTF-8.`);
  }
}

async function cellsOf(asked: TableText): Promise<Cells> {
  try {
    const cells = (await runInThread(PROGRAM, LIMITS, asked)) as TableCells;
    if ('data' in cells) return cells;
    throw unreadable(cells.line, 'has invalid quoting');
  } catch (error) {
    throw error instanceof ThreadEnded ? unreadable(1, 'begins a table that takes too long to read') : error;
  }
}

function rowsOf({ data, lines: [, ...lines] }: Cells, shape: z.ZodObject['shape']) {
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
  for (const [n, cells] of records.entries()) {
    if (cells.length > names.length) throw unreadable(lines[n] ?? 1, 'has more cells than the header');
    rows.push(Object.fromEntries(names.flatMap((name, i) => entryOf(name, cells[i] ?? '', shape))));
  }
  return { rows, lines };
}

/** A blank cell is absent; what should be a number and isn't one is left to the schema. */
function entryOf(name: string, cell: string, shape: z.ZodObject['shape']): Array<[string, unknown]> {
  const text = undefused(cell.trim());
  if (text === '') return [];
  const plain = text.replace(/^\$\s*/, '').replaceAll(/,(?=\d{3}(?!\d))/g, '');
  const isNumber = shape[name]?._zod.def.type === 'number' && /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain);
  return [[name, isNumber ? Number(plain) : text]];
}

const unreadable = (line: number, what: string) =>
  invalidRequest([{ path: '', code: 'unreadable', message: `line ${line} ${what}`, line }]);
