import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';

type Row = Record<string, unknown>;

/** A list answer's item schema and its columns; null for an answer that is not a list. */
export function csvColumns(output: z.ZodType): string[] | null {
  const shape = (output as Partial<z.ZodObject>).shape;
  if (!shape?.data || !shape.pagination) return null;
  const item = (shape.data as z.ZodArray<z.ZodObject>).element;
  return Object.entries(item.shape).flatMap(([key, schema]) => {
    const nested = (schema as Partial<z.ZodObject>).shape;
    return nested ? Object.keys(nested).map((child) => `${key}.${child}`) : [key];
  });
}

/** Streams a list as CSV (RFC 4180), page after page, waiting whenever the reader is slower. */
export async function sendCsv(
  res: ServerResponse,
  columns: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  headOnly: boolean,
): Promise<void> {
  const open = () => {
    res.statusCode = 200;
    res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
    res.setHeader('Content-Disposition', 'attachment');
  };
  let started = false;
  for await (const rows of pages) {
    if (!started) {
      open();
      started = true;
      if (headOnly) break;
      res.write(`${columns.join(',')}\r\n`);
    }
    const text = rows
      .map((row) => `${columns.map((column) => cell(valueAt(row, column))).join(',')}\r\n`)
      .join('');
    if (res.destroyed) return;
    if (text && !res.write(text)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
  res.end();
}

function valueAt(row: Row, column: string): unknown {
  const [key, child] = column.split('.') as [string, string | undefined];
  const value = row[key];
  return child === undefined ? value : (value as Row | null)?.[child];
}

/** A text that a spreadsheet would run as a formula is defused by a leading apostrophe (OWASP, CSV injection). */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
