import { sendLogo } from '../../factories/images';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import {
  ADMINS,
  buyer,
  type Case,
  emailOf,
  lock,
  newLocation,
  newOwner,
  OWNERS,
  ownerOf,
  password,
  pending,
  place,
  read,
  seller,
  stage,
  viewers,
} from './world';

const ENTITY = {
  licenses: '/api/v1/entity/licenses',
  locations: '/api/v1/entity/locations',
  team: '/api/v1/entity/team',
};
const idOf = (client: Client) => client.tokens?.user.id;
let guests = 0;
const newEmail = () => `guest${++guests}@statuses.test`;
const newLicense = (client: Client, fields: object = {}) =>
  client.post<{ id: string }>(ENTITY.licenses, { number: 'C11-0000099-LIC', ...fields });
const invite = (email: string, fields: object = {}) =>
  seller.post<{ user_id: string }>(`${ENTITY.team}/invite`, { email, role: 'viewer', ...fields });

export const BUSINESS: Record<string, Case> = {
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
  'POST /api/v1/entity/team/{user_id}/end-sessions': {
    may: ADMINS,
    client: seller,
    address: `${ENTITY.team}/${ABSENT_ID}/end-sessions`,
    cases: {
      204: () => seller.post(`${ENTITY.team}/${idOf(seller)}/end-sessions`),
      404: () => seller.post(`${ENTITY.team}/${ABSENT_ID}/end-sessions`),
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
};
