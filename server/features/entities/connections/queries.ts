import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { instant } from '../../../platform/db/listing';
import { pipelined } from '../../../platform/db/pipelined';
import { findAccount } from '../customers/queries';
import { licenseSeenBy } from '../customers/readings/queries.sql';
import { findProfile } from '../queries';
import { connections, entities } from '../tables';
import { acceptedBetween, lockConnectionRow, mine, readConnections } from './queries.sql';
import type { ConnectionDetail, ConnectionView } from './resource';
import type { PartnerProfile } from './schema';

/** @throws AppError NOT_FOUND when absent or between other businesses */
export function getConnection({ db, actor }: ReadContext, id: string): Promise<ConnectionView> {
  return connectionSeenBy(db, actor.entity.id, id);
}

/** A connection as one of its parties sees it. @throws AppError NOT_FOUND when absent or between other businesses */
export function connectionSeenBy(db: Db, me: string, id: string): Promise<ConnectionView> {
  return existing(readConnections(db, sql`c.id = ${id} and ${mine(me)}`, { entity: { id: me } }));
}

/**
 * Reads a connection with the profile of the other business, which only connected businesses share (decision 169).
 * @throws AppError NOT_FOUND when absent or between other businesses
 */
export async function getConnectionDetail(
  ctx: ReadContext,
  id: string,
): Promise<z.infer<typeof ConnectionDetail>> {
  const connection = await getConnection(ctx, id);
  const profile = connection.status === 'accepted' ? await profileSeenBy(ctx, connection.entity.id) : null;
  return { ...connection, profile, seller_orders: await sellerOrders(ctx, connection) };
}

async function profileSeenBy(
  { db, actor }: ReadContext,
  id: string,
): Promise<z.infer<typeof PartnerProfile> | null> {
  const [profile, [license]] = await pipelined([findProfile(db, id), licenseSeenBy(db, actor.entity.id, id)]);
  return profile && license ? { ...profile, ...license } : null;
}

/** Whether the other business may enter orders for the caller's; null unless it is one that the caller's buys from. */
async function sellerOrders(
  { db, actor }: ReadContext,
  { entity, status }: ConnectionView,
): Promise<boolean | null> {
  const account = status === 'accepted' ? await findAccount(db, entity.id, actor.entity.id) : null;
  return account?.seller_orders ?? null;
}

/** Reads and locks the row until the transaction ends. @throws AppError NOT_FOUND */
export async function lockConnection(ctx: ReadContext, id: string): Promise<ConnectionView> {
  await lockConnectionRow(ctx.db, id, ctx.actor.entity.id);
  return getConnection(ctx, id);
}

/** Every connection of an entity, of any status, with businesses that are on board. */
export function connectionsOf({ db, actor }: ReadContext): Promise<ConnectionView[]> {
  return readConnections(db, sql`${mine(actor.entity.id)} and not c.managed`, actor);
}

/** Returns true when the two entities have an accepted connection, in either direction. */
export async function areConnected(db: Db, one: string, other: string): Promise<boolean> {
  const [row] = await acceptedBetween(db, one, other);
  return row !== undefined;
}

/**
 * Selects the ids of all entities with an accepted connection to `entityId`. Customers that aren't on board are left out: they
 * sell nothing and read nothing, and may be many.
 * @param moment only connections that changed at or after it
 */
export function connectedEntityIds(entityId: string | SQL, moment?: string) {
  const changed = moment === undefined ? sql`` : sql`and ${connections.updatedAt} >= ${instant(moment)}`;
  return sql`(
    select ${connections.targetId} from ${connections}
      where ${connections.requesterId} = ${entityId} and ${connections.status} = 'accepted'
        and not ${connections.managed} ${changed}
    union all
    select ${connections.requesterId} from ${connections}
      where ${connections.targetId} = ${entityId} and ${connections.status} = 'accepted'
        and not ${connections.managed} ${changed})`;
}

/**
 * SQL: the connected businesses that a business can buy from: a retailer or wholesaler from wholesalers and cultivators, a
 * cultivator from none (decision 425). A supplier doesn't look into its customers' catalogs.
 */
export function sellersOf(entityId: string, moment?: string) {
  return sql`(
    select s.id from ${entities} s where s.id in ${connectedEntityIds(entityId, moment)} and s.type in ('wholesaler', 'cultivator')
      and exists (select from ${entities} b where b.id = ${entityId} and b.type in ('retailer', 'wholesaler')))`;
}
