import type { z } from 'zod';
import { csvCell } from '../../kernel/csv-text';
import type { Operation } from '../../operation/init';

export type Row = Record<string, unknown>;

/** Lists the columns of a list response, optional fields included; null for any other response. */
export function csvColumns({
  output,
  columns,
}: Pick<Operation, 'output' | 'columns'>): readonly string[] | null {
  if (columns) return columns;
  const shape = (output as Partial<z.ZodObject>).shape;
  if (!shape?.data || !shape.pagination) return null;
  const item = (shape.data as z.ZodArray<z.ZodObject>).element;
  return columnsOf(item.shape, '');
}

function columnsOf(shape: z.ZodObject['shape'], prefix: string): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const nested = (schema as Partial<z.ZodObject>).shape;
    return nested ? columnsOf(nested, `${prefix}${key}.`) : [`${prefix}${key}`];
  });
}

/**
 * Returns true when an Accept header prefers CSV to JSON (RFC 9110, 12.5.1): by quality, then by the more specific
 * range. The default is JSON.
 */
export function prefersCsv(accept = ''): boolean {
  const qualities = new Map(accept.toLowerCase().split(',').map(readRange));
  const csv = qualities.get('text/csv') ?? 0;
  const json = qualities.get('application/json');
  if (json !== undefined) return csv > json;
  return csv > 0 && csv >= (qualities.get('application/*') ?? qualities.get('*/*') ?? 0);
}

function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [type, Number(quality) || 0];
}

/** Leaves out columns of which the first rows have no value at all: fields that only some requests ask for. */
export function presentColumns(columns: readonly string[], rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return columns;
  return columns.filter((column) => rows.some((row) => (column.split('.')[0] ?? column) in row));
}

export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(',')}\r\n`;
}

/** Formats rows as lines of CSV (RFC 4180). */
export function csvLines(columns: readonly string[], rows: readonly Row[]): string {
  return rows
    .map((row) => `${columns.map((column) => csvCell(valueAt(row, column))).join(',')}\r\n`)
    .join('');
}

function valueAt(row: Row, column: string): unknown {
  return column.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row);
}
