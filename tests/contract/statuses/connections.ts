import { connect, createBusiness } from '../../factories/business';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, ALL, buyer, type Case, read, seller, stage, trade, wholesaler } from './world';

const PATH = '/api/v1/entity/connections';
const connectWith = (entity_id: string) => buyer.post(`${PATH}/request`, { entity_id });
const connectionTo = async (status: 'pending' | 'accepted') =>
  connect(stage.db, await createBusiness(stage.db, 'cultivator'), trade.retailer, status);
const answering = (verb: 'accept' | 'reject'): Case => {
  const send = (client: Client, id: string) => client.post(`${PATH}/${id}/${verb}`);
  return {
    may: ADMINS,
    client: buyer,
    address: `${PATH}/${ABSENT_ID}/${verb}`,
    cases: {
      200: async () => send(buyer, await connectionTo('pending')),
      404: () => send(buyer, ABSENT_ID),
      409: async () => send(buyer, await connectionTo('accepted')),
    },
  };
};

export const CONNECTION_CASES: Record<string, Case> = {
  'GET /api/v1/entity/connections': read(buyer, PATH),
  'GET /api/v1/entity/connections/{id}': {
    may: ALL,
    client: buyer,
    address: `${PATH}/${ABSENT_ID}`,
    cases: {
      200: async () => buyer.get(`${PATH}/${await connectionTo('accepted')}`),
      404: () => buyer.get(`${PATH}/${ABSENT_ID}`),
    },
  },
  'PATCH /api/v1/entity/connections/{id}': {
    may: ADMINS,
    client: buyer,
    address: `${PATH}/${ABSENT_ID}`,
    cases: {
      200: async () => buyer.patch(`${PATH}/${await connectionTo('accepted')}`, { seller_orders: true }),
      403: async () => {
        const shop = await createBusiness(stage.db, 'retailer');
        const id = await connect(stage.db, shop, wholesaler, 'accepted');
        return seller.patch(`${PATH}/${id}`, { seller_orders: true });
      },
      404: () => buyer.patch(`${PATH}/${ABSENT_ID}`, { seller_orders: true }),
      409: async () => buyer.patch(`${PATH}/${await connectionTo('pending')}`, { seller_orders: true }),
    },
  },
  'POST /api/v1/entity/connections/request': {
    may: ADMINS,
    client: buyer,
    address: `${PATH}/request`,
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
    address: `${PATH}/${ABSENT_ID}`,
    cases: {
      204: async () => buyer.delete(`${PATH}/${await connectionTo('accepted')}`),
      404: () => buyer.delete(`${PATH}/${ABSENT_ID}`),
      409: async () => buyer.delete(`${PATH}/${await connectionTo('pending')}`),
    },
  },
};
