import { and, eq, sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { storeMember } from '../../auth/service';
import { getCustomer } from '../customers/queries';
import { accounts } from '../customers/tables';
import type { FoundedIds, Founding } from '../founding';
import { type OperatorLog, verifyLicense } from '../identity';
import { licenses } from '../licenses/tables';
import { connections, entities, locations } from '../tables';
import { lockUnclaimed } from './queries.sql';

type Unit = Pick<WriteContext, 'db' | 'audit' | 'emit'>;

/**
 * Makes a customer's row the business of who claimed it: the id, orders and locations stay, the profile is the claimant's own. The
 * seller keeps connection and account, and edits nothing anymore.
 * @throws RetryTransaction when the row was claimed or deleted meanwhile
 */
export async function takeOver(
  { db, audit, emit }: Unit,
  rowId: string,
  { entity, location, owner, passwordHash, signUp }: Founding & Required<Pick<Founding, 'signUp'>>,
  log: OperatorLog,
): Promise<FoundedIds> {
  const isAlone = await verifyLicense(db, rowId, entity.licenseNumber, log);
  const [row] = await lockUnclaimed(db, rowId);
  if (!row) throw new RetryTransaction('the customer is no longer unclaimed');
  const sellerId = row.seller_id;
  const { licenseType, licenseExpiry, ...profile } = entity;
  await db
    .update(entities)
    .set({
      ...profile,
      // What the claimant wasn't asked stays as the seller entered it.
      ...(licenseType && { licenseType }),
      ...(licenseExpiry && { licenseExpiry }),
      contactPhone: null,
      managedBy: null,
      licenseVerified: false,
      underReview: signUp === 'review' || !isAlone,
      signedUpAt: sql`now()`,
    })
    .where(eq(entities.id, rowId));
  await db.update(licenses).set({ verifiedAt: null }).where(eq(licenses.entityId, rowId));
  const ids = { entity: rowId, location: newId(), owner: newId() };
  await db.insert(locations).values({ ...location, id: ids.location, entityId: rowId });
  // Setting the status again opens the accounts that two sellers have with each other.
  await db
    .update(connections)
    .set({ managed: false, status: 'accepted' })
    .where(and(eq(connections.requesterId, sellerId), eq(connections.targetId, rowId), connections.managed));
  await db
    .update(accounts)
    .set({ claimedAt: sql`now()` })
    .where(and(eq(accounts.sellerId, sellerId), eq(accounts.buyerId, rowId)));
  const member = { ...owner, teamRole: 'owner' as const };
  await storeMember(db, { ...member, id: ids.owner, entityId: rowId, passwordHash });
  audit({ entityId: rowId, action: 'entity.created', objectId: rowId, after: profile });
  const locationIds = [ids.location];
  audit({
    entityId: rowId,
    action: 'location.created',
    objectId: ids.location,
    locationIds,
    after: location,
  });
  audit({ entityId: rowId, action: 'member.created', objectId: ids.owner, after: member });
  const customer = await getCustomer(seenBy(db, sellerId), rowId);
  audit({ entityId: sellerId, action: 'customer.claimed', objectId: rowId, after: customer });
  emit('customer.claimed', sellerId, customer);
  return ids;
}

/** Reads what a seller sees, without one of its members. */
export const seenBy = (db: WriteContext['db'], sellerId: string) => ({
  db,
  actor: { entity: { id: sellerId } },
});
