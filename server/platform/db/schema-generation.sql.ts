import { sql } from 'drizzle-orm';
import { statement } from './statement';

export const readGeneration = statement(
  [[]],
  () => sql<{ generation: number }>`select generation from schema_generation`,
);
