import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { listOf } from '../../kernel/params';
import { exampleId, id, json, object, oneOf, sqlOf, text, type Value } from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { EntityType } from '../auth/schema';
import { entities } from './tables';

/** Parties of examples. */
export const SELLER = { id: exampleId('05'), name: 'Front Range Wholesale' };
export const BUYER = { id: exampleId('06'), name: 'Corner Dispensary' };

/** A business, by the column that refers to it. Joined, as PostgreSQL then looks the parties of a page up once. */
export function party(
  column: Value,
  description: string,
  example: typeof SELLER,
  called = 'Current name of the entity',
) {
  const named = (name: SQL) =>
    object(
      {
        id: id(column, 'Id of the entity', example.id),
        name: text(name, called, example.name),
      },
      description,
    );
  return {
    ...named(sql``),
    build: (field: string) => ({
      ...named(sql.raw(`${field}_party.name`)).build(field),
      join: sql`cross join lateral (select name from ${entities} where id = ${sqlOf(column)} offset 0) ${sql.raw(`${field}_party`)}`,
    }),
  };
}

const e = alias(entities, 'e');
const fields = { id: id(e.id), name: text(e.name, 'Name of the business'), type: oneOf(EntityType)(e.type) };
const named = resource(e, fields, { examples: undefined });

/** A business in the directory, which can be asked for a connection. */
export const directoryEntry = resource(
  e,
  { ...fields, city: text(e.city, 'City'), state: text(e.state, 'State, such as `CA`') },
  { id: 'DirectoryEntry', examples: undefined },
);
export const Directory = listOf(directoryEntry.schema);

/** A business with its type, by the column that refers to it. */
export const business = (column: Value, description: string, example: z.output<typeof named.schema>) =>
  json(
    sql`(select ${named.text} from ${named.from} where e.id = ${sqlOf(column)})`,
    named.schema.meta({ description }),
    example,
  );
