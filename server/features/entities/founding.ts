import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newId } from '../../kernel/ids';
import type { SignUpMode } from '../../kernel/sign-up';
import type { AuditEntry } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { type SessionMember, storeMember } from '../auth/service';
import type { users } from '../auth/tables';
import type { FirstLocation, NewBusiness } from './founding-schema';
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
  /** When it signed up by itself: its license is then unverified until the operator says otherwise. */
  signUp?: Exclude<SignUpMode, 'off'>;
}

export interface FoundedIds {
  entity: string;
  location: string;
  owner: string;
}

/** Creates an entity, its first location and its owner, with their audit rows, in the caller's transaction. */
export async function foundBusiness(
  tx: Db,
  { entity, location, owner, passwordHash, signUp }: Founding,
  log: OperatorLog,
  audit: (entry: AuditEntry & { entityId: string }) => void,
): Promise<FoundedIds> {
  const ids = { entity: newId(), location: newId(), owner: newId() };
  const entityId = ids.entity;
  const member = { ...owner, teamRole: 'owner' as const };
  const isAlone = await verifyLicense(tx, entityId, entity.licenseNumber, log);
  const standing = signUp
    ? { licenseVerified: false, underReview: signUp === 'review' || !isAlone, signedUpAt: sql`now()` }
    : { licenseVerified: isAlone };
  await tx.insert(entities).values({ ...entity, ...standing, id: entityId });
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

/** The rows of a business that a form described. */
export function foundingOf(
  { business, location, owner }: Form,
  tier: Founding['entity']['tier'],
  passwordHash: string,
): Founding {
  const { type, name, timezone } = business;
  return {
    entity: {
      type,
      tier,
      name,
      timezone,
      legalName: business.legal_name,
      licenseNumber: business.license_number,
      licenseType: business.license_type ?? null,
      licenseExpiry: business.license_expiry ?? null,
      ...location.address,
      contactEmail: owner.email,
    },
    location: { name: location.name, ...location.address, licenseNumber: business.license_number },
    owner: { name: owner.name, email: owner.email },
    passwordHash,
  };
}

interface Form {
  business: z.infer<typeof NewBusiness>;
  location: z.infer<typeof FirstLocation>;
  owner: Founding['owner'];
}

/** The owner of a new business, to sign in. */
export function ownerOf({ entity, owner }: Founding, ids: FoundedIds): SessionMember {
  const { email, name } = owner;
  const { type } = entity;
  return { id: ids.owner, entity_id: ids.entity, email, name, type, team_role: 'owner', suspension: null };
}
