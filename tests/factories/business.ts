import { hash } from '@node-rs/argon2';
import { v7 } from 'uuid';
import { users } from '../../server/features/auth/tables';
import { connections, entities, locations, memberLocations } from '../../server/features/entities/tables';
import { type EntityType, TEAM_ROLES, type TeamRole } from '../../server/kernel/permissions';
import type { Db } from '../../server/platform/db/client';

export interface Business {
  id: string;
  type: EntityType;
  name: string;
  /** Oldest first. */
  locationIds: [string, ...string[]];
}

export interface Member {
  id: string;
  email: string;
  password: string;
  role: TeamRole;
  name: string;
}

type EntityFields = Partial<typeof entities.$inferInsert>;

let count = 0;

/** A business with its locations, `locationCount` of them. */
export async function createBusiness(
  db: Db,
  type: EntityType,
  { locationCount = 1, ...fields }: EntityFields & { locationCount?: number } = {},
): Promise<Business> {
  const number = ++count;
  const name = fields.name ?? `${type} ${number}`;
  const id = fields.id ?? v7();
  await db.insert(entities).values({
    tier: 'enterprise',
    legalName: `${name} Inc.`,
    licenseNumber: `C${number}`,
    street: `${number} Main St`,
    city: 'Oakland',
    state: 'CA',
    zip: '94601',
    contactEmail: `office${number}@business.test`,
    ...fields,
    id,
    type,
    name,
  });
  const [first = '', ...others] = await Promise.all(
    Array.from({ length: locationCount }, (_, index) => createLocation(db, id, index)),
  );
  return { id, type, name, locationIds: [first, ...others] };
}

/** @param index how much younger than the business's first location */
export async function createLocation(db: Db, entityId: string, index: number): Promise<string> {
  const id = v7();
  await db.insert(locations).values({
    id,
    entityId,
    name: `Place ${index + 1}`,
    street: `${index + 1} Side St`,
    city: 'Oakland',
    state: 'CA',
    zip: '94602',
    createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
  });
  return id;
}

/** Of every member. */
export const PASSWORD = 'a password of the tests';
/** A check takes the parameters from the hash: these are a thousandth of the product's work. */
const cheapHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * @param limits the locations that the member is limited to; all when absent
 * @param passwordHash of `Member.password`; one that is fast to check when absent
 */
export async function createMember(
  db: Db,
  business: Business,
  role: TeamRole,
  limits?: readonly string[],
  passwordHash: string | Promise<string> = cheapHash,
): Promise<Member> {
  const id = v7();
  const member = { id, email: `${role}.${id}@business.test`, name: `${role} of ${business.name}` };
  await db.insert(users).values({
    ...member,
    entityId: business.id,
    passwordHash: await passwordHash,
    teamRole: role,
    allLocations: limits === undefined,
  });
  for (const locationId of limits ?? []) {
    await db.insert(memberLocations).values({ userId: id, entityId: business.id, locationId });
  }
  return { ...member, password: PASSWORD, role };
}

/** One member of each role. */
export async function createTeam(db: Db, business: Business): Promise<Record<TeamRole, Member>> {
  const members = await Promise.all(TEAM_ROLES.map((role) => createMember(db, business, role)));
  return Object.fromEntries(members.map((member) => [member.role, member])) as Record<TeamRole, Member>;
}

export async function connect(
  db: Db,
  requester: Business,
  target: Business,
  status: 'pending' | 'accepted' | 'rejected' = 'accepted',
): Promise<string> {
  const id = v7();
  await db.insert(connections).values({
    id,
    requesterId: requester.id,
    targetId: target.id,
    status,
    respondedAt: status === 'pending' ? null : new Date(),
  });
  return id;
}
