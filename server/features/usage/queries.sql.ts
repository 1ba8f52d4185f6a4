import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allOf, iso, slice } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { rateLimits } from '../../platform/rate-limit/tables';
import type { Window } from '../../platform/rate-limit/tiers';
import type { ApiRequest } from './schema';
import { apiRequests } from './tables';

export const insertRequests = statement(
  [[[]]],
  (rows: readonly object[]) => sql`
      insert into ${apiRequests} (id, entity_id, user_id, user_name, key_id, key_name, method, path, status, duration_ms, request_id, address,
        created_at)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, entity_id uuid, user_id uuid,
        user_name text, key_id uuid, key_name text, method text, path text, status smallint, duration_ms int, request_id text, address text,
        created_at timestamptz)`,
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

export const countRequests = statement(
  [[requestConditions(ID, true, 'x')]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${apiRequests} r where ${where}`,
);

export const requestsPage = statement(
  [[requestConditions(ID, true, 'x'), 1, 1]],
  (where: SQL, page: number, limit: number) => sql<z.infer<typeof ApiRequest>>`
      select r.id, ${iso(sql`r.created_at`)} as created_at, r.method, r.path, r.status, r.duration_ms, r.request_id,
        jsonb_build_object('id', r.user_id, 'name', r.user_name) as user,
        case when r.key_id is not null then jsonb_build_object('id', r.key_id, 'name', r.key_name) end as api_key, r.address
      from ${apiRequests} r where ${where} order by r.id desc nulls last ${slice({ page, limit })}`,
);

export function requestConditions(
  entityId: string,
  failed: boolean | undefined,
  method: string | undefined,
): SQL {
  return allOf([
    sql`r.entity_id = ${entityId}`,
    failed ? sql`r.status >= 400` : undefined,
    method ? sql`r.method = ${method}` : undefined,
  ]);
}
