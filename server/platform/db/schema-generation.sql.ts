import { sql } from 'drizzle-orm';
import { statement } from './statement';
import { schemaGeneration } from './tables';

export const readGeneration = statement(
  [[]],
  () => sql<{ generation: number }>`select generation from ${schemaGeneration}`,
);

/**
 * The same, where a write would succeed as well: a new session loads the language of the triggers, which is a file that a
 * database can lose while older sessions go on.
 */
export const readReadiness = statement(
  [[]],
  () => sql<{ generation: number; language: string }>`
    select generation, plpgsql_validator('digest_audit()'::regprocedure)::text as language from ${schemaGeneration}`,
);
