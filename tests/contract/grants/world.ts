import { KEY_PERMISSIONS } from '../../../server/kernel/permissions';
import { API_KEYS, createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember, type Member } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import type { LotBody } from '../../factories/lots';
import { type Client, ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

export const stage = await openStage();
const { db, sql } = stage;

export const shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
export const [here = '', there = ''] = shop.locationIds;

/** Signs a member in twice: with a sign-in of eleven minutes ago, and a recent one. */
async function sessionsOf(member: Member): Promise<{ stale: Client; recent: Client }> {
  const stale = await stage.signIn(member);
  await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${member.id}`;
  return { stale, recent: await stage.signIn(member) };
}

export const ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
type Role = (typeof ROLES)[number];

/** Who acts, and with what. */
export interface Caller {
  name: string;
  role: Role;
  isLimited: boolean;
  by: 'recent' | 'stale' | 'key';
  client: Client;
}

const members: Caller[] = [];
const emails: string[] = [];
for (const role of ROLES) {
  for (const isLimited of [false, true]) {
    const member = await createMember(db, shop, role, isLimited ? [here] : undefined);
    emails.push(member.email);
    const clients = await sessionsOf(member);
    for (const by of ['recent', 'stale'] as const) {
      const name = `${role}${isLimited ? ' of one location' : ''}, ${by} sign-in`;
      members.push({ name, role, isLimited, by, client: clients[by] });
    }
  }
}
const ofMember = (role: Role, isLimited: boolean) =>
  members.find((one) => one.role === role && one.isLimited === isLimited && one.by === 'recent') as Caller;
/** Those who prepare what others act on. */
export const owner = ofMember('owner', false).client;
export const admin = ofMember('admin', false).client;
export const limitedAdmin = ofMember('admin', true).client;

/** With every scope that its creator can give. */
async function keyCaller(isLimited: boolean): Promise<Caller> {
  const { permissions } = ok(await owner.get<{ permissions: string[] }>('/auth/me'));
  const { secret } = await createKey(owner, {
    permissions: KEY_PERMISSIONS.filter((one) => permissions.includes(one)),
    ...(isLimited && { location_ids: [here] }),
  });
  const client = withKey(stage.server.url, secret);
  return {
    name: `API key${isLimited ? ' of one location' : ''}`,
    role: 'owner',
    isLimited,
    by: 'key',
    client,
  };
}
export const callers: readonly Caller[] = [...members, await keyCaller(false), await keyCaller(true)];
const kept = ok(await owner.get<{ data: { id: string }[] }>(API_KEYS)).data.map(({ id }) => id);

const { id: productId } = await createProduct(db, shop);
let batches = 0;
/** A batch of the business. */
export async function newBatch(): Promise<string> {
  const body = { product_id: productId, batch_id: `GRANT-${++batches}` };
  return ok(await owner.post<LotBody>('/api/v1/lots', body)).batch;
}

/** Removes what the acts made, because a business has only so many keys and endpoints. */
export async function tidy(): Promise<void> {
  await sql`delete from api_keys where entity_id = ${shop.id} and id <> all (${kept})`;
  await sql`delete from webhook_endpoints where entity_id = ${shop.id}`;
  await sql`delete from pos_connections where entity_id = ${shop.id}`;
  await sql`delete from integration_connections where entity_id = ${shop.id}`;
  // From then on they would confirm themselves with it.
  await sql`delete from passkeys where user_id in (select id from users where entity_id = ${shop.id})`;
  // Each is mailed what the next acts grant.
  await sql`update users set removed_at = now() where entity_id = ${shop.id} and email not in ${sql(emails)}`;
}
