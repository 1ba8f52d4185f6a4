import { expect } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { sendLogo } from '../../factories/images';
import { createInvitation } from '../../factories/invitation';
import { createSetupLink, setupOf } from '../../factories/setup';
import { createSignUp, signUpOf } from '../../factories/sign-up';
import { Client } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID } from '../../setup/expect';
import { startServer } from '../../setup/server';
import {
  ADMINS,
  ALL,
  buyer,
  type Case,
  emailOf,
  lock,
  NEW_PASSWORD,
  newLocation,
  OWNERS,
  PUBLIC,
  password,
  pending,
  place,
  read,
  seller,
  stage,
  trade,
  viewers,
  wholesaler,
} from './world';

const ENTITY = {
  licenses: '/api/v1/entity/licenses',
  locations: '/api/v1/entity/locations',
  team: '/api/v1/entity/team',
  connections: '/api/v1/entity/connections',
};
const idOf = (client: Client) => client.tokens?.user.id;
let guests = 0;
const newEmail = () => `guest${++guests}@statuses.test`;
const ownerOf = async (locationCount: number) => {
  const business = await createBusiness(stage.db, 'retailer', { locationCount });
  return stage.signIn(await createMember(stage.db, business, 'owner'));
};
const newOwner = () => ownerOf(1);
const EXPORT = '/api/v1/entity/export';
/** An owner whose account is locked sends the password of a recent sign-in. */
const lockedOwner = async (address: string) => {
  const owner = await newOwner();
  await lock(emailOf(owner));
  return owner.post(address, { password });
};
const newLicense = (client: Client, fields: object = {}) =>
  client.post<{ id: string }>(ENTITY.licenses, { number: 'C11-0000099-LIC', ...fields });
const invite = (email: string, fields: object = {}) =>
  seller.post<{ user_id: string }>(`${ENTITY.team}/invite`, { email, role: 'viewer', ...fields });
const accept = (token: string) =>
  stage.anybody.post('/auth/invitations/accept', { token, name: 'x', password: NEW_PASSWORD });
const invitationTo = (entityId: string, email: string) => createInvitation(stage.db, entityId, email);
const connectWith = (entity_id: string) => buyer.post(`${ENTITY.connections}/request`, { entity_id });
const connectionTo = async (status: 'pending' | 'accepted') =>
  connect(stage.db, await createBusiness(stage.db, 'cultivator'), trade.retailer, status);
const answering = (verb: 'accept' | 'reject'): Case => {
  const send = (client: Client, id: string) => client.post(`${ENTITY.connections}/${id}/${verb}`);
  return {
    may: ADMINS,
    client: buyer,
    address: `${ENTITY.connections}/${ABSENT_ID}/${verb}`,
    cases: {
      200: async () => send(buyer, await connectionTo('pending')),
      404: () => send(buyer, ABSENT_ID),
      409: async () => send(buyer, await connectionTo('accepted')),
    },
  };
};

const setUp = (token: string) => stage.anybody.post('/auth/setup', { token, ...setupOf('Statuses') });
/** The setup of a server that has no business: the others are gone for a moment. */
const setUpEmpty = async () => {
  await stage.sql`update entities set deleted_at = '2026-01-01' where deleted_at is null`;
  const answer = await setUp(await createSetupLink(stage.db));
  await stage.sql`update entities set deleted_at = null where deleted_at = '2026-01-01'`;
  return answer;
};
const throttledSetup = async () => {
  await stage.sql`update reset_requests set requests = 1000 where subject like 'setup:%'`;
  const answer = await setUp('x');
  await stage.sql`delete from reset_requests where subject like 'setup:%'`;
  return answer;
};

const signUp = (token: string, from = stage.anybody) =>
  from.post('/auth/sign-up/complete', { token, password: NEW_PASSWORD });
/** The response of a server on which signing up is off. */
const signUpOff = async (send: (from: Client) => ReturnType<Client['post']>) => {
  const server = await startServer(stage.url, { SIGN_UP: 'off', ROLE: 'web' });
  try {
    return await send(new Client(server.url));
  } finally {
    await server.stop();
  }
};

export const BUSINESS: Record<string, Case> = {
  'POST /auth/sign-up': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/sign-up',
    cases: {
      202: () => stage.anybody.post('/auth/sign-up', signUpOf()),
      404: () => signUpOff((from) => from.post('/auth/sign-up', signUpOf())),
    },
  },
  'POST /auth/sign-up/complete': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/sign-up/complete',
    cases: {
      200: async () => signUp(await createSignUp(stage.db)),
      401: () => signUp('x'),
      404: () => signUpOff((from) => signUp('x', from)),
      409: async () => signUp(await createSignUp(stage.db, signUpOf({}, { email: emailOf(seller) }))),
    },
  },
  'POST /auth/invitations/accept': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/invitations/accept',
    cases: {
      200: async () => accept(await invitationTo(trade.wholesaler.id, newEmail())),
      401: () => accept('x'),
      409: async () => accept(await invitationTo(trade.retailer.id, emailOf(seller))),
    },
  },
  'POST /auth/setup': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/setup',
    cases: {
      200: setUpEmpty,
      401: () => setUp('x'),
      409: async () => setUp(await createSetupLink(stage.db)),
      429: throttledSetup,
    },
  },
  'GET /api/v1/entity': read(buyer, '/api/v1/entity'),
  'PATCH /api/v1/entity': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/entity',
    cases: {
      200: () => seller.patch('/api/v1/entity', { settings: { low_stock_threshold: 12 } }),
    },
  },
  'PUT /api/v1/entity/logo': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/entity/logo',
    cases: {
      200: () => sendLogo(seller),
      413: () => sendLogo(seller, Buffer.alloc(11 * 1024 * 1024)),
    },
  },
  'DELETE /api/v1/entity/logo': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/entity/logo',
    cases: {
      204: async () => {
        await sendLogo(seller);
        return seller.delete('/api/v1/entity/logo');
      },
      404: async () => {
        await seller.delete('/api/v1/entity/logo');
        return seller.delete('/api/v1/entity/logo');
      },
    },
  },
  'POST /api/v1/entity/export': {
    may: OWNERS,
    client: seller,
    address: EXPORT,
    cases: {
      202: async () => (await newOwner()).post(EXPORT),
      423: () => lockedOwner(EXPORT),
    },
  },
  'GET /api/v1/entity/export': {
    may: OWNERS,
    client: seller,
    address: EXPORT,
    cases: {
      200: async () => {
        const owner = await newOwner();
        await owner.post(EXPORT);
        return owner.get(EXPORT);
      },
      404: async () => (await newOwner()).get(EXPORT),
    },
  },
  'GET /api/v1/entity/export/file': {
    may: OWNERS,
    client: seller,
    address: `${EXPORT}/file`,
    cases: {
      200: async () => {
        const owner = await newOwner();
        await owner.post(EXPORT);
        const file = () => owner.get(`${EXPORT}/file`);
        await eventually(file, ({ status }) => expect(status).toBe(200), {
          patienceMs: 30_000,
          everyMs: 500,
        });
        return file();
      },
      404: async () => (await newOwner()).get(`${EXPORT}/file`),
    },
  },
  'POST /api/v1/entity/erasure': {
    may: OWNERS,
    client: seller,
    address: '/api/v1/entity/erasure',
    cases: {
      202: async () => (await newOwner()).post('/api/v1/entity/erasure'),
      409: async () => {
        await pending();
        return seller.post('/api/v1/entity/erasure');
      },
      423: () => lockedOwner('/api/v1/entity/erasure'),
    },
  },
  'DELETE /api/v1/entity': {
    may: OWNERS,
    client: seller,
    address: '/api/v1/entity',
    cases: {
      204: async () => (await newOwner()).delete('/api/v1/entity', { body: { password } }),
      401: async () => (await newOwner()).delete('/api/v1/entity', { body: { password: 'wrong' } }),
      409: async () => {
        await pending();
        return seller.delete('/api/v1/entity', { body: { password } });
      },
      423: async () => {
        const owner = await newOwner();
        await lock(emailOf(owner));
        return owner.delete('/api/v1/entity', { body: { password } });
      },
    },
  },
  'GET /api/v1/entities': read(buyer, '/api/v1/entities'),
  'GET /api/v1/entity/licenses': {
    may: ADMINS,
    client: seller,
    address: ENTITY.licenses,
    cases: { 200: () => seller.get(ENTITY.licenses) },
  },
  'POST /api/v1/entity/licenses': {
    may: ADMINS,
    client: seller,
    address: ENTITY.licenses,
    cases: {
      201: () => newLicense(seller),
      404: () => newLicense(seller, { location_id: ABSENT_ID }),
      409: async () => {
        const owner = await newOwner();
        await stage.sql`insert into licenses (id, entity_id, number, state, activity)
          select gen_random_uuid(), (select entity_id from users where id = ${idOf(owner) ?? ''}), 'X', 'CA', 'retail'
          from generate_series(1, 999)`;
        return newLicense(owner);
      },
    },
  },
  'GET /api/v1/entity/licenses/{id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.licenses}/${ABSENT_ID}`,
    cases: {
      200: async () => seller.get(`${ENTITY.licenses}/${(await newLicense(seller)).body.id}`),
      404: () => seller.get(`${ENTITY.licenses}/${ABSENT_ID}`),
    },
  },
  'PATCH /api/v1/entity/licenses/{id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.licenses}/${ABSENT_ID}`,
    cases: {
      200: async () =>
        seller.patch(`${ENTITY.licenses}/${(await newLicense(seller)).body.id}`, { type: 'x' }),
      404: () => seller.patch(`${ENTITY.licenses}/${ABSENT_ID}`, { type: 'x' }),
    },
  },
  'DELETE /api/v1/entity/licenses/{id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.licenses}/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${ENTITY.licenses}/${(await newLicense(seller)).body.id}`),
      404: () => seller.delete(`${ENTITY.licenses}/${ABSENT_ID}`),
      409: async () => {
        const owner = await newOwner();
        const { body } = await owner.get<{ data: { id: string }[] }>(ENTITY.licenses);
        return owner.delete(`${ENTITY.licenses}/${body.data[0]?.id}`);
      },
    },
  },
  'GET /api/v1/entity/locations': read(buyer, '/api/v1/entity/locations'),
  'POST /api/v1/entity/locations': {
    may: ADMINS,
    client: seller,
    address: ENTITY.locations,
    cases: {
      201: () => seller.post(ENTITY.locations, newLocation),
      409: async () => (await ownerOf(500)).post(ENTITY.locations, newLocation),
    },
  },
  'GET /api/v1/entity/locations/{id}': read(
    seller,
    `${ENTITY.locations}/${place}`,
    `${ENTITY.locations}/${ABSENT_ID}`,
  ),
  'PATCH /api/v1/entity/locations/{id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.locations}/${place}`,
    cases: {
      200: () => seller.patch(`${ENTITY.locations}/${place}`, { name: 'x' }),
      404: () => seller.patch(`${ENTITY.locations}/${ABSENT_ID}`, { name: 'x' }),
      409: async () => {
        const owner = await newOwner();
        await stage.sql`update licenses n set location_id = (select l.id from locations l where l.entity_id = n.entity_id)
          where n.entity_id = (select entity_id from users where id = ${idOf(owner) ?? ''})`;
        const { body } = await owner.get<{ data: { id: string }[] }>(ENTITY.locations);
        return owner.patch(`${ENTITY.locations}/${body.data[0]?.id}`, { license_number: null });
      },
    },
  },
  'DELETE /api/v1/entity/locations/{id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.locations}/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const { body } = await seller.post<{ id: string }>(ENTITY.locations, newLocation);
        return seller.delete(`${ENTITY.locations}/${body.id}`);
      },
      404: () => seller.delete(`${ENTITY.locations}/${ABSENT_ID}`),
      409: () => seller.delete(`${ENTITY.locations}/${place}`),
    },
  },
  'GET /api/v1/entity/team': read(buyer, '/api/v1/entity/team'),
  'GET /api/v1/entity/team/{user_id}': read(
    seller,
    `${ENTITY.team}/${idOf(seller)}`,
    `${ENTITY.team}/${ABSENT_ID}`,
  ),
  'POST /api/v1/entity/team/invite': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.team}/invite`,
    cases: {
      201: () => invite(newEmail()),
      404: () => invite(newEmail(), { locations: [ABSENT_ID] }),
      409: () => invite(emailOf(seller)),
    },
  },
  'POST /api/v1/entity/team/{user_id}/resend': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.team}/${ABSENT_ID}/resend`,
    cases: {
      200: async () => seller.post(`${ENTITY.team}/${(await invite(newEmail())).body.user_id}/resend`),
      404: () => seller.post(`${ENTITY.team}/${ABSENT_ID}/resend`),
      409: () => seller.post(`${ENTITY.team}/${idOf(viewers.wholesaler)}/resend`),
    },
  },
  'PATCH /api/v1/entity/team/{user_id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.team}/${ABSENT_ID}`,
    cases: {
      200: async () =>
        seller.patch(`${ENTITY.team}/${(await invite(newEmail())).body.user_id}`, { role: 'manager' }),
      403: () => seller.patch(`${ENTITY.team}/${idOf(seller)}`, { role: 'viewer' }),
      404: () => seller.patch(`${ENTITY.team}/${ABSENT_ID}`, { role: 'viewer' }),
    },
  },
  'DELETE /api/v1/entity/team/{user_id}': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.team}/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${ENTITY.team}/${(await invite(newEmail())).body.user_id}`),
      404: () => seller.delete(`${ENTITY.team}/${ABSENT_ID}`),
      409: () => seller.delete(`${ENTITY.team}/${idOf(seller)}`),
    },
  },
  'GET /api/v1/entity/connections': read(buyer, '/api/v1/entity/connections'),
  'GET /api/v1/entity/connections/{id}': {
    may: ALL,
    client: buyer,
    address: `${ENTITY.connections}/${ABSENT_ID}`,
    cases: {
      200: async () => buyer.get(`${ENTITY.connections}/${await connectionTo('accepted')}`),
      404: () => buyer.get(`${ENTITY.connections}/${ABSENT_ID}`),
    },
  },
  'PATCH /api/v1/entity/connections/{id}': {
    may: ADMINS,
    client: buyer,
    address: `${ENTITY.connections}/${ABSENT_ID}`,
    cases: {
      200: async () =>
        buyer.patch(`${ENTITY.connections}/${await connectionTo('accepted')}`, { seller_orders: true }),
      403: async () => {
        const shop = await createBusiness(stage.db, 'retailer');
        const id = await connect(stage.db, shop, wholesaler, 'accepted');
        return seller.patch(`${ENTITY.connections}/${id}`, { seller_orders: true });
      },
      404: () => buyer.patch(`${ENTITY.connections}/${ABSENT_ID}`, { seller_orders: true }),
      409: async () =>
        buyer.patch(`${ENTITY.connections}/${await connectionTo('pending')}`, { seller_orders: true }),
    },
  },
  'POST /api/v1/entity/connections/request': {
    may: ADMINS,
    client: buyer,
    address: `${ENTITY.connections}/request`,
    cases: {
      201: async () => connectWith((await createBusiness(stage.db, 'wholesaler')).id),
      404: () => connectWith(ABSENT_ID),
      409: () => connectWith(wholesaler.id),
    },
  },
  'POST /api/v1/entity/connections/{id}/accept': answering('accept'),
  'POST /api/v1/entity/connections/{id}/reject': answering('reject'),
  'DELETE /api/v1/entity/connections/{id}': {
    may: ADMINS,
    client: buyer,
    address: `${ENTITY.connections}/${ABSENT_ID}`,
    cases: {
      204: async () => buyer.delete(`${ENTITY.connections}/${await connectionTo('accepted')}`),
      404: () => buyer.delete(`${ENTITY.connections}/${ABSENT_ID}`),
      409: async () => buyer.delete(`${ENTITY.connections}/${await connectionTo('pending')}`),
    },
  },
};
