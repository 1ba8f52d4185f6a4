import { getTableName, SQL, StringChunk, Table } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { oneText } from './one-text';

interface Query {
  sql: string;
  params: unknown[];
}

/** The text of SQL without parameters, kept with it: constants make up most of a statement. */
const TEXT = Symbol('text');
type Kept = SQL & { [TEXT]?: string };

const dialect = new PgDialect();
/** Names of the first parameters: one string of each. */
const NAMES = Array.from({ length: 100 }, (_, index) => `$${index + 1}`);

/** Renders a statement as Drizzle does, in a tenth of the time (decision 227). */
export function render(statement: SQL): Query {
  const params: unknown[] = [];
  const pieces: string[] = [];
  // Columns and other objects of Drizzle are left to it.
  return addPieces(statement, pieces, params)
    ? { sql: oneText(pieces), params }
    : dialect.sqlToQuery(statement);
}

/** Adds the text of SQL, piece by piece. @returns false for what only Drizzle can render */
function addPieces(statement: Kept, pieces: string[], params: unknown[]): boolean {
  const kept = statement[TEXT];
  if (kept !== undefined) {
    pieces.push(kept);
    return true;
  }
  if (Reflect.get(statement, 'shouldInlineParams')) return false;
  const before = params.length;
  const start = pieces.length;
  for (const chunk of statement.queryChunks as unknown[]) {
    if (chunk instanceof StringChunk) {
      pieces.push(chunk.value.length === 1 ? (chunk.value[0] as string) : chunk.value.join(''));
    } else if (chunk instanceof SQL) {
      if (!addPieces(chunk, pieces, params)) return false;
    } else if (chunk instanceof Table) {
      pieces.push(`"${getTableName(chunk)}"`);
    } else if (chunk === null || ['string', 'number', 'boolean'].includes(typeof chunk)) {
      const place = params.push(chunk);
      pieces.push(NAMES[place - 1] ?? `$${place}`);
    } else if (chunk !== undefined) {
      return false;
    }
  }
  if (params.length === before) statement[TEXT] = merged(pieces, start);
  return true;
}

/** Makes one piece of those from a place on. */
function merged(pieces: string[], start: number): string {
  const text = pieces.splice(start).join('');
  pieces.push(text);
  return text;
}
