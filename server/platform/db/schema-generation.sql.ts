import { sql } from 'drizzle-orm';
import { statement } from './statement';
import { schemaGeneration } from './tables';

export const readGeneration = statement(
  [[]],
  () => sql<{ generation: number }>`select generation from ${schemaGeneration}`,
);
