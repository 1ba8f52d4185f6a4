import { v7 } from 'uuid';
import { createBusiness, createMember } from '../../factories/business';
import { claimOf, createBusinessInvitation } from '../../factories/business-invitation';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, buyer, type Cases, emailOf, PUBLIC, seller, stage, wholesaler } from './world';

const PATH = '/api/v1/business-invitations';
const ABSENT = `${PATH}/${ABSENT_ID}`;
let emails = 0;
const body = (email = `status${++emails}@invited.test`) => ({ email, as: 'customer' });
const owned = async (status: 'sent' | 'accepted' = 'sent') => {
  const id = v7();
  await createBusinessInvitation(stage.db, { id, entityId: wholesaler.id, email: body().email, status });
  return `${PATH}/${id}`;
};
const toBuyer = async () => {
  const id = v7();
  await createBusinessInvitation(stage.db, { id, entityId: wholesaler.id, email: emailOf(buyer) });
  return `${PATH}/${id}/accept`;
};
const claim = (token: string) => stage.anybody.post('/auth/claims/accept', claimOf(token));
const tokenFor = (email: string) => createBusinessInvitation(stage.db, { entityId: wholesaler.id, email });

export const BUSINESS_INVITATION_CASES: Cases = {
  [`GET ${PATH}`]: { may: ADMINS, client: seller, address: PATH, cases: { 200: () => seller.get(PATH) } },
  [`GET ${PATH}/received`]: {
    may: ADMINS,
    client: seller,
    address: `${PATH}/received`,
    cases: { 200: () => buyer.get(`${PATH}/received`) },
  },
  [`GET ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get(await owned()), 404: () => seller.get(ABSENT) },
  },
  [`POST ${PATH}`]: {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, body()),
      404: () => seller.post(PATH, { ...body(), customer_id: ABSENT_ID }),
      409: () => seller.post(PATH, body(emailOf(seller))),
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ADMINS,
    client: seller,
    address: ABSENT,
    cases: {
      204: async () => seller.delete(await owned()),
      404: () => seller.delete(ABSENT),
      409: async () => seller.delete(await owned('accepted')),
    },
  },
  [`POST ${PATH}/{id}/accept`]: {
    may: ADMINS,
    client: seller,
    address: `${ABSENT}/accept`,
    cases: {
      200: async () => buyer.post(await toBuyer()),
      404: () => buyer.post(`${ABSENT}/accept`),
      409: async () => {
        const reviewed = await createBusiness(stage.db, 'retailer', { underReview: true });
        const client = await stage.signIn(await createMember(stage.db, reviewed, 'owner'));
        return client.post(`${ABSENT}/accept`);
      },
    },
  },
  'POST /auth/claims/accept': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/claims/accept',
    cases: {
      200: async () => claim(await tokenFor(body().email)),
      401: () => claim('x'),
      409: async () => claim(await tokenFor(emailOf(buyer))),
    },
  },
};
