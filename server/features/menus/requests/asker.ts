// Other features import this file.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { RequestInfo } from '../../../kernel/actor';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { storeNotice } from '../../../platform/outbox/notices';
import { inviteAsked } from '../../entities/business-invitations/service';
import { isSellerOpen } from '../public/link.sql';
import { menus } from '../tables';
import { hashOfToken, TOKEN } from '../tokens';
import { confirmedToday } from './queries.sql';
import { CONFIRM_HOURS, WAITING_DAYS } from './schema';
import { eventOf } from './service';
import { orderRequests } from './tables';

type Row = typeof orderRequests.$inferSelect;

/** Requests of one menu that are confirmed within a day. */
const CONFIRMED_A_DAY = 200;
const HOUR_MS = 3_600_000;

/** A request as its asker sees it. */
export interface AskedRequest {
  row: Row;
  sellerName: string;
  /** Whether it can't be confirmed anymore. */
  isLate: boolean;
}

interface Scope {
  db: Db;
  request: RequestInfo;
}

/** The request of a mailed link; null for an unknown one, one that is blanked, and of a seller that isn't to be seen. */
export async function findAsked(db: Db, token: string): Promise<AskedRequest | null> {
  const hash = hashOfToken(TOKEN.test(token) ? token : `? ${token.length}`);
  const [row] = await db.select().from(orderRequests).where(eq(orderRequests.tokenHash, hash));
  if (!row || row.blankedAt !== null) return null;
  const [seller] = await isSellerOpen(db, row.entityId);
  if (!seller?.open) return null;
  const isLate =
    row.status === 'unconfirmed' && row.createdAt.getTime() < Date.now() - CONFIRM_HOURS * HOUR_MS;
  return { row, sellerName: seller.name, isLate };
}

export type Confirmed = 'confirmed' | 'before' | 'late' | 'busy';

/** Confirms a request, which then waits for the seller. A menu takes 200 a day: beyond, it is kept as it was. */
export async function confirmAsked(
  { db, request }: Scope,
  { row: { id }, isLate }: AskedRequest,
): Promise<Confirmed> {
  if (isLate) return 'late';
  const scope = { db, actor: null, request };
  return runUnitOfWork(scope, ['order_request.received'], async (unit) => {
    const [found] = await unit.db
      .select({ menuId: orderRequests.menuId, name: menus.name })
      .from(orderRequests)
      .innerJoin(menus, eq(menus.id, orderRequests.menuId))
      .where(eq(orderRequests.id, id));
    if (!found) return 'late';
    // Those of one menu are counted in turns.
    await unit.db.select({ id: menus.id }).from(menus).where(eq(menus.id, found.menuId)).for('no key update');
    const [row] = await unit.db
      .select()
      .from(orderRequests)
      .where(eq(orderRequests.id, id))
      .for('no key update');
    if (!row) return 'late';
    if (row.status !== 'unconfirmed') return 'before';
    const [today] = await confirmedToday(unit.db, row.menuId);
    if ((today?.total ?? 0) >= CONFIRMED_A_DAY) return 'busy';
    await unit.db
      .update(orderRequests)
      .set({
        status: 'waiting',
        confirmedAt: sql`now()`,
        expiresAt: sql`now() + make_interval(days => ${WAITING_DAYS})`,
        updatedAt: sql`change_time()`,
      })
      .where(eq(orderRequests.id, id));
    unit.emit('order_request.received', row.entityId, eventOf(row, 'waiting'));
    await storeNotice(unit.db, row.entityId, {
      kind: 'order_request_received',
      object: { type: 'order_request', id, name: found.name },
      summary: `${row.business?.name ?? row.contact?.name ?? 'A customer'} asks for an order from the menu ${found.name}`,
      permission: 'read:orders',
      cause: { id: row.menuId, name: found.name },
    });
    const options = { maxAttempts: 10, limit: mailsAtOnce(row.entityId) };
    await enqueue(unit.db, 'mail_order_request', { request_id: id, mail: 'received' }, options);
    return 'confirmed';
  });
}

/** Withdraws a request that waits. @returns false where it doesn't anymore */
export async function withdrawAsked({ db }: Scope, { row }: AskedRequest): Promise<boolean> {
  const withdrawn = await db
    .update(orderRequests)
    .set({ status: 'withdrawn', endedAt: sql`now()`, updatedAt: sql`change_time()` })
    .where(and(eq(orderRequests.id, row.id), eq(orderRequests.status, 'waiting')))
    .returning({ id: orderRequests.id });
  return withdrawn.length > 0;
}

/** Invites the asker of an accepted request, once; what it finds behind the link depends on who has an account. */
export async function askForAccount({ db }: Scope, { row }: AskedRequest): Promise<void> {
  const { address, entityId } = row;
  if (address === null) return;
  await db.transaction(async (tx) => {
    const first = await tx
      .update(orderRequests)
      .set({ invitedAt: sql`now()` })
      .where(
        and(
          eq(orderRequests.id, row.id),
          eq(orderRequests.status, 'accepted'),
          isNull(orderRequests.invitedAt),
        ),
      )
      .returning({ id: orderRequests.id });
    if (first.length === 0) return;
    const customerId = row.madeCustomer ? row.acceptedFor : null;
    await inviteAsked(tx, { entityId, email: address, customerId });
  });
}
