import { type SQL, sql } from 'drizzle-orm';
import { iso } from './listing';

/** SQL of a value in JSON text, between literal text; the whole object is null where the value of a strict one is. */
export interface JsonValue {
  parts: ReadonlyArray<string | SQL>;
  isStrict?: boolean;
}

/** A number, or JSON; never null. */
export const plain = (value: SQL): JsonValue => ({ parts: [value] });

/** What has no characters to escape, such as an id or a word of a list; never null. */
export const word = (value: SQL): JsonValue => ({ parts: ['"', value, '"'] });

/** Text; never null. */
export const escaped = (value: SQL): JsonValue => ({ parts: [sql`to_json(${value})`] });

/** JSON, or null. */
export const optional = (value: SQL): JsonValue => ({ parts: [sql`coalesce((${value})::text, 'null')`] });

/** The text of what no constraint promises. */
export const strict = (value: SQL): JsonValue => ({ parts: [sql`(${value})`], isStrict: true });

/** SQL: a timestamp column as JSON text; null where it is. */
export const timeText = (column: SQL) => sql`'"' || ${iso(column)} || '"'`;

/**
 * SQL: an object as JSON text, in half the time of `row_to_json`, which looks up the type of each value for each row.
 * @param fields in the order of the schema
 */
export function jsonObject(fields: Record<string, JsonValue>): SQL {
  const groups: SQL[] = [];
  let parts: SQL[] = [];
  let literal = '{';
  const close = () => {
    parts.push(literalOf(literal));
    groups.push(sql`concat(${sql.join(parts, sql`, `)})`);
    parts = [];
    literal = '';
  };
  for (const [i, [name, value]] of Object.entries(fields).entries()) {
    literal += `${i === 0 ? '' : ','}${JSON.stringify(name)}:`;
    if (value.isStrict) close();
    for (const part of value.parts) {
      if (typeof part === 'string') {
        literal += part;
      } else if (value.isStrict) {
        groups.push(part);
      } else {
        parts.push(literalOf(literal), part);
        literal = '';
      }
    }
  }
  literal += '}';
  close();
  return sql`(${sql.join(groups, sql` || `)})`;
}

const literalOf = (text: string) => sql.raw(`'${text}'`);
