import { sql } from 'drizzle-orm';
import { jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { personal, plain } from '../../../platform/db/marks';
import type { ContactPerson } from './schema';

/** What a business writes down about another one, for itself alone (decision 435). */
export const relationshipColumns = () => ({
  representativeId: uuid('representative_id'),
  contacts: personal(jsonb('contacts')).$type<ContactPerson[]>().notNull().default(sql`'[]'`),
  internalNotes: plain(text('internal_notes')),
});
