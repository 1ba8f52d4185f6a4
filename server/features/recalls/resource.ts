import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { exampleId, id, text } from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { batches } from '../lots/tables';
import { recalls } from './tables';

const c = alias(recalls, 'c');

/** A recall as an order names it. */
export const recalledBatch = resource(
  c,
  {
    id: id(c.id, 'Id of the recall', exampleId('20')),
    batch_id: text(
      sql`(select b.batch_id from ${batches} b where b.id = c.batch_id)`,
      'Number of the recalled batch',
      'BD-2026-014',
    ),
  },
  { id: 'OrderRecall' },
);
