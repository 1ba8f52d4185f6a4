import { placeOrder } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ABSENT, type Case, MANAGERS, read, seller, stage, trade, wholesaler } from './world';

const documented = await placeOrder(trade);
const DRIVER = { name: 'Dana', license_number: 'D1' };
const VEHICLE = { make: 'Ford', model: 'Transit', plate: '8ABC123' };

/** The limit is reached for a moment. */
const beyondTheLimit = (table: 'drivers' | 'vehicles', body: object) => async () => {
  const columns =
    table === 'drivers'
      ? stage.sql`(id, entity_id, name, license_number)`
      : stage.sql`(id, entity_id, make, model, plate)`;
  const values = table === 'drivers' ? stage.sql`'limit', 'x'` : stage.sql`'limit', 'x', 'x'`;
  await stage.sql`insert into ${stage.sql(table)} ${columns}
    select gen_random_uuid(), ${wholesaler.id}, ${values} from generate_series(1, 500)`;
  const answer = await seller.post(`/api/v1/${table}`, body);
  await stage.sql`delete from ${stage.sql(table)} where ${table === 'drivers' ? stage.sql`name` : stage.sql`make`} = 'limit'`;
  return answer;
};

async function operationsOf(
  table: 'drivers' | 'vehicles',
  body: object,
  change: object,
): Promise<Record<string, Case>> {
  const path = `/api/v1/${table}`;
  const added = async () => `${path}/${ok(await seller.post<{ id: string }>(path, body)).id}`;
  const absent = `${path}/${ABSENT_ID}`;
  return {
    [`GET ${path}`]: read(seller, path),
    [`POST ${path}`]: {
      may: MANAGERS,
      client: seller,
      address: path,
      cases: {
        201: () => seller.post(path, body),
        403: () => trade.buyer.post(path, body),
        409: beyondTheLimit(table, body),
      },
    },
    [`GET ${path}/{id}`]: read(seller, await added(), absent),
    [`PATCH ${path}/{id}`]: {
      may: MANAGERS,
      client: seller,
      address: absent,
      cases: {
        200: async () => seller.patch(await added(), change),
        404: () => seller.patch(absent, change),
      },
    },
    [`DELETE ${path}/{id}`]: {
      may: MANAGERS,
      client: seller,
      address: absent,
      cases: { 204: async () => seller.delete(await added()), 404: () => seller.delete(absent) },
    },
  };
}

export const FLEET: Record<string, Case> = {
  ...(await operationsOf('drivers', DRIVER, { phone: null })),
  ...(await operationsOf('vehicles', VEHICLE, { active: false })),
  'GET /api/v1/orders/{id}/document': read(
    seller,
    `/api/v1/orders/${documented.id}/document`,
    `${ABSENT.order}/document`,
  ),
  'GET /api/v1/orders/{id}/document/pdf': read(
    seller,
    `/api/v1/orders/${documented.id}/document/pdf`,
    `${ABSENT.order}/document/pdf`,
  ),
  'GET /api/v1/orders/{id}/manifest': read(
    seller,
    `/api/v1/orders/${(await placeOrder(trade)).id}/manifest`,
    `${ABSENT.order}/manifest`,
  ),
};
