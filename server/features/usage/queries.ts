import type { z } from 'zod';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { setAside } from '../../platform/rate-limit/meter';
import { TIER_LIMITS, type Window, windowAt } from '../../platform/rate-limit/tiers';
import { countRequests, pointsUsed, requestConditions, requestsPage } from './queries.sql';
import type { ApiRequestList, ListApiRequests, Usage } from './schema';

/** Reads the entity's usage of the current minute and day; without a limit, from the request log. */
export async function getUsage({ db, actor }: ReadContext, now = new Date()): Promise<z.infer<typeof Usage>> {
  const { id, tier } = actor.entity;
  const limits = TIER_LIMITS[tier];
  const standing = async (window: Window) => {
    const { key, begin, end } = windowAt(window, now);
    const [row] = await pointsUsed(db, { limits, id, window, key, begin });
    const limit = limits?.[window] ?? null;
    // What this process has counted in advance isn't used yet.
    const used = Math.max(0, (row?.used ?? 0) - (limits ? setAside(id) : 0));
    return {
      limit,
      used: limit === null ? used : Math.min(used, limit),
      resets_at: end.toISOString(),
    };
  };
  const [minute, day] = await Promise.all([standing('minute'), standing('day')]);
  return { tier, minute, day };
}

/** Lists the entity's REST requests of the last 30 days, newest first. */
export async function listApiRequests(
  { db, actor }: ReadContext,
  { page, limit, failed, method }: z.infer<typeof ListApiRequests>,
): Promise<z.infer<typeof ApiRequestList>> {
  const where = requestConditions(actor.entity.id, failed, method);
  const [data, [counted]] = await Promise.all([
    requestsPage(db, where, page, limit),
    countRequests(db, where),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
}
