import { API_KEYS, type ApiKeyBody, createKey } from '../../factories/api-key';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Case, seller } from './world';

const fields = { name: 'ERP sync', permissions: ['read:orders'] };
const on = (send: (id: string) => ReturnType<Client['get']>, tail = ''): Case => ({
  may: ADMINS,
  client: seller,
  address: `${API_KEYS}/${ABSENT_ID}${tail}`,
  cases: {
    200: async () => send((await createKey(seller)).id),
    404: () => send(ABSENT_ID),
  },
});
const rotate = (id: string) => seller.post(`${API_KEYS}/${id}/rotate`);
const remove = on((id) => seller.delete(`${API_KEYS}/${id}`));

export const API_KEY_CASES: Record<string, Case> = {
  'GET /api/v1/api-keys': {
    may: ADMINS,
    client: seller,
    address: API_KEYS,
    cases: { 200: () => seller.get(API_KEYS) },
  },
  'POST /api/v1/api-keys': {
    may: ADMINS,
    client: seller,
    address: API_KEYS,
    cases: {
      201: () => seller.post(API_KEYS, fields),
      404: () => seller.post(API_KEYS, { ...fields, location_ids: [ABSENT_ID] }),
      409: async () => {
        for (let i = 0; i < 100; i++) await seller.post(API_KEYS, fields);
        const answer = await seller.post(API_KEYS, fields);
        const { body } = await seller.get<{ data: ApiKeyBody[] }>(`${API_KEYS}?limit=100`);
        for (const { id } of body.data) await seller.delete(`${API_KEYS}/${id}`);
        return answer;
      },
    },
  },
  'GET /api/v1/api-keys/{id}': on((id) => seller.get(`${API_KEYS}/${id}`)),
  'PATCH /api/v1/api-keys/{id}': on((id) => seller.patch(`${API_KEYS}/${id}`, { name: 'Warehouse' })),
  'DELETE /api/v1/api-keys/{id}': {
    ...remove,
    cases: { 204: remove.cases[200], 404: remove.cases[404] } as Case['cases'],
  },
  'POST /api/v1/api-keys/{id}/rotate': on(rotate, '/rotate'),
};
