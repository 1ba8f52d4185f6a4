import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, lacking } from '../../kernel/errors';
import { changesBetween, checkPatch, withoutEmpty } from '../../kernel/patch';
import type { Tier } from '../../kernel/tiers';
import type { Context, MemberContext, WriteContext } from '../../operation/context';
import { rejectLimited } from '../../operation/limited';
import { ReactionPoint } from '../../operation/reactions';
import { runUnitOfWork } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { sessionEnded } from '../auth/service';
import { rejectClaimsWith } from './claims/closing';
import { announceToOther, ENDED_EVENTS } from './connections/announce';
import { connectionsOf } from './connections/queries';
import { announceNames, standingWith } from './identity';
import { noticingLicenses } from './licenses/announce';
import { entityLogos } from './logo/tables';
import { profileColumns } from './profile-columns';
import { getEntity, lockEntity } from './queries';
import { timezoneNamed } from './queries.sql';
import { ENTITY_READ_ONLY, type Entity, type UpdateEntity } from './schema';
import { settingsSet } from './settings-columns';
import { announceRules, guardConfirmation, guardSignInRules, requiredSince } from './sign-in-rules';
import { connections, entities } from './tables';
import { dissolveTeam, lockTeam } from './team/service';

type EntityView = z.infer<typeof Entity>;
type Patch = z.infer<typeof UpdateEntity>;

/**
 * Reactions to the deletion of an entity; they throw an AppError CONFLICT to reject it. No new row can refer to the
 * entity meanwhile.
 */
export const entityClosing = new ReactionPoint<{ entityId: string }>('entityClosing');

/** A customer that is merged into the business that claimed it. */
export interface Merging {
  from: string;
  to: string;
  sellerId: string;
  /** Orders and invoices that the claimant's owner disputes. */
  disputed: readonly string[];
}

/** What features keep about a customer that is merged: each moves its own rows, in the transaction of the merge. */
export const businessMerging = new ReactionPoint<Merging>('businessMerging');

/**
 * Changes the caller's entity; nested objects merge, null clears nullable fields (decision 46).
 * @throws AppError INVALID_REQUEST
 */
export async function updateEntity(
  ctx: WriteContext & Pick<Context, 'log' | 'publicUrl'>,
  patch: Patch,
): Promise<EntityView> {
  const { id } = ctx.actor.entity;
  await lockEntity(ctx.db, id);
  const before = await getEntity(ctx);
  checkPatch(withoutEmpty(patch, ['address', 'contact', 'settings']), before, ENTITY_READ_ONLY);
  await checkTimezone(ctx.db, patch.settings?.timezone);
  guardSignInRules(ctx.actor, before.settings, patch.settings);
  guardConfirmation(ctx.actor, before.settings, patch.settings);
  const set = {
    ...columnsOf(patch),
    ...requiredSince(before.settings, patch.settings),
    ...(patch.license_number !== undefined &&
      (await standingWith(ctx.db, id, patch.license_number, ctx.log))),
  };
  if (Object.values(set).some((value) => value !== undefined)) {
    await noticingLicenses(ctx, () => ctx.db.update(entities).set(set).where(eq(entities.id, id)));
  }
  const after = await getEntity(ctx);
  await announceNames(ctx.db, id, before, after);
  await announceRules(ctx, before.settings, after.settings);
  ctx.audit({
    action: 'entity.updated',
    objectId: id,
    ...changesBetween(before, after),
  });
  return after;
}

/**
 * Checks a timezone against the database, which has its own list and also computes days.
 * @throws AppError INVALID_REQUEST
 */
async function checkTimezone(db: Db, timezone: string | undefined): Promise<void> {
  if (timezone === undefined) return;
  const [known] = await timezoneNamed(db, timezone);
  if (known) return;
  throw invalidRequest([
    {
      path: 'settings.timezone',
      code: 'unknown_timezone',
      message: 'must be an IANA timezone such as America/Los_Angeles',
    },
  ]);
}

function columnsOf({ settings, ...patch }: Patch) {
  return {
    ...profileColumns(patch),
    ...settingsSet(settings),
  };
}

/**
 * Soft-deletes the caller's entity with its customers that aren't on board, signs its members out and ends its connections; orders and ledger stay for the
 * other parties (decision 79).
 * @throws AppError FORBIDDEN for an owner who is limited to locations beside one who isn't, CONFLICT with `details.reason` `open_orders` or `open_invoices`
 */
export async function deleteEntity(
  scope: Pick<MemberContext, 'db' | 'actor' | 'request' | 'publicUrl'>,
): Promise<void> {
  const { actor, publicUrl } = scope;
  const entityId = actor.entity.id;
  await runUnitOfWork(scope, ENDED_EVENTS, async (unit) => {
    const ctx = { ...unit, actor, publicUrl, request: scope.request };
    const [locked] = await unit.db
      .select({ id: entities.id })
      .from(entities)
      .where(and(eq(entities.id, entityId), isNull(entities.deletedAt)))
      .for('update');
    if (!locked) throw sessionEnded();
    const { role, reach } = await lockTeam(ctx);
    if (role !== 'owner') throw lacking('delete:entity');
    if (reach !== null) rejectLimited({ locationLimit: reach }, 'Deleting a business applies');
    const before = await getEntity(ctx);
    await entityClosing.run(unit.db, { entityId });
    for (const connection of await connectionsOf(ctx)) {
      announceToOther(ctx, 'connection.ended', connection);
    }
    await removeEntity(unit.db, entityId);
    unit.audit({ action: 'entity.deleted', objectId: entityId, before });
  });
}

/**
 * Closes a business whose data is to be erased, as its owner's deletion does; nothing when it was deleted before.
 * @param isReplayed after a restore: what was open in the backup doesn't keep it
 * @throws AppError CONFLICT with `details.reason` `open_orders` or `open_invoices`
 */
export async function closeEntity(db: Db, entityId: string, isReplayed = false): Promise<void> {
  const [locked] = await db
    .select({ id: entities.id })
    .from(entities)
    .where(and(eq(entities.id, entityId), isNull(entities.deletedAt)))
    .for('update');
  if (!locked) return;
  if (!isReplayed) await entityClosing.run(db, { entityId });
  await removeEntity(db, entityId);
}

/** Soft-deletes a business with its customers that aren't on board, and ends its connections and memberships. */
async function removeEntity(db: Db, entityId: string): Promise<void> {
  await db
    .update(entities)
    .set({ deletedAt: sql`now()` })
    .where(and(or(eq(entities.id, entityId), eq(entities.managedBy, entityId)), isNull(entities.deletedAt)));
  await db
    .delete(connections)
    .where(or(eq(connections.requesterId, entityId), eq(connections.targetId, entityId)));
  await db.delete(entityLogos).where(eq(entityLogos.entityId, entityId));
  await rejectClaimsWith(db, entityId);
  await dissolveTeam(db, entityId);
}

/** Changes how many requests a business may make. */
export async function changeTier(db: Db, id: string, tier: Tier): Promise<void> {
  await db.update(entities).set({ tier }).where(eq(entities.id, id));
}

/** A business before its standing changed. */
export interface Standing {
  name: string;
  suspendedAt: Date | null;
  reason: string | null;
}

/**
 * Suspends a business, or with null ends it (decision 442): from the next call on its members and keys can only export.
 * @returns its standing before; null when there is no such business on board
 */
export async function setSuspension(db: Db, id: string, reason: string | null): Promise<Standing | null> {
  const { name, suspendedAt, suspensionReason } = entities;
  const [before] = await db
    .select({ name, suspendedAt, reason: suspensionReason })
    .from(entities)
    .where(and(eq(entities.id, id), isNull(entities.deletedAt), isNull(entities.managedBy)))
    .for('no key update');
  if (!before) return null;
  const since = reason === null ? null : sql`coalesce(${suspendedAt}, now())`;
  await db.update(entities).set({ suspendedAt: since, suspensionReason: reason }).where(eq(entities.id, id));
  return before;
}
