import { randomUUID } from 'node:crypto';
import { createMember } from '../../factories/business';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { type Cases, MANAGERS, read, seller, stage, stockId, wholesaler } from './world';

const PATH = '/api/v1/inventory/counts';
const absent = `${PATH}/${ABSENT_ID}`;
const place = { location_id: wholesaler.locationIds[0], room_type: 'vault' };
const started = async (fields: object = {}) =>
  `${PATH}/${ok(await seller.post<{ id: string }>(PATH, { ...place, ...fields })).id}`;
const entry = { inventory_id: stockId, counted: 3 };
const sent = () => ({
  entries: [{ ...entry, entry_id: randomUUID(), counted_at: new Date().toISOString() }],
});
const reviewed = async (counted: number) => {
  const path = await started();
  ok(await seller.put(`${path}/lines`, { inventory_id: stockId, counted }));
  ok(await seller.patch(path, { status: 'review' }));
  return path;
};
const cancelled = async () => {
  const path = await started();
  ok(await seller.patch(path, { status: 'cancelled' }));
  return path;
};
const { body: item } = await seller.get<{ quantity: number }>(`/api/v1/inventory/${stockId}`);

export const COUNTS: Cases = {
  'GET /api/v1/inventory/counts': read(seller, PATH),
  'POST /api/v1/inventory/counts': {
    may: MANAGERS,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, place),
      404: () => seller.post(PATH, { ...place, location_id: ABSENT_ID }),
      409: async () => {
        await stage.sql`insert into stock_counts (id, entity_id, location_id, room_type, blind, actor_name)
          select gen_random_uuid(), ${wholesaler.id}, ${wholesaler.locationIds[0]}, 'vault', false, 'limit'
          from generate_series(1, 100)`;
        const answer = await seller.post(PATH, place);
        await stage.sql`delete from stock_counts where actor_name = 'limit'`;
        return answer;
      },
    },
  },
  'GET /api/v1/inventory/counts/{id}': read(seller, await started(), absent),
  'PATCH /api/v1/inventory/counts/{id}': {
    may: MANAGERS,
    client: seller,
    address: absent,
    cases: {
      200: async () => seller.patch(await started(), { status: 'review' }),
      404: () => seller.patch(absent, { status: 'review' }),
      409: async () => seller.patch(await cancelled(), { status: 'review' }),
    },
  },
  'GET /api/v1/inventory/counts/{id}/lines': read(seller, `${await started()}/lines`, `${absent}/lines`),
  'PUT /api/v1/inventory/counts/{id}/lines': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/lines`,
    cases: {
      200: async () => seller.put(`${await started()}/lines`, entry),
      403: async () => {
        const { id: assignee_id } = await createMember(stage.db, wholesaler, 'manager');
        return seller.put(`${await started({ assignee_id })}/lines`, entry);
      },
      404: () => seller.put(`${absent}/lines`, entry),
      409: async () => seller.put(`${await cancelled()}/lines`, entry),
    },
  },
  'POST /api/v1/inventory/counts/{id}/entries': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/entries`,
    cases: {
      200: async () => seller.post(`${await started()}/entries`, sent()),
      403: async () => {
        const { id: assignee_id } = await createMember(stage.db, wholesaler, 'manager');
        return seller.post(`${await started({ assignee_id })}/entries`, sent());
      },
      404: () => seller.post(`${absent}/entries`, sent()),
      409: async () => seller.post(`${await cancelled()}/entries`, sent()),
    },
  },
  'POST /api/v1/inventory/counts/{id}/apply': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/apply`,
    cases: {
      200: async () => seller.post(`${await reviewed(item.quantity)}/apply`, {}),
      404: () => seller.post(`${absent}/apply`, {}),
      409: async () => seller.post(`${await started()}/apply`, {}),
    },
  },
};
