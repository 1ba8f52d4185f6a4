import type { z } from 'zod';
import type { ReadContext } from '../../operation/context';
import { setAside } from '../../platform/rate-limit/meter';
import { TIER_LIMITS, type Window, windowAt } from '../../platform/rate-limit/tiers';
import { pointsUsed } from './queries.sql';
import type { Usage } from './schema';

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
