import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { events, sharedEvents } from './tables';

/** Advisory locks of the processes that pass on events, by owner. */
const LOCK = 403;
/** Subjects of a transaction: each may concern thousands of partners. */
const SUBJECTS = 10;
/** Events that are looked at for later ones of the same subject. */
const LOOKED_AT = 1_000;

export const insertShared = statement(
  [[[]]],
  (rows: ReadonlyArray<{ event_id: string; entity_id: string }>) => sql`
    insert into ${sharedEvents} (event_id, entity_id)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (event_id uuid, entity_id uuid)`,
);

export const ownersOfShared = statement(
  [[]],
  () => sql<{ entity_id: string }>`
    select s.entity_id from ${sharedEvents} s group by s.entity_id order by min(s.event_id::text) limit 1000`,
);

export const undispatched = statement(
  [[1]],
  (most: number) => sql<{ events: number }>`
    select count(*)::int as events from (select from ${events} e where e.sequence is null limit ${most}) e`,
);

export const tryShareLock = statement(
  [[ID]],
  (entityId: string) =>
    sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::int, hashtext(${entityId})) as held`,
);

/** Whom a shared event concerns, and what they see. */
export interface Sharing {
  /** SQL: rows `id` of the entities that the event `e` concerns. */
  partners: SQL;
  /** SQL: the data of `e` as they see it. */
  data: SQL;
}

/**
 * SQL: writes the events of partners of some of an owner's waiting ones: of each subject the last. Their ids keep the time of
 * the owner's event, by which the dispatcher orders them.
 * @returns whether more are waiting
 */
export function passingOn(entityId: string, { partners, data }: Sharing): SQL<{ waiting: boolean }> {
  return sql`
    with waiting as (
      select s.event_id, e.data ->> 'id' as subject from ${sharedEvents} s left join ${events} e on e.id = s.event_id
      where s.entity_id = ${entityId} order by s.event_id limit ${LOOKED_AT}
    ), latest as (
      select distinct on (w.subject) w.subject, w.event_id from waiting w order by w.subject, w.event_id desc
    ), chosen as (
      select l.subject, l.event_id from latest l order by l.event_id limit ${SUBJECTS}
    ), done as (
      delete from ${sharedEvents} s using waiting w
      where s.event_id = w.event_id and (w.subject is null or w.subject in (select c.subject from chosen c))
      returning s.event_id
    ), passed as (
      insert into ${events} (id, entity_id, type, data)
      select (left(e.id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, h.id, e.type, ${data}
      from chosen c join ${events} e on e.id = c.event_id cross join lateral (${partners}) h where h.id <> e.entity_id
    )
    select (select count(*) from (select from ${sharedEvents} s where s.entity_id = ${entityId} limit ${LOOKED_AT}) s)
      > (select count(*) from done) as waiting`;
}
