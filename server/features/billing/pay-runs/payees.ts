import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, forbidden, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, ReadContext, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { actorValues } from '../../../platform/db/columns';
import { announceAccess } from '../../auth/mails/access-mail';
import { last4Of } from '../bank/numbers';
import { lockPairOf } from '../remittances/queries.sql';
import { sealPayee } from './numbers';
import { ownPayee, readPayees } from './queries.sql';
import type { PayeeView } from './resource';
import type { SetPayee } from './schema';
import { payees } from './tables';

const COUNTS = 'Where a supplier is paid counts';

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getPayee({ db, actor }: ReadContext, supplierId: string): Promise<PayeeView> {
  rejectLimited(actor, COUNTS);
  return existing(readPayees(db, ownPayee(supplierId, actor)));
}

/**
 * Says where a supplier is paid: from 24 hours later on, or once another owner or admin approves it. Owners get a mail.
 * @throws AppError NOT_FOUND without an account with the supplier, FORBIDDEN
 */
export async function setPayee(
  ctx: WriteContext & Pick<Context, 'cipher'>,
  { id: sellerId, routing_number, account_number, type, name }: z.infer<typeof SetPayee>,
): Promise<PayeeView> {
  const { db, actor } = ctx;
  rejectLimited(actor, COUNTS);
  const buyerId = actor.entity.id;
  if ((await lockPairOf(db, { sellerId, buyerId })).length === 0) throw notFound();
  const set = {
    ...sealPayee(ctx.cipher, { routing: routing_number, account: account_number }),
    ...{ last4: last4Of(account_number), type, name },
    ...actorValues(actor),
    enteredAt: sql`now()`,
    ...{ approvedById: null, approvedByName: null, approvedAt: null },
  };
  await db
    .insert(payees)
    .values({ id: newId(), sellerId, buyerId, ...set })
    .onConflictDoUpdate({ target: [payees.buyerId, payees.sellerId], set });
  const view = await getPayee(ctx, sellerId);
  await announceAccess(db, actor, 'payee_changed', view.supplier.name);
  ctx.audit({ action: 'payee.changed', objectId: sellerId, after: { type, usable_from: view.usable_from } });
  return view;
}

/** Approves what another member entered. @throws AppError NOT_FOUND, FORBIDDEN `own_payee` */
export async function approvePayee(ctx: WriteContext, supplierId: string): Promise<PayeeView> {
  const { db, actor } = ctx;
  await getPayee(ctx, supplierId);
  const of = and(eq(payees.sellerId, supplierId), eq(payees.buyerId, actor.entity.id));
  const [held] = await db.select().from(payees).where(of).for('update');
  if (!held) throw notFound();
  if (held.actorId === actor.userId) {
    throw forbidden('Another owner or admin approves what you entered.', { reason: 'own_payee' });
  }
  await db
    .update(payees)
    .set({ approvedById: actor.userId, approvedByName: actor.name, approvedAt: sql`now()` })
    .where(of);
  ctx.audit({ action: 'payee.approved', objectId: supplierId });
  return getPayee(ctx, supplierId);
}
