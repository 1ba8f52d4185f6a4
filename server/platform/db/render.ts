import { getTableName, SQL, StringChunk, Table } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

interface Query {
  sql: string;
  params: unknown[];
}

/** The text of SQL without parameters, kept with it: constants make up most of a statement. */
const TEXT = Symbol('text');
type Kept = SQL & { [TEXT]?: string };

const dialect = new PgDialect();

/** Renders a statement as Drizzle does, in a tenth of the time (decision 227). */
export function render(statement: SQL): Query {
  const params: unknown[] = [];
  const sql = textOf(statement, params);
  // Columns and other objects of Drizzle are left to it.
  return sql === null ? dialect.sqlToQuery(statement) : { sql, params };
}

/** @returns null for what only Drizzle can render */
function textOf(statement: Kept, params: unknown[]): string | null {
  const kept = statement[TEXT];
  if (kept !== undefined) return kept;
  if (Reflect.get(statement, 'shouldInlineParams')) return null;
  const before = params.length;
  let text = '';
  for (const chunk of statement.queryChunks as unknown[]) {
    if (chunk instanceof StringChunk) {
      text += chunk.value.length === 1 ? chunk.value[0] : chunk.value.join('');
    } else if (chunk instanceof SQL) {
      const inner = textOf(chunk, params);
      if (inner === null) return null;
      text += inner;
    } else if (chunk instanceof Table) {
      text += `"${getTableName(chunk)}"`;
    } else if (chunk === null || ['string', 'number', 'boolean'].includes(typeof chunk)) {
      text += `$${params.push(chunk)}`;
    } else if (chunk !== undefined) {
      return null;
    }
  }
  if (params.length === before) statement[TEXT] = text;
  return text;
}
