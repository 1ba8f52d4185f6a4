import { sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import type { AuditEntry } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { storeMember } from '../auth/service';
import type { users } from '../auth/tables';
import { type OperatorLog, verifyLicense } from './identity';
import { entities, locations } from './tables';

const LOCK = 7_214_002;

/** Serializes transactions that may add a database's first entity, until the transaction ends. */
export async function lockFounding(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

type New<T extends { $inferInsert: object }> = Omit<T['$inferInsert'], 'id' | 'entityId'>;

export interface Founding {
  entity: New<typeof entities>;
  location: New<typeof locations>;
  owner: Pick<typeof users.$inferInsert, 'email' | 'name'>;
  passwordHash: string;
}

export interface FoundedIds {
  entity: string;
  location: string;
  owner: string;
}

/** Creates an entity, its first location and its owner, with their audit rows, in the caller's transaction. */
export async function foundBusiness(
  tx: Db,
  { entity, location, owner, passwordHash }: Founding,
  log: OperatorLog,
  audit: (entry: AuditEntry & { entityId: string }) => void,
): Promise<FoundedIds> {
  const ids = { entity: newId(), location: newId(), owner: newId() };
  const entityId = ids.entity;
  const member = { ...owner, teamRole: 'owner' as const };
  const licenseVerified = await verifyLicense(tx, entityId, entity.licenseNumber, log);
  await tx.insert(entities).values({ ...entity, licenseVerified, id: entityId });
  await tx.insert(locations).values({ ...location, id: ids.location, entityId });
  await storeMember(tx, { ...member, id: ids.owner, entityId, passwordHash });
  audit({ entityId, action: 'entity.created', objectId: entityId, after: entity });
  audit({
    entityId,
    action: 'location.created',
    objectId: ids.location,
    locationIds: [ids.location],
    after: location,
  });
  audit({ entityId, action: 'member.created', objectId: ids.owner, after: member });
  return ids;
}
