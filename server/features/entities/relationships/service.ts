import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { users } from '../../auth/tables';
import { accounts } from '../customers/tables';
import { followUps } from '../follow-ups/tables';
import { supplierNotes } from '../suppliers/tables';

/** What members who leave looked after, and were to do, is of no member until another one takes it. */
export async function releaseRelationshipsOf(
  db: Db,
  { userIds }: { userIds: readonly string[] },
): Promise<void> {
  const ids = [...userIds];
  const businesses = db.select({ id: users.entityId }).from(users).where(inArray(users.id, ids));
  await db
    .update(accounts)
    .set({ representativeId: null })
    .where(and(inArray(accounts.sellerId, businesses), inArray(accounts.representativeId, ids)));
  await db
    .update(supplierNotes)
    .set({ representativeId: null })
    .where(and(inArray(supplierNotes.buyerId, businesses), inArray(supplierNotes.representativeId, ids)));
  await db.update(followUps).set({ memberId: null }).where(inArray(followUps.memberId, ids));
}

/** Forgets what a business wrote down about others, with the people that it named. */
export async function forgetRelationshipsOf(db: Db, { entityId }: { entityId: string }): Promise<void> {
  await db.delete(followUps).where(eq(followUps.entityId, entityId));
  await db.delete(supplierNotes).where(eq(supplierNotes.buyerId, entityId));
  await db
    .update(accounts)
    .set({ contacts: [], internalNotes: null, representativeId: null })
    .where(sql`${accounts.sellerId} = ${entityId} and (${accounts.contacts} <> '[]' or ${accounts.internalNotes} is not null
      or ${accounts.representativeId} is not null)`);
}
