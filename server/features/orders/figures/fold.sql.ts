import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { BATCH } from '../../../platform/db/rollup.sql';
import { entities } from '../../entities/tables';

/**
 * SQL: takes a batch of changes, each with its day in the entity's timezone: the entity's lock, taken before a change is, keeps
 * that from changing meanwhile. Changes of a business that is locked stay for the next fold: waiting for it would hold the
 * others of the batch.
 * @param lock SQL: keeps two folds from choosing the same changes
 * @param entity SQL: the column of the entity whose days they are
 */
export const takenByDay = (
  changes: PgTable,
  lock: SQL,
  entity = sql`entity_id`,
): SQL => sql`chosen as materialized (
      select id, ${entity} as entity_id from ${changes} order by id limit ${BATCH} ${lock}
    ), parties as materialized (
      select e.id, e.timezone from ${entities} e where e.id in (select entity_id from chosen) for share skip locked
    ), taken as (
      delete from ${changes} c using chosen n join parties p on p.id = n.entity_id where c.id = n.id
      returning c.*, (c.placed_at at time zone p.timezone)::date as day
    )`;
