import { eq, sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { connections } from '../tables';
import { noticeAccepted } from './announce';
import { connectionSeenBy } from './queries';
import { lockPresent } from './queries.sql';
import type { ConnectionView } from './resource';

/**
 * Connects two businesses that agreed otherwise than by a request; a request that waits between them is accepted with it. Neither
 * can be deleted meanwhile: the caller holds both.
 * @returns the connection as `me` sees it
 */
export async function connectNow(
  { db, emit, audit }: Pick<WriteContext, 'db' | 'emit' | 'audit'>,
  inviter: string,
  me: string,
): Promise<ConnectionView> {
  const respondedAt = sql`clock_timestamp()`;
  const id = newId();
  const made = await db
    .insert(connections)
    .values({ id, requesterId: inviter, targetId: me, status: 'accepted', respondedAt })
    .onConflictDoNothing()
    .returning({ id: connections.id });
  if (made.length === 0) {
    const [present] = await lockPresent(db, inviter, me);
    if (!present) throw new RetryTransaction('the connection has ended meanwhile');
    if (present.status === 'accepted') return connectionSeenBy(db, me, present.id);
    await db
      .update(connections)
      .set({ status: 'accepted', respondedAt })
      .where(eq(connections.id, present.id));
    return announced(present.id);
  }
  return announced(id);

  async function announced(connectionId: string): Promise<ConnectionView> {
    const mine = await connectionSeenBy(db, me, connectionId);
    audit({ entityId: me, action: 'connection.accepted', objectId: connectionId, after: mine });
    emit('connection.accepted', me, mine);
    const theirs = await connectionSeenBy(db, inviter, connectionId);
    emit('connection.accepted', inviter, theirs);
    await noticeAccepted(db, mine.entity, theirs.entity);
    return mine;
  }
}
