import { createBusiness, createMember } from '../../factories/business';
import { createClaim } from '../../factories/claim';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, seller, stage, wholesaler } from './world';

const PATH = '/api/v1/claims';
const ABSENT = `${PATH}/${ABSENT_ID}`;

const decide = async (act: string, status: 'waiting' | 'rejected') =>
  seller.post(`${PATH}/${await createClaim(stage, seller, wholesaler.id, { status })}/${act}`);
const offerTo = async (type: 'retailer' | 'wholesaler') => {
  const business = await createBusiness(stage.db, type);
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const claimed = { status: 'offered', businessId: business.id } as const;
  const id = await createClaim(stage, seller, wholesaler.id, claimed);
  const { version } = ok(await owner.get<{ version: string }>(`${PATH}/${id}`));
  return { owner, id, version };
};
const merge = async (type: 'retailer' | 'wholesaler') => {
  const { owner, id, version } = await offerTo(type);
  return owner.post(`${PATH}/${id}/merge`, { version });
};

export const CLAIM_CASES: Cases = {
  [`GET ${PATH}`]: {
    may: ['o', 'oamv', 'oamv'],
    client: seller,
    address: PATH,
    cases: { 200: () => seller.get(PATH) },
  },
  [`GET ${PATH}/{id}`]: {
    may: ['o', 'oamv', 'oamv'],
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.get(`${PATH}/${await createClaim(stage, seller, wholesaler.id)}`),
      404: () => seller.get(ABSENT),
    },
  },
  [`POST ${PATH}/{id}/confirm`]: {
    may: ['', 'oam', 'oam'],
    client: seller,
    address: `${ABSENT}/confirm`,
    cases: {
      200: () => decide('confirm', 'waiting'),
      404: () => seller.post(`${ABSENT}/confirm`),
      409: () => decide('confirm', 'rejected'),
    },
  },
  [`POST ${PATH}/{id}/reject`]: {
    may: ['o', 'oamv', 'oamv'],
    client: seller,
    address: `${ABSENT}/reject`,
    cases: {
      200: () => decide('reject', 'waiting'),
      404: () => seller.post(`${ABSENT}/reject`),
      409: () => decide('reject', 'rejected'),
    },
  },
  [`GET ${PATH}/{id}/documents`]: {
    may: ['o', 'oamv', 'oamv'],
    client: seller,
    address: `${ABSENT}/documents`,
    cases: {
      200: async () => {
        const { owner, id } = await offerTo('retailer');
        return owner.get(`${PATH}/${id}/documents`);
      },
      404: () => seller.get(`${ABSENT}/documents`),
    },
  },
  [`POST ${PATH}/reject`]: {
    may: ['o', 'o', 'o'],
    client: seller,
    address: `${PATH}/reject`,
    cases: {
      200: async () => {
        const { owner, id } = await offerTo('retailer');
        return owner.post(`${PATH}/reject`, { ids: [id] });
      },
      404: () => seller.post(`${PATH}/reject`, { ids: [ABSENT_ID] }),
    },
  },
  'GET /api/v1/joining': {
    may: ['o', 'o', 'o'],
    client: seller,
    address: '/api/v1/joining',
    cases: { 200: () => seller.get('/api/v1/joining') },
  },
  'PATCH /api/v1/joining': {
    may: ['o', 'o', 'o'],
    client: seller,
    address: '/api/v1/joining',
    cases: { 200: () => seller.patch('/api/v1/joining', { tell_sellers: false }) },
  },
  [`POST ${PATH}/{id}/merge`]: {
    may: ['o', 'o', 'o'],
    client: seller,
    address: `${ABSENT}/merge`,
    cases: {
      202: () => merge('retailer'),
      404: () => seller.post(`${ABSENT}/merge`, { version: 'x' }),
      409: () => merge('wholesaler'),
    },
  },
};
