import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ReadContext } from '../../operation/context';
import { allOf, iso, pageOf, slice } from '../../platform/db/listing';
import { TIER_LIMITS, type Window, windowAt } from '../../platform/rate-limit/tiers';
import type { ApiRequest, ApiRequestList, ListApiRequests, Usage } from './schema';

/** What the business has used of the present minute and day. Without a limit nothing is counted, and the log tells. */
export async function getUsage({ db, actor }: ReadContext, now = new Date()): Promise<z.infer<typeof Usage>> {
  const { id, tier } = actor.entity;
  const limits = TIER_LIMITS[tier];
  const standing = async (window: Window) => {
    const { key, begin, end } = windowAt(window, now);
    const [row] = await db.execute<{ used: number }>(
      limits
        ? sql`select points as used from rate_limits where key = ${`${id}:${window}:${key}`}`
        : sql`select count(*)::int as used from api_requests
            where entity_id = ${id} and created_at >= ${begin.toISOString()}::timestamptz`,
    );
    const limit = limits?.[window] ?? null;
    const used = row?.used ?? 0;
    return {
      limit,
      used: limit === null ? used : Math.min(used, limit),
      resets_at: end.toISOString(),
    };
  };
  const [minute, day] = await Promise.all([standing('minute'), standing('day')]);
  return { tier, minute, day };
}

/** The business's requests over REST of the last 30 days, newest first. */
export async function listApiRequests(
  { db, actor }: ReadContext,
  { page, limit, failed, method }: z.infer<typeof ListApiRequests>,
): Promise<z.infer<typeof ApiRequestList>> {
  const where = allOf([
    sql`r.entity_id = ${actor.entity.id}`,
    failed ? sql`r.status >= 400` : undefined,
    method ? sql`r.method = ${method}` : undefined,
  ]);
  const [data, [counted]] = await Promise.all([
    db.execute<z.infer<typeof ApiRequest>>(sql`
      select r.id, ${iso(sql`r.created_at`)} as created_at, r.method, r.path, r.status, r.duration_ms, r.request_id,
        jsonb_build_object('id', r.user_id, 'name', r.user_name) as user, r.address
      from api_requests r where ${where} order by r.id desc nulls last ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from api_requests r where ${where}`),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
}
