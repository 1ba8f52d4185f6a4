import { check, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { isOneOf, reference } from '../../../platform/db/columns';
import { keep, plain } from '../../../platform/db/marks';
import { entities } from '../tables';
import { IDENTIFIED } from './schema';

/** What a business calls its objects in its other systems; partners never see it (decision 451). Its types are decision 933's. */
export const externalIds = pgTable(
  'external_ids',
  {
    entityId: reference('entity_id', () => entities.id),
    objectType: text('object_type', { enum: IDENTIFIED }).notNull(),
    objectId: uuid('object_id').notNull(),
    system: plain(text('system')).notNull(),
    value: plain(text('value')).notNull(),
  },
  (t) => [
    primaryKey({ name: 'external_ids_object', columns: [t.entityId, t.objectType, t.objectId, t.system] }),
    unique('external_ids_value').on(t.entityId, t.objectType, t.system, t.value),
    check('external_ids_type', isOneOf(t.objectType, IDENTIFIED)),
  ],
);
keep(externalIds, { rows: 'entity_id', kept: 'working' });
