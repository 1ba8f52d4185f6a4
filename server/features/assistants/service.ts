import { createHash, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { AppError, existing, forbidden } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { Permission } from '../../kernel/permissions';
import { refusedKey } from '../../operation/authorize';
import type { ReadContext, WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { deleteInBatches, olderThan } from '../../platform/db/purge';
import { type Bound, lockAndEndOldest, lockCaller, lockWaiting, waitingPlans } from './queries.sql';
import type { DecidedPlan, WaitingPlanList } from './schema';
import { mcpPlans } from './tables';

/** Open plans that an assistant has: one more ends the oldest. */
export const MAX_OPEN = 5;
/** How long a plan can be run, in ms. */
const LIFETIME_MS = 600_000;
/** Crockford's base32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TOKEN_LENGTH = 26;

/** SHA-256 in hex, which is what the database holds of a plan's token. */
export const planHash = (token: string) => createHash('sha256').update(token).digest('hex');

const newToken = () => Array.from(randomBytes(TOKEN_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');

export interface NewPlan {
  tool: string;
  arguments: object;
  summary: string;
  changes: object;
  warnings: object;
  calls: object;
  digest: string;
  permissions: readonly Permission[];
}

/** Keeps a plan. @returns its token, which only this response has, and when it ends */
export async function keepPlan(
  db: Db,
  { userId }: Pick<Actor, 'userId'>,
  { entityId, callerId, client }: Bound,
  plan: NewPlan,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId);
    await tx.insert(mcpPlans).values({
      ...plan,
      ...{ id: newId(), entityId, userId, callerId, client, expiresAt },
      permissions: [...plan.permissions],
      tokenHash: planHash(token),
    });
    await lockAndEndOldest(tx, callerId, MAX_OPEN);
  });
  return { token, expiresAt };
}

/** Lists what waits for a member of the business. @throws AppError FORBIDDEN for a key */
export async function listWaiting({ db, actor }: ReadContext): Promise<z.infer<typeof WaitingPlanList>> {
  rejectKeys(actor);
  const rows = await waitingPlans(db, actor.entity.id);
  return {
    data: rows.map(({ user_id, permissions, ...plan }) => ({
      ...plan,
      may_approve: mayApprove(actor, { user_id, permissions }),
    })),
  };
}

/**
 * Lets a plan be run by the assistant that made it, or ends it.
 * @throws AppError NOT_FOUND, FORBIDDEN for a key and for who lacks what the plan takes, CONFLICT `not_waiting`
 */
export async function decidePlan(
  ctx: WriteContext,
  id: string,
  decision: 'approve' | 'reject',
): Promise<z.infer<typeof DecidedPlan>> {
  const { db, actor } = ctx;
  rejectKeys(actor);
  const plan = await existing(lockWaiting(db, id, actor.entity.id));
  if (!mayApprove(actor, plan)) {
    throw forbidden('The plan takes permissions or locations that you lack. Ask an owner or admin.', {
      reason: 'permission_required',
    });
  }
  if (!plan.waits) {
    throw new AppError('CONFLICT', 'The plan waits no more: it was decided, run or has expired.', {
      reason: 'not_waiting',
    });
  }
  const set =
    decision === 'approve'
      ? { approvedBy: actor.userId, approvedAt: sql`now()`, expiresAt: sql`now() + interval '10 minutes'` }
      : { status: 'ended' as const };
  await db
    .update(mcpPlans)
    .set(set)
    .where(and(eq(mcpPlans.id, id), eq(mcpPlans.entityId, actor.entity.id)));
  const { client, tool, summary } = plan;
  ctx.audit({
    action: decision === 'approve' ? 'assistant_plan.approved' : 'assistant_plan.rejected',
    objectId: id,
    after: { client, tool, summary },
  });
  return { id, status: decision === 'approve' ? 'waiting' : 'ended' };
}

/** A member approves what they could do themselves: their own plans, and with all locations those of others. */
const mayApprove = (
  { userId, permissions, locationLimit }: Actor,
  plan: { user_id: string; permissions: readonly string[] },
) =>
  plan.permissions.every((one) => permissions.some((held) => held === one)) &&
  (locationLimit === null || plan.user_id === userId);

/** A token that could approve its own plans would make the approval worth nothing. */
function rejectKeys({ key }: Pick<Actor, 'key'>): void {
  if (key) throw refusedKey();
}

/** Deletes plans older than 30 days. */
export async function purgePlans(db: Db): Promise<void> {
  await deleteInBatches(db, mcpPlans, olderThan(mcpPlans.createdAt, '30 days'));
}
