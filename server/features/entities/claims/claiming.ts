import { and, eq, getTableColumns, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { inEvenTime } from '../../../kernel/even-time';
import type { WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce } from '../../../platform/outbox/mail-allowance';
import { lockSubject } from '../../../platform/outbox/mail-allowance.sql';
import { storeNotice } from '../../../platform/outbox/notices';
import { type FoundedIds, type Founding, foundBusiness } from '../founding';
import type { OperatorLog } from '../identity';
import { entities } from '../tables';
import { OPEN, rejectOthers } from './closing';
import { type Candidate, type Claimed, candidates } from './queries.sql';
import type { ClaimantForm } from './schema';
import { CLAIM_DAYS } from './state';
import { claimants, claims } from './tables';
import { takeOver } from './take-over';

type Unit = Pick<WriteContext, 'db' | 'audit' | 'emit'>;
type Claimant = typeof claimants.$inferInsert;
type Start = Founding & Required<Pick<Founding, 'signUp'>>;

const MAIL_ATTEMPTS = 10;
export const EXPIRES = sql`now() + make_interval(days => ${CLAIM_DAYS})`;
const isFull = ({ email, license, type }: Candidate) => email && license && type;

/** Longer than any start of a business takes on a machine that isn't overloaded. */
const EVEN_MS = 400;

/** The transaction that starts a business: how long it takes doesn't tell whether others know the license or the email. */
export const startUnit: typeof runUnitOfWork = (scope, emits, work) =>
  inEvenTime(EVEN_MS, () => runUnitOfWork(scope, emits, work));

/** Claims of one email take turns until the transaction ends. */
export const lockClaimant = (db: Db, email: string) => lockSubject(db, `claimant:${email}`);

/**
 * Starts the business of a person whose email is verified. The oldest customer that matches in full (the invited one first) becomes
 * it; without one a new business is founded, unless a seller invited a customer that doesn't match: then it waits for that seller.
 * Every other customer that matches is claimed (decision 514): offered to the owner where all matches, else its seller is asked.
 * @param form what a person who waits will be
 * @param invited the customer that a seller invited
 * @returns the ids; null while the claimant waits
 */
export async function startBusiness(
  unit: Unit,
  start: Start,
  { form, invited = null }: { form: ClaimantForm; invited?: string | null },
  log: OperatorLog,
): Promise<FoundedIds | null> {
  const { db } = unit;
  const { entity, owner } = start;
  await lockClaimant(db, owner.email);
  const found = await candidates(db, claimedBy(entity, owner.email, invited));
  const full = found.find(isFull);
  const waits = !full && found.some(({ id }) => id === invited);
  const ids = waits
    ? null
    : full
      ? await takeOver(unit, full.id, start, log)
      : await foundBusiness(db, start, log, unit.audit);
  const open = await db
    .select({ id: claimants.id })
    .from(claimants)
    .where(and(eq(claimants.email, owner.email), isNull(claimants.entityId)));
  if (found.length === 0 && open.length === 0) return ids;
  const claimant = ids
    ? await businessClaimant(db, owner.email, ids.entity)
    : await personClaimant(db, start, form);
  await insertClaims(db, claimant, found, full?.id);
  if (full) await rejectOthers(unit, full.id, claimant);
  return ids;
}

function claimedBy(entity: Founding['entity'], email: string, invited: string | null): Claimed {
  const { licenseNumber, type, state } = entity;
  return { email, licenseNumber, type, state, invited };
}

/** The claimant that a business is, and before it had one the person with the email. @returns its id */
export async function businessClaimant(db: Db, email: string, entityId: string): Promise<string> {
  const set = {
    entityId,
    form: null,
    passwordHash: null,
    mode: null,
    tier: null,
  } satisfies Partial<Claimant>;
  // Its members claim by emails of their own, at the same time perhaps.
  await lockSubject(db, `claimant:${entityId}`);
  const [known] = await db
    .select({ id: claimants.id })
    .from(claimants)
    .where(eq(claimants.entityId, entityId));
  if (known) return known.id;
  const [person] = await db
    .update(claimants)
    .set(set)
    .where(and(eq(claimants.email, email), isNull(claimants.entityId)))
    .returning({ id: claimants.id });
  if (person) return person.id;
  const [added] = await db
    .insert(claimants)
    .values({ ...set, email })
    .returning({ id: claimants.id });
  return added?.id ?? '';
}

/** The claim of a claimant to a customer that isn't decided. */
export async function openClaimOf(
  db: Db,
  claimantId: string,
  customerId: string,
): Promise<{ id: string } | undefined> {
  const [open] = await db
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.claimantId, claimantId),
        eq(claims.entityId, customerId),
        inArray(claims.status, [...OPEN]),
      ),
    );
  return open;
}

/** Makes the claims of a person who joined a business those of the business, except to customers that it claims, or entered, itself. */
export async function joinClaimants(
  db: Db,
  person: string,
  business: { id: string; entityId: string },
): Promise<void> {
  const theirs = db
    .select({ id: claims.entityId })
    .from(claims)
    .where(and(eq(claims.claimantId, business.id), inArray(claims.status, [...OPEN])));
  await db
    .update(claims)
    .set({ claimantId: business.id })
    .where(
      and(
        eq(claims.claimantId, person),
        inArray(claims.status, [...OPEN]),
        notInArray(claims.entityId, theirs),
        ne(claims.sellerId, business.entityId),
      ),
    );
  const left = await db.$count(claims, and(eq(claims.claimantId, person), inArray(claims.status, [...OPEN])));
  if (left === 0) await db.delete(claimants).where(eq(claimants.id, person));
}

/** The person who waits, with what they said last. @returns its id */
async function personClaimant(
  db: Db,
  { owner, passwordHash, signUp, entity }: Start,
  form: ClaimantForm,
): Promise<string> {
  const set = { form, passwordHash, mode: signUp, tier: entity.tier };
  const [row] = await db
    .insert(claimants)
    .values({ ...set, email: owner.email })
    .onConflictDoUpdate({ target: claimants.email, targetWhere: isNull(claimants.entityId), set })
    .returning({ id: claimants.id });
  return row?.id ?? '';
}

/**
 * Claims customers. One that matches in full is offered, except the one that became the business; for the others the sellers are
 * asked, and a contact with another email gets a mail. A claim that waits already gets the matches of what was said last.
 */
export async function insertClaims(
  db: Db,
  claimantId: string,
  found: readonly Candidate[],
  taken?: string,
): Promise<void> {
  if (found.length === 0) return;
  const values = found.map((one) => {
    const status =
      one.id === taken ? ('confirmed' as const) : isFull(one) ? ('offered' as const) : ('waiting' as const);
    return {
      ...{ entityId: one.id, sellerId: one.seller_id, claimantId, status, expiresAt: EXPIRES },
      ...{ emailMatches: one.email, licenseMatches: one.license, typeMatches: one.type },
      offeredAt: status === 'offered' ? sql`now()` : null,
    };
  });
  const isOther = sql`${claims.emailMatches} and not excluded.email_matches`;
  const made = await db
    .insert(claims)
    .values(values)
    .onConflictDoUpdate({
      target: [claims.entityId, claims.claimantId],
      targetWhere: sql`status in ('waiting', 'offered', 'merging')`,
      setWhere: eq(claims.status, 'waiting'),
      set: {
        emailMatches: sql`excluded.email_matches`,
        licenseMatches: sql`excluded.license_matches`,
        typeMatches: sql`excluded.type_matches`,
        status: sql`excluded.status`,
        offeredAt: sql`excluded.offered_at`,
        expiresAt: sql`excluded.expires_at`,
        updatedAt: sql`now()`,
        // The contact may have changed: the new one has its day, too.
        createdAt: sql`case when ${isOther} then excluded.created_at else ${claims.createdAt} end`,
      },
    })
    .returning({ ...getTableColumns(claims), isNew: sql<boolean>`created_at = now()::timestamptz(3)` });
  for (const { isNew, ...claim } of made) {
    if (claim.status === 'offered') await announceOffer(db, claim);
    if (claim.status === 'waiting' && isNew) await askSeller(db, claim);
  }
}

async function askSeller(db: Db, claim: typeof claims.$inferSelect): Promise<void> {
  const [row] = await db
    .select({ name: entities.name })
    .from(entities)
    .where(eq(entities.id, claim.entityId));
  const name = row?.name ?? '';
  await storeNotice(db, claim.sellerId, {
    kind: 'claim_waiting',
    object: { type: 'claim', id: claim.id, name },
    summary: `A person says that your customer ${name} is their business`,
    permission: 'update:customers',
    cause: { id: claim.entityId, name },
  });
  if (claim.emailMatches) return;
  const options = { maxAttempts: MAIL_ATTEMPTS, limit: mailsAtOnce(claim.entityId) };
  await enqueue(db, 'mail_claim_contact', { claim_id: claim.id }, options);
}

/** Tells the claimant's owner that a seller has the business as its customer. */
export async function announceOffer(
  db: Db,
  claim: Pick<typeof claims.$inferSelect, 'id' | 'claimantId' | 'sellerId'>,
): Promise<void> {
  const [to] = await db
    .select({ entityId: claimants.entityId, seller: entities.name })
    .from(claimants)
    .innerJoin(entities, eq(entities.id, claim.sellerId))
    .where(eq(claimants.id, claim.claimantId ?? ''));
  if (!to?.entityId) return;
  await storeNotice(db, to.entityId, {
    kind: 'claim_waiting',
    object: { type: 'claim', id: claim.id, name: to.seller },
    summary: `${to.seller} has your business as a customer: merge it with yours`,
    permission: 'delete:entity',
    cause: { id: claim.sellerId, name: to.seller },
  });
}
