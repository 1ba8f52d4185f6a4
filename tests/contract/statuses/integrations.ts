import { openWorld } from '../../factories/vendors';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Cases, MANAGERS, seller, stage, wholesaler } from './world';

const PATH = '/api/v1/integrations';
const absent = `${PATH}/${ABSENT_ID}`;
const body = async () => ({ system: 'leaflink', credentials: { token: await openWorld() } });
const connected = async () => (await seller.post<{ id: string }>(PATH, await body())).body.id;
/** Connects again and again: a business has at most ten. */
const once = async () => {
  const id = await connected();
  return `${PATH}/${id}`;
};
const thenGone = async <T>(use: (path: string) => Promise<T>) => {
  const path = await once();
  const answer = await use(path);
  await seller.delete(path);
  return answer;
};
const wrong = { system: 'distru', credentials: { token: 'unknown' } };

export const INTEGRATION_CASES: Cases = {
  'GET /api/v1/integrations': {
    may: MANAGERS,
    client: seller,
    address: PATH,
    cases: { 200: () => seller.get(PATH) },
  },
  'GET /api/v1/integrations/{id}': {
    may: MANAGERS,
    client: seller,
    address: absent,
    cases: { 200: () => thenGone((path) => seller.get(path)), 404: () => seller.get(absent) },
  },
  'POST /api/v1/integrations': {
    may: ADMINS,
    client: seller,
    address: PATH,
    cases: {
      201: async () => {
        await stage.sql`delete from integration_connections where entity_id = ${wholesaler.id} and location_id is null`;
        return seller.post(PATH, await body());
      },
      409: () => seller.post(PATH, wrong),
    },
  },
  'PATCH /api/v1/integrations/{id}': {
    may: ADMINS,
    client: seller,
    address: absent,
    cases: {
      200: () => thenGone((path) => seller.patch(path, { status: 'off' })),
      404: () => seller.patch(absent, { status: 'off' }),
      409: () => thenGone((path) => seller.patch(path, { credentials: { token: 'unknown' } })),
    },
  },
  'DELETE /api/v1/integrations/{id}': {
    may: ADMINS,
    client: seller,
    address: absent,
    cases: { 204: async () => seller.delete(await once()), 404: () => seller.delete(absent) },
  },
  'POST /api/v1/integrations/{id}/test': {
    may: ADMINS,
    client: seller,
    address: `${absent}/test`,
    cases: {
      200: () => thenGone((path) => seller.post(`${path}/test`)),
      404: () => seller.post(`${absent}/test`),
    },
  },
};
