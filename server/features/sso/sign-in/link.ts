import { randomBytes } from 'node:crypto';
import { AppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Unit } from '../../../operation/unit-of-work';
import { hashPassword } from '../../auth/password/passwords';
import { findMember } from '../../auth/queries';
import { storeMember } from '../../auth/service';
import { setAccess } from '../../entities/team/service';
import { accessOf, type MappedAccess } from '../access';
import { domainOf } from '../domains/names';
import type { Claims } from '../provider/claims';
import type { SsoConnection } from '../tables';
import { ssoIdentities } from '../tables';
import { linkedUser, liveLocations, provesDomain, takenDomains, usersOfAddress } from './sign-in.sql';

/** One rejection for everything, so that it says nothing of members of this business and of others. */
export const notLetIn = () =>
  new AppError(
    'INVALID_CREDENTIALS',
    'Your sign-in provider confirmed you, but your business does not let you in. Ask an owner or admin.',
  );

/**
 * Finds the member of a business whom verified claims are of, links one or makes one, and sets what their groups give.
 * The caller holds the business, so that parallel first sign-ins wait for each other.
 * @throws AppError INVALID_CREDENTIALS
 */
export async function memberOfClaims(unit: Unit, connection: SsoConnection, claims: Claims) {
  const access = await accessNow(unit, connection, claims);
  const userId =
    (await linked(unit, connection, claims)) ?? (await linkFirst(unit, connection, claims, access));
  const member = await findMember(unit.db, userId);
  if (member?.entity_id !== connection.entityId) throw notLetIn();
  if (member.team_role === 'owner') return member;
  await setAccess(unit.db, { id: userId, entityId: connection.entityId }, access.role, access.locationIds);
  return { ...member, team_role: access.role };
}

/** What the groups give, without locations that are gone; nothing is no sign-in. */
async function accessNow({ db }: Unit, { entityId, mappings }: SsoConnection, { groups }: Claims) {
  const access = accessOf(groups, mappings);
  if (!access) throw notLetIn();
  if (access.locationIds === null) return access;
  const locationIds = (await liveLocations(db, entityId, access.locationIds)).map(({ id }) => id);
  if (locationIds.length === 0) throw notLetIn();
  return { ...access, locationIds };
}

async function linked({ db }: Unit, { entityId, issuer }: SsoConnection, { subject }: Claims) {
  const [found] = await linkedUser(db, entityId, issuer, subject);
  if (found?.removed) throw notLetIn();
  return found?.user_id ?? null;
}

/** The first sign-in of a subject: its address has to be verified, and of a domain that the business has proven. */
async function linkFirst(
  unit: Unit,
  connection: SsoConnection,
  claims: Claims,
  access: MappedAccess,
): Promise<string> {
  const { entityId, issuer, jit } = connection;
  const { verifiedEmail: email, subject } = claims;
  const domain = email === null ? null : domainOf(email);
  if (email === null || domain === null) throw notLetIn();
  if ((await provesDomain(unit.db, entityId, domain)).length === 0) throw notLetIn();
  const [known] = await usersOfAddress(unit.db, entityId, issuer, email);
  // Another business's member, one who was removed, and one whom another subject is linked to stay who they are.
  if (known && (known.entity_id !== entityId || known.removed || known.linked)) throw notLetIn();
  if (!known && !(jit && (await isFirst(unit, entityId, domain)))) throw notLetIn();
  const userId = known?.id ?? (await join(unit, entityId, email, claims, access));
  await unit.db.insert(ssoIdentities).values({ entityId, issuer, subject, userId });
  unit.audit({ entityId, action: 'member.linked', objectId: userId, after: { email, issuer } });
  return userId;
}

/** Whether no other business proved the domain before: two that prove it at once both have `jit` on. */
const isFirst = async ({ db }: Unit, entityId: string, domain: string) =>
  (await takenDomains(db, entityId)).every((taken) => taken.domain !== domain);

async function join(
  unit: Unit,
  entityId: string,
  email: string,
  { name }: Claims,
  { role, locationIds }: MappedAccess,
): Promise<string> {
  const id = newId();
  const member = { id, entityId, email, name: name ?? email, teamRole: role };
  await storeMember(unit.db, {
    ...member,
    allLocations: locationIds === null,
    passwordHash: await noPassword(),
  });
  unit.audit({ entityId, action: 'member.joined', objectId: id, after: { email, name: member.name, role } });
  return id;
}

let unknowable: Promise<string> | null = null;

/** A hash of what no one knows, so that a wrong password takes as long for these members as for others. */
function noPassword(): Promise<string> {
  unknowable ??= hashPassword(randomBytes(32).toString('hex'));
  return unknowable;
}
