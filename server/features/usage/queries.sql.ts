import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { equals, filter } from '../../platform/db/collection';
import { paged } from '../../platform/db/paged.sql';
import { ID, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { rateLimits } from '../../platform/rate-limit/tables';
import type { Window } from '../../platform/rate-limit/tiers';
import { erasures } from '../tenants/tables';
import { apiRequest } from './resource';
import { apiRequests } from './tables';

/** SQL: whether an erasure `e` is of the business or member of a request `r`, and done. */
const isOfErased = sql`e.entity_id = r.entity_id and e.subject_id in (r.entity_id, r.user_id) and e.erased_at is not null`;

/** Those of a member or business that was erased since they were sent are left out. */
export const insertRequests = statement(
  [[[]]],
  (rows: readonly object[]) => sql`
      insert into ${apiRequests} (id, entity_id, user_id, user_name, key_id, key_name, method, path, status, duration_ms, request_id, address,
        created_at)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, entity_id uuid, user_id uuid,
        user_name text, key_id uuid, key_name text, method text, path text, status smallint, duration_ms int, request_id text, address text,
        created_at timestamptz)
      where not exists (select from ${erasures} e where ${isOfErased})`,
);

/** Deletes what was written of a member or business while it was erased. */
export const forgetErased = statement(
  [[ID]],
  (subjectId: string) => sql`
    delete from ${apiRequests} r using ${erasures} e where e.subject_id = ${subjectId} and ${isOfErased}`,
);

export const pointsUsed = statement(
  [
    [{ limits: { minute: 1, day: 1 }, id: ID, window: 'minute', key: 'x', begin: new Date(0) }],
    [{ limits: null, id: ID, window: 'day', key: 'x', begin: new Date(0) }],
  ],
  ({
    limits,
    id,
    window,
    key,
    begin,
  }: {
    limits: Record<'minute' | 'day', number> | null;
    id: string;
    window: Window;
    key: string;
    begin: Date;
  }): SQL<{ used: number }> =>
    limits
      ? sql`select points as used from ${rateLimits} where key = ${`${id}:${window}:${key}`}`
      : sql`select count(*)::int as used from ${apiRequests}
            where entity_id = ${id} and created_at >= ${begin.toISOString()}::timestamptz`,
);

/** An entity's REST requests of the last 30 days, newest first. */
export const REQUESTS = paged(apiRequest, {
  visible: ({ entity }: Pick<Actor, 'entity'>) => sql`r.entity_id = ${entity.id}`,
  order: sql`r.id desc nulls last`,
  filters: {
    failed: filter(
      z.boolean().meta({ description: '`true` for only responses with a status of 400 and above' }),
      true,
      (failed) => (failed ? sql`r.status >= 400` : sql`true`),
    ),
    method: equals(
      sql`r.method`,
      z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).meta({
        description: 'Only requests with this method',
      }),
      'GET',
    ),
  },
  viewers: [OWNER],
});
