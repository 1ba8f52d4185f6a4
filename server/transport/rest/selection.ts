import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import type { CsvColumn } from './csv';
import { checkIncluded, type Includable, includableIn, includedIn, MAX_INCLUDING, rowsOf } from './included';
import type { RestOperation } from './operations';

/** Names that `fields` may have. */
const MAX_FIELDS = 50;

/** What a request may ask of a list beside its filters (decision 935). */
export interface Selectable {
  /** The fields of a row, in their order. */
  fields: readonly string[];
  includable: readonly Includable[];
}

/** What of it a request asks for. */
export interface Selection {
  fields: ReadonlySet<string> | null;
  include: readonly Includable[];
}

/** What may be selected of a list; null of any other response. */
export function selectableOf(operation: RestOperation): Selectable | null {
  const { method, output, access } = operation;
  const { data, pagination } = (output as Partial<z.ZodObject>).shape ?? {};
  const row = (data as Partial<z.ZodArray<z.ZodObject>> | undefined)?.element;
  if (method !== 'GET' || access === 'public' || !pagination || !row?.shape) return null;
  return { fields: Object.keys(row.shape), includable: includableIn(operation, row) };
}

/**
 * Takes `fields` and `include` out of a query.
 * @returns the rest, and what was asked for: null when nothing was
 * @throws AppError INVALID_REQUEST for unknown and empty names, FORBIDDEN for objects that the caller may not read
 */
export function takeSelection(
  selectable: Selectable,
  query: Record<string, unknown>,
  ctx: Context,
  isCsv: boolean,
): { filters: Record<string, unknown>; selection: Selection | null } {
  const { fields, include, ...filters } = query;
  if (fields === undefined && include === undefined) return { filters, selection: null };
  const names = fields === undefined ? null : new Set(namesIn('fields', fields, selectable.fields));
  const { includable } = selectable;
  const words = namesIn(
    'include',
    include,
    includable.map(({ word }) => word),
  );
  if (words.length > 0 && isCsv) throw fault('include', 'conflict', 'must not be combined with CSV');
  if (words.length > 0 && Number(filters.limit ?? 0) > MAX_INCLUDING)
    throw fault('limit', 'value_too_large', `must be at most ${MAX_INCLUDING} with include`);
  const wanted = includable.filter(({ word }) => words.includes(word));
  checkIncluded(
    wanted.map(({ word }) => word),
    ctx,
  );
  return { filters, selection: { fields: names, include: wanted } };
}

function namesIn(path: 'fields' | 'include', given: unknown, known: readonly string[]): string[] {
  if (given === undefined) return [];
  const names = String(given).split(',');
  if (names.length > MAX_FIELDS) throw fault(path, 'too_many_items', `must be at most ${MAX_FIELDS} names`);
  if (names.includes('')) throw fault(path, 'invalid_format', 'must be names separated by commas');
  if (names.some((name) => !known.includes(name))) {
    const message = known.length > 0 ? `must be of ${known.join(', ')}` : 'has no names here';
    throw fault(path, 'unknown_value', message);
  }
  return names;
}

const fault = (path: string, code: FieldError['code'], message: string) =>
  invalidRequest([{ path, code, message }]);

/** A list with what was asked for: of each row some fields, and what rows refer to. */
export async function selected(
  list: object,
  { fields, include }: Selection,
  ctx: Context,
  signal: AbortSignal,
): Promise<object> {
  const rows = rowsOf(list);
  const { data: _, texts: __, ...rest } = list as { data?: unknown; texts?: unknown };
  const shown = fields
    ? rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))))
    : rows;
  const included = include.length > 0 && { included: await includedIn(rows, include, ctx, signal) };
  return { data: shown, ...rest, ...included };
}

/** The columns of the fields that were asked for. */
export const columnsIn = (
  columns: readonly CsvColumn[],
  selection: Selection | null,
): readonly CsvColumn[] =>
  selection?.fields
    ? columns.filter(({ path }) => selection.fields?.has(path.split('.')[0] ?? path))
    : columns;
