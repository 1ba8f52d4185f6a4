import { eq, sql } from 'drizzle-orm';
import { inEvenTime } from '../../../kernel/even-time';
import type { Tasks } from '../../../kernel/tasks';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { type FoundedIds, type Founding, foundBusiness } from '../founding';
import type { OperatorLog } from '../identity';
import { announceOffers, askSellers } from './announce';
import {
  type Candidate,
  type Claimant,
  candidates,
  claimantOf,
  claimantsFor,
  takeUncompared,
} from './matching.sql';
import { CLAIM_DAYS } from './state';
import { claimants, claims } from './tables';

type Unit = Pick<WriteContext, 'db' | 'audit'>;
type Start = Founding & Required<Pick<Founding, 'signUp'>>;

const EXPIRES = sql`now() + make_interval(days => ${CLAIM_DAYS})`;

/** Longer than any start of a business takes on a machine that isn't overloaded. */
const EVEN_MS = 400;
/** Customers of a seller that one job compares. */
const COMPARED_AT_ONCE = 100;

/** The transaction that starts a business: how long it takes doesn't tell whether others know the license or the email. */
export const startUnit: typeof runUnitOfWork = (scope, emits, work) =>
  inEvenTime(EVEN_MS, () => runUnitOfWork(scope, emits, work));

/**
 * Founds the business of a person whose email is verified, from what they said alone, and offers it the customers of sellers that
 * match it (decision 901).
 * @param invited the customer that a seller invited
 */
export async function startBusiness(
  unit: Unit,
  start: Start,
  { tellSellers, invited = null }: { tellSellers: boolean; invited?: string | null },
  log: OperatorLog,
): Promise<FoundedIds> {
  const { db } = unit;
  const ids = await foundBusiness(db, start, log, unit.audit);
  const { email } = start.owner;
  await holdClaimant(db, email, ids.entity, tellSellers);
  await compare(db, ids.entity, { invited });
  return ids;
}

/** Makes a business a claimant, or changes whether its sellers may learn of it. */
export async function holdClaimant(
  db: Db,
  email: string,
  entityId: string,
  tellSellers?: boolean,
): Promise<void> {
  await db
    .insert(claimants)
    .values({ email, entityId, tellSellers })
    .onConflictDoUpdate({
      target: claimants.entityId,
      set: { tellSellers: tellSellers ?? sql`${claimants.tellSellers}` },
    });
}

/**
 * Claims the customers that match a business.
 * @param invited the customer that it was invited for, which it may have rejected before @param license the number by which the
 *   seller knows it; its own when absent @param email of the member who was invited
 */
export async function compare(
  db: Db,
  entityId: string,
  said: { invited?: string | null; license?: string; email?: string } = {},
): Promise<void> {
  const [claimant] = await claimantOf(db, entityId);
  if (!claimant) return;
  const { invited = null, license, email } = said;
  const found = await candidates(db, {
    ...claimant,
    invited,
    only: license || email ? invited : null,
    licenseNumber: license ?? claimant.licenseNumber,
    email: email ?? claimant.email,
  });
  await insertClaims(db, claimant, found);
}

/** Compares the businesses on board with a customer that changed or was traded with, or with each of a seller's that changed. */
export async function compareCustomers(
  { db }: { db: Db },
  { seller_id: seller, customer_id: customer }: Tasks['compare_customers'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const due = customer ? [{ id: customer }] : await takeUncompared(tx, seller, COMPARED_AT_ONCE);
    for (const { id } of due) {
      for (const claimant of await claimantsFor(tx, id)) {
        const said = { ...claimant, invited: null, only: id };
        await insertClaims(tx, claimant, await candidates(tx, said));
      }
    }
    if (due.length === COMPARED_AT_ONCE) await compareLater(tx, seller);
  });
}

/** Has a seller's customers compared that changed, or the one that is named: what comes of it is in no response. */
export async function compareLater(db: Db, sellerId: string, customerId?: string): Promise<void> {
  const payload = { seller_id: sellerId, ...(customerId && { customer_id: customerId }) };
  await enqueue(db, 'compare_customers', payload, { key: `compare:${customerId ?? sellerId}` });
}

/** Has a business compared with all customers, after it said that sellers may learn of it. */
export async function compareBusiness(
  { db }: { db: Db },
  { entity_id: id }: Tasks['compare_business'],
): Promise<void> {
  await db.transaction((tx) => compare(tx, id));
}

async function insertClaims(db: Db, to: Claimant, found: readonly Candidate[]): Promise<void> {
  if (found.length === 0) return;
  const values = found.map(({ id, seller_id, email, license, type, offered }) => ({
    ...{ entityId: id, sellerId: seller_id, claimantId: to.claimantId },
    ...{ emailMatches: email, licenseMatches: license, typeMatches: type },
    status: offered ? ('offered' as const) : ('waiting' as const),
    sellerStatus: offered ? null : ('waiting' as const),
    offeredAt: offered ? sql`now()` : null,
    expiresAt: offered ? null : EXPIRES,
  }));
  const hadOffers = await hasOffers(db, to.claimantId);
  const made = await db
    .insert(claims)
    .values(values)
    .onConflictDoUpdate({
      target: [claims.entityId, claims.claimantId],
      targetWhere: sql`status in ('waiting', 'offered', 'merging')`,
      // What its seller was asked stays asked: it learns of no offer.
      setWhere: sql`${claims.status} = 'waiting' and excluded.status = 'offered'`,
      set: { status: 'offered', offeredAt: sql`now()`, updatedAt: sql`now()` },
    })
    .returning({
      ...{ id: claims.id, entityId: claims.entityId, sellerId: claims.sellerId },
      status: claims.status,
      emailMatches: claims.emailMatches,
    });
  const offered = made.find(({ status }) => status === 'offered');
  if (offered && !hadOffers) await announceOffers(db, to.entityId, offered.id);
  await askSellers(
    db,
    made.filter(({ status }) => status === 'waiting'),
  );
}

/** Whether the claimant's owner has offers to decide, which are one notice. */
export async function hasOffers(db: Db, claimantId: string): Promise<boolean> {
  const [open] = await db
    .select({ id: claims.id })
    .from(claims)
    .where(sql`${eq(claims.claimantId, claimantId)} and ${eq(claims.status, 'offered')}`)
    .limit(1);
  return open !== undefined;
}
