import { newId } from '../../../server/kernel/ids';
import { API_KEYS, createKey } from '../../factories/api-key';
import { Authenticator, type Options } from '../../factories/authenticator';
import { createMember } from '../../factories/business';
import { createClaim } from '../../factories/claim';
import { connectVendor } from '../../factories/migrations';
import { originOf, PASSKEYS } from '../../factories/passkeys';
import { openWorld } from '../../factories/vendors';
import { addEndpoint, NOWHERE } from '../../factories/webhook';
import { type Answer, type Client, ok } from '../../setup/client';
import { type Act, act, asOwner, beyond, byKeys, recently } from './act';
import { BANK_ACTS } from './bank-acts';
import { METRC_ACTS } from './metrc-acts';
import { SSO_ACTS } from './sso-acts';
import { admin, here, limitedAdmin, newBatch, owner, shop, stage, there } from './world';

const TEAM = '/api/v1/entity/team';
const WEBHOOKS = '/api/v1/webhooks';
let count = 0;
const newEmail = () => `granted${++count}@business.test`;

const newKey = (client: Client, fields: object) => client.post(API_KEYS, { name: 'ERP', ...fields });
const READS = { permissions: ['read:inventory'] };
/** Changes a key that its maker created with these fields. */
const onKey =
  (maker: Client, made: object, call: (client: Client, path: string) => Promise<Answer>): Act['send'] =>
  async (client) =>
    call(client, `${API_KEYS}/${(await createKey(maker, { ...READS, location_ids: [here], ...made })).id}`);
const patchKey = (maker: Client, made: object, body: object) =>
  onKey(maker, made, (client, path) => client.patch(path, body));
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

const invite = (role: string, locations: string[]) => (client: Client) =>
  client.post(`${TEAM}/invite`, { email: newEmail(), role, locations });
const resend = (role: string, locations: string[]) => async (client: Client) => {
  const body = { email: newEmail(), role, locations };
  const { user_id } = ok(await owner.post<{ user_id: string }>(`${TEAM}/invite`, body));
  return client.post(`${TEAM}/${user_id}/resend`);
};
type Role = Parameters<typeof createMember>[2];
const member = async (role: Role, limits?: string[]) => (await createMember(stage.db, shop, role, limits)).id;
const patchMember = (role: Role, limits: string[] | undefined, body: object) => async (client: Client) =>
  client.patch(`${TEAM}/${await member(role, limits)}`, body);
const removeMember = (role: Role, limits?: string[]) => async (client: Client) =>
  client.delete(`${TEAM}/${await member(role, limits)}`);

const endSessions = (role: Role, limits?: string[]) => async (client: Client) =>
  client.post(`${TEAM}/${await member(role, limits)}/end-sessions`);

const endpoint = (location_ids: string[] | null) => (client: Client) =>
  client.post(WEBHOOKS, { url: NOWHERE, events: ['*'], location_ids });
const onEndpoint =
  (location_ids: string[] | null, call: (client: Client, path: string) => Promise<Answer>): Act['send'] =>
  async (client) => {
    // A business has at most ten.
    await stage.sql`delete from webhook_endpoints where entity_id = ${shop.id}`;
    return call(client, `${WEBHOOKS}/${(await addEndpoint(owner, { location_ids })).id}`);
  };

const posOf = (id: string) => `/api/v1/entity/locations/${id}/pos`;
const HTTP = { provider: 'http', config: { base_url: 'http://127.0.0.1:9', location_id: 'x' } };
const withPos = (location: string, call: (client: Client, path: string) => Promise<Answer>): Act['send'] => {
  return async (client) => {
    await stage.sql`delete from pos_connections where entity_id = ${shop.id}`;
    ok(await owner.post(posOf(location), HTTP));
    return call(client, posOf(location));
  };
};
const connect = (location: string) => async (client: Client) => {
  await stage.sql`delete from pos_connections where entity_id = ${shop.id}`;
  return client.post(posOf(location), { provider: 'simulator' });
};

const INTEGRATIONS = '/api/v1/integrations';
const onVendor = (call: (c: Client, ...of: string[]) => Promise<Answer>) => async (client: Client) => {
  await stage.sql`delete from integration_connections where entity_id = ${shop.id}`;
  const id = await connectVendor(owner, await openWorld());
  return call(client, `${INTEGRATIONS}/${id}`, await openWorld());
};

const recall = (path: string, body: object) => async (client: Client) => {
  const batch = await newBatch();
  const open = { class: 'II', reason: 'x', instructions: 'x' };
  if (path === 'recalls') return client.post(`/api/v1/batches/${batch}/recalls`, open);
  const { id } = ok(await owner.post<{ id: string }>(`/api/v1/batches/${batch}/recalls`, open));
  return client.post(`/api/v1/recalls/${id}/${path}`, body);
};

/** Every operation that grants something, with what each of its uses asks of the caller. */
export const GRANTS: Record<string, readonly Act[]> = {
  'POST /api/v1/entity/export': [
    act('a copy of all data', { ...asOwner, ...recently }, (client) =>
      client.post('/api/v1/entity/export', {}),
    ),
  ],
  'POST /api/v1/entity/erasure': [
    act('the end of all data', { ...asOwner, ...recently }, (client) =>
      client.post('/api/v1/entity/erasure', {}),
    ),
  ],
  'POST /api/v1/api-keys': [
    act('a key of its location', recently, (c) => newKey(c, { ...READS, location_ids: [here] })),
    act('a key of another location', { ...beyond, ...recently }, (c) =>
      newKey(c, { ...READS, location_ids: [here, there] }),
    ),
    act('a key with a permission of owners', { by: 'owner', ...recently }, (c) =>
      newKey(c, { permissions: ['delete:entity'] }),
    ),
    act('a key that recalls', { ...beyond, ...recently }, (c) =>
      newKey(c, { permissions: ['recall:batches'] }),
    ),
  ],
  'PATCH /api/v1/api-keys/{id}': [
    act('another name', {}, patchKey(limitedAdmin, {}, { name: 'till' })),
    act('fewer permissions and an end', {}, (c) =>
      patchKey(
        limitedAdmin,
        { permissions: ['read:inventory', 'read:orders'] },
        {
          ...READS,
          expires_at: inAWeek(),
        },
      )(c),
    ),
    act('more permissions', recently, patchKey(limitedAdmin, {}, { permissions: ['update:inventory'] })),
    act('no end', recently, (c) =>
      patchKey(limitedAdmin, { expires_at: inAWeek() }, { expires_at: null })(c),
    ),
    act('a later end', recently, (c) =>
      patchKey(limitedAdmin, { expires_at: inAWeek() }, { expires_at: inAMonth() })(c),
    ),
    act(
      'another location',
      { ...beyond, ...recently },
      patchKey(limitedAdmin, {}, { location_ids: [there] }),
    ),
    act('no location limit', { ...beyond, ...recently }, patchKey(limitedAdmin, {}, { location_ids: null })),
    act("an unlimited member's key", beyond, patchKey(admin, {}, { name: 'till' })),
    act("an owner's key", asOwner, patchKey(owner, {}, { name: 'till' })),
  ],
  'DELETE /api/v1/api-keys/{id}': [
    act(
      'a key of its location',
      {},
      onKey(limitedAdmin, {}, (c, path) => c.delete(path)),
    ),
    act(
      'a key of all locations',
      beyond,
      onKey(owner, { location_ids: null }, (c, path) => c.delete(path)),
    ),
  ],
  'POST /api/v1/api-keys/{id}/rotate': [
    act(
      'a key of its location',
      recently,
      onKey(limitedAdmin, {}, (c, path) => c.post(`${path}/rotate`)),
    ),
    act(
      "an unlimited member's key",
      { ...beyond, ...recently },
      onKey(admin, {}, (c, path) => c.post(`${path}/rotate`)),
    ),
    act(
      "an owner's key",
      { ...asOwner, ...recently },
      onKey(owner, {}, (c, path) => c.post(`${path}/rotate`)),
    ),
  ],
  'POST /api/v1/entity/team/invite': [
    act('a manager of its location', {}, invite('manager', [here])),
    act('a viewer of all locations', beyond, invite('viewer', [])),
    act('an admin of its location', recently, invite('admin', [here])),
    act('an admin of all locations', { ...beyond, ...recently }, invite('admin', [])),
    act('an owner of its location', { by: 'owner', ...recently }, invite('owner', [here])),
    act('an owner of all locations', { ...asOwner, ...recently }, invite('owner', [])),
  ],
  'POST /api/v1/entity/team/{user_id}/resend': [
    act('to a viewer of its location', {}, resend('viewer', [here])),
    act('to a viewer of another location', beyond, resend('viewer', [there])),
    act('to an admin', { ...beyond, ...recently }, resend('admin', [])),
    act('to an owner', { ...asOwner, ...recently }, resend('owner', [])),
  ],
  'PATCH /api/v1/entity/team/{user_id}': [
    act('a viewer of its location to manager', {}, patchMember('viewer', [here], { role: 'manager' })),
    act('a viewer of its location to admin', recently, patchMember('viewer', [here], { role: 'admin' })),
    act(
      'a viewer of another location to manager',
      beyond,
      patchMember('viewer', [there], { role: 'manager' }),
    ),
    act('an admin of all locations to viewer', beyond, patchMember('admin', undefined, { role: 'viewer' })),
    act('a viewer of its location to all', beyond, patchMember('viewer', [here], { locations: [] })),
    act(
      'a viewer of all locations to its own',
      beyond,
      patchMember('viewer', undefined, { locations: [here] }),
    ),
    act(
      'an admin of its location to all',
      { ...beyond, ...recently },
      patchMember('admin', [here], { locations: [] }),
    ),
    act('an admin to owner', { ...asOwner, ...recently }, patchMember('admin', undefined, { role: 'owner' })),
    act(
      'an admin of its location to owner',
      { by: 'owner', ...recently },
      patchMember('admin', [here], { role: 'owner' }),
    ),
    act('an owner to admin', asOwner, patchMember('owner', undefined, { role: 'admin' })),
  ],
  'POST /api/v1/entity/team/{user_id}/end-sessions': [
    act('of a viewer of its location', {}, endSessions('viewer', [here])),
    act('of a viewer of more locations', beyond, endSessions('viewer', [here, there])),
    act('of an admin of all locations', beyond, endSessions('admin')),
    act('of an owner of its location', { by: 'owner' }, endSessions('owner', [here])),
    act('of an owner of all locations', asOwner, endSessions('owner')),
  ],
  'DELETE /api/v1/entity/team/{user_id}': [
    act('a viewer of its location', {}, removeMember('viewer', [here])),
    act('a viewer of more locations', beyond, removeMember('viewer', [here, there])),
    act('an admin of all locations', beyond, removeMember('admin')),
    act('an owner of its location', { by: 'owner' }, removeMember('owner', [here])),
    act('an owner of all locations', asOwner, removeMember('owner')),
  ],
  'POST /api/v1/webhooks': [
    act('of its location', { ...recently, ...byKeys }, endpoint([here])),
    act('of another location', { ...beyond, ...recently, ...byKeys }, endpoint([there])),
  ],
  'PATCH /api/v1/webhooks/{id}': [
    act(
      'another description',
      byKeys,
      onEndpoint([here], (c, path) => c.patch(path, { description: 'x' })),
    ),
    act(
      'another address',
      { ...recently, ...byKeys },
      onEndpoint([here], (c, path) => c.patch(path, { url: `${NOWHERE}x` })),
    ),
    act(
      'more locations',
      { ...beyond, ...byKeys },
      onEndpoint([here], (c, path) => c.patch(path, { location_ids: null })),
    ),
    act(
      'of all locations',
      { ...beyond, ...byKeys },
      onEndpoint(null, (c, path) => c.patch(path, { description: 'x' })),
    ),
  ],
  'POST /api/v1/webhooks/{id}/rotate-secret': [
    act(
      'of its location',
      { ...recently, ...byKeys },
      onEndpoint([here], (c, path) => c.post(`${path}/rotate-secret`)),
    ),
    act(
      'of all locations',
      { ...beyond, ...recently, ...byKeys },
      onEndpoint(null, (c, path) => c.post(`${path}/rotate-secret`)),
    ),
  ],
  'POST /api/v1/entity/locations': [
    act('a location', { ...beyond, ...byKeys }, (c) =>
      c.post('/api/v1/entity/locations', {
        name: `Granted ${++count}`,
        address: { street: '1 Side St', city: 'Oakland', state: 'CA', zip: '94602' },
      }),
    ),
  ],
  'PATCH /api/v1/entity/locations/{id}': [
    act('its location', byKeys, (c) => c.patch(`/api/v1/entity/locations/${here}`, { name: 'Here' })),
    act('another location', { ...beyond, ...byKeys }, (c) =>
      c.patch(`/api/v1/entity/locations/${there}`, { name: 'There' }),
    ),
  ],
  'POST /api/v1/integrations': [
    act(
      'a connection of the business',
      { ...beyond, ...recently, ...byKeys },
      onVendor((c, _, token) => c.post(INTEGRATIONS, { system: 'leaflink', credentials: { token } })),
    ),
  ],
  ...BANK_ACTS,
  'PATCH /api/v1/integrations/{id}': [
    act(
      'no use',
      { ...beyond, ...byKeys },
      onVendor((c, path) => c.patch(path, { status: 'off' })),
    ),
    act(
      'another key',
      { ...beyond, ...recently, ...byKeys },
      onVendor((c, path, token) => c.patch(path, { credentials: { token } })),
    ),
  ],
  ...METRC_ACTS,
  ...SSO_ACTS,
  'POST /api/v1/entity/locations/{id}/pos': [
    act('of its location', { ...recently, ...byKeys }, connect(here)),
    act('of another location', { ...beyond, ...recently, ...byKeys }, connect(there)),
  ],
  'PATCH /api/v1/entity/locations/{id}/pos': [
    act(
      'another page size',
      byKeys,
      withPos(here, (c, path) => c.patch(path, { config: { page_size: 50 } })),
    ),
    act(
      'another address',
      { ...recently, ...byKeys },
      withPos(here, (c, path) => c.patch(path, { config: { base_url: 'http://127.0.0.1:10' } })),
    ),
    act(
      'another remote location',
      { ...recently, ...byKeys },
      withPos(here, (c, path) => c.patch(path, { config: { location_id: 'y' } })),
    ),
    act(
      'other credentials',
      { ...recently, ...byKeys },
      withPos(here, (c, path) => c.patch(path, { credentials: { token: 'stolen' } })),
    ),
    act(
      'of another location',
      { ...beyond, ...recently, ...byKeys },
      withPos(there, (c, path) => c.patch(path, { credentials: { token: 'x' } })),
    ),
  ],
  'POST /api/v1/batches/{id}/recalls': [
    act('a batch everywhere', { ...beyond, ...byKeys }, recall('recalls', {})),
  ],
  'POST /api/v1/recalls/{id}/close': [
    act('a recall everywhere', { ...beyond, ...byKeys }, recall('close', { reason: 'x' })),
  ],
  'POST /api/v1/claims/{id}/confirm': [
    act(
      "a customer to a person with another email than the customer's",
      { ...beyond, ...recently },
      async (c) =>
        c.post(
          `/api/v1/claims/${await createClaim(stage, owner, shop.id, { emailMatches: false, hoursOld: 25 })}/confirm`,
        ),
    ),
  ],
  'POST /auth/mfa/enable': [
    act('a second factor', { by: 'viewer', ...recently }, (c) => c.post('/auth/mfa/enable')),
  ],
  'PATCH /api/v1/entity': [
    act('another license type', { ...beyond, ...byKeys }, (c) =>
      c.patch('/api/v1/entity', { license_type: 'x' }),
    ),
    act('longer sessions', { ...asOwner, ...recently }, async (c) => {
      await stage.sql`update entities set session_days = 7 where id = ${shop.id}`;
      return c.patch('/api/v1/entity', { settings: { session_days: 30 } });
    }),
  ],
  'POST /auth/passkeys/options': [
    act('options of a passkey', { by: 'viewer', ...recently }, (c) => c.post(`${PASSKEYS}/options`)),
  ],
  'POST /auth/passkeys': [
    act('a passkey', { by: 'viewer', ...recently }, async (c) => {
      const options = await c.post<Options>(`${PASSKEYS}/options`);
      const credential = new Authenticator(originOf(c)).create(
        options.status === 200 ? options.body : { challenge: 'x' },
      );
      return c.post(PASSKEYS, { credential });
    }),
  ],
  'DELETE /auth/passkeys/{id}': [
    // One that works here would have to confirm its own end.
    act('an end of a passkey', { by: 'viewer', ...recently }, async (c) => {
      const id = newId();
      await stage.sql`
        insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name)
        values (${id}, ${(c.tokens?.user ?? owner.tokens?.user)?.id ?? ''}, ${id}, '\\x00', 0, '{}', 'another.test', 'x')`;
      return c.delete(`${PASSKEYS}/${id}`);
    }),
  ],
};
