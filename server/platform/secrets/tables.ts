import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { keep, withheld } from '../db/marks';

/** One row that only the platform's secret opens, so that a start with another one is noticed (decision 406). */
export const secretChecks = pgTable(
  'secret_checks',
  {
    id: smallint('id').primaryKey(),
    sealed: withheld(text('sealed')).notNull(),
  },
  (t) => [check('secret_checks_single', sql`${t.id} = 1`)],
);
keep(secretChecks, { kept: 'own' });
