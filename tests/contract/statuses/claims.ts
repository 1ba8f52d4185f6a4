import { createBusiness, createMember } from '../../factories/business';
import { createClaim } from '../../factories/claim';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, seller, stage, wholesaler } from './world';

const PATH = '/api/v1/claims';
const ABSENT = `${PATH}/${ABSENT_ID}`;

const decide = async (act: string, status: 'waiting' | 'rejected') =>
  seller.post(`${PATH}/${await createClaim(stage.sql, seller, wholesaler.id, { status })}/${act}`);
const merge = async (type: 'retailer' | 'wholesaler') => {
  const business = await createBusiness(stage.db, type);
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const claimed = { status: 'offered', businessId: business.id } as const;
  return owner.post(`${PATH}/${await createClaim(stage.sql, seller, wholesaler.id, claimed)}/merge`);
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
      200: async () => seller.get(`${PATH}/${await createClaim(stage.sql, seller, wholesaler.id)}`),
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
  [`POST ${PATH}/{id}/merge`]: {
    may: ['o', 'o', 'o'],
    client: seller,
    address: `${ABSENT}/merge`,
    cases: {
      202: () => merge('retailer'),
      404: () => seller.post(`${ABSENT}/merge`),
      409: () => merge('wholesaler'),
    },
  },
};
