import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import type { ClaimStatus } from './state';
import { claimants, claims } from './tables';

const UNDECIDED: readonly ClaimStatus[] = ['waiting', 'offered'];

/** Rejects the claims of other claimants to a customer that was merged; their sellers see that, as it is merged. */
export async function rejectOthers(db: Db, rowId: string, claimId: string): Promise<void> {
  await closeClaims(db, and(eq(claims.entityId, rowId), ne(claims.id, claimId)));
}

/** Rejects every undecided claim to a customer that is deleted, and those of a business that is. */
export async function rejectClaimsOf(db: Db, customerId: string): Promise<void> {
  await closeClaims(db, eq(claims.entityId, customerId));
}

export async function rejectClaimsWith(db: Db, entityId: string): Promise<void> {
  const own = sql`(${claims.sellerId} = ${entityId} or ${claims.claimantId} in (
    select ${claimants.id} from ${claimants} where ${claimants.entityId} = ${entityId}))`;
  await closeClaims(db, own);
}

/** Ends a claim that can't be merged any more. */
export async function rejectMerging(db: Db, id: string): Promise<void> {
  await db
    .update(claims)
    .set({ status: 'rejected', updatedAt: sql`now()` })
    .where(and(eq(claims.id, id), eq(claims.status, 'merging')));
}

/** Ends undecided claims, for their sellers, too. */
async function closeClaims(db: Db, which: SQL | undefined): Promise<void> {
  await db
    .update(claims)
    .set({
      status: 'rejected',
      sellerStatus: sql`case when ${claims.sellerStatus} in ('waiting', 'offered') then 'rejected' else ${claims.sellerStatus} end`,
      updatedAt: sql`now()`,
    })
    .where(and(which, inArray(claims.status, [...UNDECIDED])));
}
