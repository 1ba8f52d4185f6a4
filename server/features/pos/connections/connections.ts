import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, existing, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween } from '../../../kernel/patch';
import type { Context, ReadContext, WriteContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { checkTarget } from '../../../platform/outgoing/guard';
import { announceAccess, placeOf } from '../../auth/mails/access-mail';
import { getLocation, holdLocation } from '../../entities/locations/queries';
import { activeRunAt } from '../runs/runs.sql';
import { type ConnectPos, type PosCredentials, SHOWN, type UpdatePos } from '../schema';
import { activeRun, requireLocation } from '../service';
import { posConnections, posListings, posUnmatched } from '../tables';
import { placeOfPos } from '../vendors/hosts';
import { authOf, checkConfig, checkCredentials } from './config';
import { sealCredentials } from './credentials';
import { type ConnectionView, getConnection, getOpenable, shownOn } from './queries';

export type MemberContext = Context & { actor: Actor };

/**
 * Connects a location with a POS. DNS is resolved before the transaction.
 * @throws AppError NOT_FOUND, INVALID_REQUEST for an invalid configuration or an address that is not public, CONFLICT
 *   with `details.reason` = `pos_connected` when the location has one
 */
export async function connectPos(
  ctx: MemberContext,
  { id: locationId, provider, config: given, credentials }: z.infer<typeof ConnectPos>,
): Promise<ConnectionView> {
  const config = checkConfig(provider, given);
  checkCredentials(provider, credentials);
  await requireLocation(ctx, locationId);
  await rejectBadTarget(ctx, provider, config);
  return runUnitOfWork(ctx, [], async (unit) => {
    const { id: entityId } = ctx.actor.entity;
    if (!(await holdLocation(unit.db, entityId, locationId))) throw notFound();
    const added = await unit.db
      .insert(posConnections)
      .values({
        id: newId(),
        entityId,
        locationId,
        provider,
        config,
        credentials: sealed(ctx, credentials),
        auth: authOf(provider, credentials),
      })
      .onConflictDoNothing({ target: posConnections.locationId })
      .returning({ id: posConnections.id });
    if (added.length === 0) {
      throw new AppError('CONFLICT', 'The location already has a POS. Disconnect it first.', {
        reason: 'pos_connected',
      });
    }
    const connection = shownOn(
      ctx.vendorHosts,
      await getConnection({ db: unit.db, actor: ctx.actor }, locationId),
    );
    const place = await placeName({ db: unit.db, actor: ctx.actor }, connection);
    await announceAccess(unit.db, ctx.actor, 'pos_connected', place);
    unit.audit({
      action: 'pos.connected',
      objectId: locationId,
      locationIds: [locationId],
      after: told(connection),
    });
    return connection;
  });
}

/**
 * Changes a connection. The next sync is a full one; with another address or remote location, the record of listed
 * items is cleared.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason` = `sync_active`
 */
export async function updatePos(
  ctx: MemberContext,
  { id: locationId, config: changes, credentials }: z.infer<typeof UpdatePos>,
): Promise<ConnectionView> {
  await requireLocation(ctx, locationId);
  const present = await getOpenable(ctx, locationId);
  if (changes === undefined && credentials === undefined) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  const { provider } = present;
  const config = changes && checkConfig(provider, { ...SHOWN[provider].parse(present.config), ...changes });
  if (credentials) checkCredentials(provider, credentials);
  if (config) await rejectBadTarget(ctx, provider, config);
  return runUnitOfWork(ctx, [], async (unit) => {
    const scope = { db: unit.db, actor: ctx.actor };
    const { id } = await lockConnection(scope, locationId);
    const before = await getConnection(scope, locationId);
    const isMoved = config !== undefined && isElsewhere(before.config, config);
    // What is stored was given for the one before, and would be read there.
    if (config && !credentials && before.auth !== 'none' && originOf(before.config) !== originOf(config)) {
      const message = 'must be sent again with another address';
      throw invalidRequest([{ path: 'credentials', code: 'required', message }]);
    }
    const isRetargeted = isMoved || credentials !== undefined;
    if (isRetargeted) requireRecent(ctx.actor);
    await unit.db
      .update(posConnections)
      .set({
        ...(config && { config, cursor: null }),
        ...(credentials && { credentials: sealed(ctx, credentials), auth: authOf(provider, credentials) }),
        failures: 0,
        updatedAt: sql`now()`,
      })
      .where(eq(posConnections.id, id));
    if (isMoved) await forgetListed(unit.db, id);
    const after = await getConnection(scope, locationId);
    if (isRetargeted) {
      await announceAccess(unit.db, ctx.actor, 'pos_retargeted', await placeName(scope, after));
    }
    const object = { objectId: locationId, locationIds: [locationId] };
    unit.audit({ action: 'pos.updated', ...object, ...changesBetween(told(before), told(after)) });
    if (credentials) unit.audit({ action: 'pos.credentials_replaced', ...object });
    return shownOn(ctx.vendorHosts, after);
  });
}

/**
 * Disconnects a location. Its stock and syncs stay; listed and unmatched items and mappings are deleted, so that
 * another connection zeroes nothing that this one had listed.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` = `sync_active`
 */
export async function disconnectPos(ctx: WriteContext, locationId: string): Promise<void> {
  await requireLocation(ctx, locationId);
  const { id } = await lockConnection(ctx, locationId);
  const before = await getConnection(ctx, locationId);
  await ctx.db.delete(posConnections).where(eq(posConnections.id, id));
  ctx.audit({
    action: 'pos.disconnected',
    objectId: locationId,
    locationIds: [locationId],
    before: told(before),
  });
}

/** Locks the connection while it has no active run: none starts before the transaction ends. */
async function lockConnection(
  ctx: Pick<WriteContext, 'db' | 'actor'>,
  locationId: string,
): Promise<{ id: string }> {
  const row = await existing(
    ctx.db
      .select({ id: posConnections.id })
      .from(posConnections)
      .where(and(eq(posConnections.locationId, locationId), eq(posConnections.entityId, ctx.actor.entity.id)))
      .for('update'),
  );
  const active = await activeRunAt(ctx.db, locationId);
  if (active.length > 0) throw await activeRun(ctx.db, locationId);
  return row;
}

async function forgetListed(db: Db, connectionId: string): Promise<void> {
  await db.delete(posListings).where(eq(posListings.connectionId, connectionId));
  await db.delete(posUnmatched).where(eq(posUnmatched.connectionId, connectionId));
}

const isElsewhere = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  before.base_url !== after.base_url || before.location_id !== after.location_id;

/** Which server a connection sends its credentials to; the provider's own without an address. */
const originOf = ({ base_url: url }: Record<string, unknown>) =>
  typeof url === 'string' ? new URL(url).origin : null;

/** The location of a connection, and the address of its POS where it has one. */
async function placeName(scope: ReadContext, { location_id, config }: ConnectionView): Promise<string> {
  const { name } = await getLocation(scope, location_id);
  return 'base_url' in config ? `${name} (${placeOf(config.base_url)})` : name;
}

/** Fields of the audit row; never credentials. */
function told({ provider, config, auth }: ConnectionView) {
  return { provider, ...config, auth };
}

function sealed({ cipher }: Pick<Context, 'cipher'>, credentials: PosCredentials): string | null {
  return Object.keys(credentials).length === 0 ? null : sealCredentials(cipher, credentials);
}

async function rejectBadTarget(
  { webhookLoopback, vendorHosts }: Context,
  provider: ConnectionView['provider'],
  { base_url }: Record<string, unknown>,
): Promise<void> {
  if (typeof base_url !== 'string') return;
  const { url, allowLoopback } = placeOfPos(vendorHosts, provider, base_url);
  const path = 'config.base_url';
  const problem = await checkTarget(url, { allowLoopback: allowLoopback || webhookLoopback });
  if (problem) throw invalidRequest([{ path, ...problem }]);
  if (base_url.includes('?')) {
    throw invalidRequest([{ path, code: 'has_query', message: 'must not have a query string (?)' }]);
  }
}
