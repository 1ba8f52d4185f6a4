import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { keep } from './marks';

/**
 * What a process must know of the schema to write safely, in one row. Each write names `writer` where the generation is newer
 * than its own, which the constraint never accepts (decision 404).
 */
export const schemaGeneration = pgTable(
  'schema_generation',
  {
    one: boolean('one').primaryKey().default(true),
    generation: integer('generation').notNull(),
    writer: integer('writer'),
  },
  (t) => [check('schema_generation_one', sql`${t.one}`), check('schema_fence', sql`${t.writer} is null`)],
);
keep(schemaGeneration, { kept: 'own' });
