import { type SQL, sql } from 'drizzle-orm';
import { isCalendarDate } from '../../kernel/clock';
import { isId, NIL_ID } from '../../kernel/params';
import { DAY, TIME } from './samples';
import { isInstant, type Position } from './walk-cursor';

/**
 * Column types that a cursor can follow. The columns must be non-null and immutable: a row whose name changes could
 * move past a reader.
 */
const KEY_TYPES = {
  timestamptz: {
    text: (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isValid: isInstant,
    sample: TIME,
  },
  date: {
    text: (column: SQL) => sql`to_char(${column}, 'YYYY-MM-DD')`,
    isValid: isCalendarDate,
    sample: DAY,
  },
  text: {
    text: (column: SQL) => sql`(${column})::text`,
    isValid: (key: string) => !key.includes('\0') && key.isWellFormed(),
    sample: 'x',
  },
  bigint: {
    text: (column: SQL) => sql`${column}::text`,
    isValid: (key: string) => /^\d{1,18}$/.test(key),
    sample: '1',
  },
  uuid: { text: (column: SQL) => sql`${column}::text`, isValid: isId, sample: NIL_ID },
} as const;

/** A column that orders rows, and its type. */
export interface Key {
  column: SQL;
  type: keyof typeof KEY_TYPES;
}

/** SQL: where a row is in its order, as a cursor keeps it. */
export function keyText(followed: Key[] | undefined, named: (name: string) => SQL): SQL {
  if (!followed) return sql`null::text`;
  const texts = followed.map(({ type }, index) =>
    KEY_TYPES[type].text(named(index === 0 ? 'key' : `tie${index - 1}`)),
  );
  return texts.length === 1 ? sql`${texts[0]}` : sql`json_build_array(${sql.join(texts, sql`, `)})::text`;
}

/** A place that a statement can be prepared with. */
export function sampleKey(followed: readonly Key[] = []): string {
  const samples = followed.map(({ type }) => KEY_TYPES[type].sample);
  return samples.length > 1 ? JSON.stringify(samples) : (samples[0] ?? '');
}

/** The values of those columns; null when they can't be. */
export function valuesOf(key: string, followed: readonly Key[]): string[] | null {
  const values = followed.length === 1 ? [key] : textsOf(key);
  const fits = values.length === followed.length;
  return fits && followed.every(({ type }, index) => KEY_TYPES[type].isValid(values[index] ?? ''))
    ? values
    : null;
}

function textsOf(json: string): string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) && parsed.every((one) => typeof one === 'string') ? parsed : [];
  } catch {
    return [];
  }
}

/** Written so that an index on the first column bounds the scan on one side; ties ascend in either direction. */
export function afterPosition(
  followed: readonly Key[],
  descending: boolean,
  id: SQL,
  position: Position,
): SQL {
  const values = valuesOf(position.key, followed) ?? [];
  const [first, ...ties] = followed.map(({ column, type }, index) => ({
    column,
    value: sql`${values[index]}::${sql.raw(type)}`,
  }));
  if (!first) throw new Error('a cursor follows a column');
  const beyond = sql.raw(descending ? '<' : '>');
  const columns = [...ties.map(({ column }) => column), id];
  const after = [...ties.map(({ value }) => value), sql`${position.id}::uuid`];
  return sql`${first.column} ${beyond}= ${first.value} and (${first.column} ${beyond} ${first.value}
    or (${sql.join(columns, sql`, `)}) > (${sql.join(after, sql`, `)}))`;
}
