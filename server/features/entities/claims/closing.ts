import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import type { ClaimStatus } from './state';
import { claimants, claims } from './tables';

const MAIL_ATTEMPTS = 10;
export const OPEN: readonly ClaimStatus[] = ['waiting', 'offered', 'merging'];
const UNDECIDED: readonly ClaimStatus[] = ['waiting', 'offered'];

/** Rejects the claims of other claimants to a customer that was claimed. */
export function rejectOthers(
  { db }: Pick<WriteContext, 'db'>,
  rowId: string,
  claimantId: string,
): Promise<void> {
  return closeClaims(db, and(eq(claims.entityId, rowId), ne(claims.claimantId, claimantId)), 'rejected');
}

/** Rejects every undecided claim to customers that are deleted, and those of a business that is. */
export async function rejectClaimsOf(db: Db, customerId: string): Promise<void> {
  await closeClaims(db, eq(claims.entityId, customerId), 'rejected');
}

export async function rejectClaimsWith(db: Db, entityId: string): Promise<void> {
  const own = sql`(${claims.sellerId} = ${entityId} or ${claims.claimantId} in (
    select ${claimants.id} from ${claimants} where ${claimants.entityId} = ${entityId}))`;
  await closeClaims(db, own, 'rejected');
}

/** Whether a customer is about to be merged: nothing ends that. */
export async function isMerging(db: Db, customerId: string): Promise<boolean> {
  return (await db.$count(claims, and(eq(claims.entityId, customerId), eq(claims.status, 'merging')))) > 0;
}

/** Ends a claim that can't be merged any more. */
export async function rejectMerging(db: Db, id: string): Promise<void> {
  await db
    .update(claims)
    .set({ status: 'rejected', updatedAt: sql`now()` })
    .where(and(eq(claims.id, id), eq(claims.status, 'merging')));
}

/** Ends undecided claims, and forgets persons without another one: their email is free, and a mail says so. */
export async function closeClaims(
  db: Db,
  which: ReturnType<typeof and>,
  status: 'rejected' | 'expired',
): Promise<void> {
  const closed = await db
    .update(claims)
    .set({ status, updatedAt: sql`now()` })
    .where(and(which, inArray(claims.status, [...UNDECIDED])))
    .returning({ claimantId: claims.claimantId });
  const ids = [...new Set(closed.flatMap(({ claimantId }) => claimantId ?? []))];
  if (ids.length > 0) await forgetFailed(db, ids);
}

async function forgetFailed(db: Db, ids: readonly string[]): Promise<void> {
  const gone = await db
    .delete(claimants)
    .where(
      and(
        inArray(claimants.id, [...ids]),
        sql`${claimants.entityId} is null`,
        sql`not exists (select from ${claims} c where c.claimant_id = ${claimants.id} and ${inArray(sql`c.status`, [...OPEN])})`,
      ),
    )
    .returning({ email: claimants.email });
  for (const { email } of gone) await mailOutcome(db, email, 'failed');
}

/** Mails a person what became of their claim. */
export async function mailOutcome(db: Db, email: string, outcome: 'confirmed' | 'failed'): Promise<void> {
  const options = { maxAttempts: MAIL_ATTEMPTS, limit: { owner: 'mail:claims', atOnce: 2 } };
  await enqueue(db, 'mail_claim_outcome', { email, outcome }, options);
}
