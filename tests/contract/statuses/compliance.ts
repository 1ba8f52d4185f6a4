import { createLot } from '../../factories/lots';
import type { JobBody } from '../../factories/metrc';
import { connectBody, connectState, listLicense } from '../../factories/state';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Cases, MANAGERS, place, seller, stage, stockId, wholesaler } from './world';

const PATH = `/api/v1/entity/locations/${place}/metrc`;
const absent = `/api/v1/entity/locations/${ABSENT_ID}/metrc`;
const JOBS = '/api/v1/compliance/jobs';
const TRANSFERS = '/api/v1/compliance/transfers';
const REASONS = '/api/v1/compliance/reasons';
const license = async () => {
  const [row] = await stage.sql<
    { license_number: string }[]
  >`select license_number from entities where id = ${wholesaler.id}`;
  return row?.license_number ?? '';
};
/** With a connection, which stays: what it made is read again. */
const connected = async <T>(use: () => Promise<T>): Promise<T> => {
  const { status } = await seller.get(PATH);
  if (status !== 200) await connectState(seller, place, await license());
  return use();
};
let lots = 0;
/** A job that waits for data, or for approval once reasons are confirmed. */
const withJob = <T>(use: (job: JobBody) => Promise<T>, mapped = true) =>
  connected(async () => {
    const reasons = mapped ? { DAMAGE: 'Damage' } : {};
    ok(await seller.put(REASONS, { location_id: place, reasons }));
    const tag = `1A4STATUS${String(++lots).padStart(15, '0')}`;
    const lot = await createLot(seller, stockId, `STATE-${lots}`, 2, { package_tag: tag });
    const change = { quantity_change: -1, reason_code: 'DAMAGE', lot_id: lot.id };
    ok(await seller.patch(`/api/v1/inventory/${stockId}`, change));
    const { data } = ok(await seller.get<{ data: JobBody[] }>(`${JOBS}?subject=${tag}`));
    return use(data[0] as JobBody);
  });
const to = (id: string, step = '') => `${JOBS}/${id}${step}`;
const outcome = { outcome: 'applied' };
const reads = (path: string) => ({
  may: MANAGERS,
  client: seller,
  address: path,
  cases: { 200: () => seller.get(path) },
});
const line = { location_id: place, lines: [{ package_tag: 'x', accepted: 1 }] };

export const COMPLIANCE_CASES: Cases = {
  'GET /api/v1/entity/locations/{id}/metrc': {
    ...{ may: MANAGERS, client: seller, address: absent },
    cases: { 200: () => connected(() => seller.get(PATH)), 404: () => seller.get(absent) },
  },
  'POST /api/v1/entity/locations/{id}/metrc': {
    ...{ may: ADMINS, client: seller, address: absent },
    cases: {
      201: async () => {
        await listLicense(await license());
        await seller.delete(PATH);
        return seller.post(PATH, connectBody);
      },
      404: () => seller.post(absent, connectBody),
      409: () => seller.post(PATH, { ...connectBody, state: 'nv' }),
    },
  },
  'PATCH /api/v1/entity/locations/{id}/metrc': {
    ...{ may: ADMINS, client: seller, address: absent },
    cases: {
      200: () => connected(() => seller.patch(PATH, { transfer_type: 'Transfer' })),
      404: () => seller.patch(absent, { transfer_type: null }),
      409: () => connected(() => seller.patch(PATH, { state: 'nv' })),
    },
  },
  'DELETE /api/v1/entity/locations/{id}/metrc': {
    ...{ may: ADMINS, client: seller, address: absent },
    cases: {
      204: async () => {
        await connectState(seller, place, await license());
        return seller.delete(PATH);
      },
      404: () => seller.delete(absent),
    },
  },
  'POST /api/v1/entity/locations/{id}/metrc/test': {
    ...{ may: ADMINS, client: seller, address: `${absent}/test` },
    cases: {
      200: () => connected(() => seller.post(`${PATH}/test`)),
      404: () => seller.post(`${absent}/test`),
    },
  },
  'GET /api/v1/compliance/jobs': reads(JOBS),
  'GET /api/v1/compliance/jobs/{id}': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID) },
    cases: { 200: () => withJob(({ id }) => seller.get(to(id))), 404: () => seller.get(to(ABSENT_ID)) },
  },
  'PATCH /api/v1/compliance/jobs/{id}': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID) },
    cases: {
      200: () => withJob(({ id }) => seller.patch(to(id), { note: 'x' })),
      404: () => seller.patch(to(ABSENT_ID), { note: 'x' }),
      409: () =>
        withJob(async ({ id }) => {
          await seller.post(to(id, '/skip'), { reason: 'x' });
          return seller.patch(to(id), { note: 'x' });
        }),
    },
  },
  'POST /api/v1/compliance/jobs/{id}/approve': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID, '/approve') },
    cases: {
      200: () => withJob(({ id }) => seller.post(to(id, '/approve'))),
      404: () => seller.post(to(ABSENT_ID, '/approve')),
      409: () => withJob(({ id }) => seller.post(to(id, '/approve')), false),
    },
  },
  'POST /api/v1/compliance/jobs/{id}/retry': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID, '/retry') },
    cases: {
      200: () =>
        withJob(async ({ id }) => {
          await stage.sql`update compliance_jobs set status = 'rejected' where id = ${id}`;
          return seller.post(to(id, '/retry'));
        }),
      404: () => seller.post(to(ABSENT_ID, '/retry')),
      409: () => withJob(({ id }) => seller.post(to(id, '/retry'))),
    },
  },
  'POST /api/v1/compliance/jobs/{id}/skip': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID, '/skip') },
    cases: {
      200: () => withJob(({ id }) => seller.post(to(id, '/skip'), { reason: 'x' })),
      404: () => seller.post(to(ABSENT_ID, '/skip'), { reason: 'x' }),
      409: () =>
        withJob(async ({ id }) => {
          await seller.post(to(id, '/skip'), { reason: 'x' });
          return seller.post(to(id, '/skip'), { reason: 'x' });
        }),
    },
  },
  'POST /api/v1/compliance/jobs/{id}/resolve': {
    ...{ may: MANAGERS, client: seller, address: to(ABSENT_ID, '/resolve') },
    cases: {
      200: () =>
        withJob(async ({ id }) => {
          await stage.sql`update compliance_jobs set status = 'unknown', sent_at = now() - interval '6 minutes',
            next_attempt_at = now() + interval '1 hour' where id = ${id}`;
          return seller.post(to(id, '/resolve'), outcome);
        }),
      404: () => seller.post(to(ABSENT_ID, '/resolve'), outcome),
      409: () => withJob(({ id }) => seller.post(to(id, '/resolve'), outcome)),
    },
  },
  'POST /api/v1/compliance/jobs/approve': {
    ...{ may: MANAGERS, client: seller, address: `${JOBS}/approve` },
    cases: { 200: () => seller.post(`${JOBS}/approve`, { ids: [ABSENT_ID] }) },
  },
  'GET /api/v1/compliance/reasons': {
    ...{ may: MANAGERS, client: seller, address: `${REASONS}?location_id=${ABSENT_ID}` },
    cases: {
      200: () => connected(() => seller.get(`${REASONS}?location_id=${place}`)),
      404: () => seller.get(`${REASONS}?location_id=${ABSENT_ID}`),
    },
  },
  'PUT /api/v1/compliance/reasons': {
    ...{ may: MANAGERS, client: seller, address: REASONS },
    cases: {
      200: () => connected(() => seller.put(REASONS, { location_id: place, reasons: {} })),
      404: () => seller.put(REASONS, { location_id: ABSENT_ID, reasons: {} }),
    },
  },
  'GET /api/v1/compliance/transfers': reads(TRANSFERS),
  'GET /api/v1/compliance/transfers/{id}': {
    ...{ may: MANAGERS, client: seller, address: `${TRANSFERS}/${ABSENT_ID}` },
    cases: {
      200: async () => seller.get(`${TRANSFERS}/${await delivery()}`),
      404: () => seller.get(`${TRANSFERS}/${ABSENT_ID}`),
    },
  },
  'POST /api/v1/compliance/transfers/{id}/accept': {
    ...{ may: MANAGERS, client: seller, address: `${TRANSFERS}/${ABSENT_ID}/accept` },
    cases: {
      200: async () => {
        const id = await delivery();
        return seller.post(`${TRANSFERS}/${id}/accept`, none());
      },
      404: () => seller.post(`${TRANSFERS}/${ABSENT_ID}/accept`, line),
      409: async () => {
        const id = await delivery();
        await seller.post(`${TRANSFERS}/${id}/accept`, none());
        return seller.post(`${TRANSFERS}/${id}/accept`, none());
      },
    },
  },
  'GET /api/v1/compliance/packages': reads('/api/v1/compliance/packages'),
};

const known: string[] = [];
/** A delivery of one package that was read. */
async function delivery(): Promise<string> {
  const tag = `1A4DELIVERY${String(known.length).padStart(13, '0')}`;
  const packages = JSON.stringify([{ ...PACKAGE, package_tag: tag }]);
  const [row] = await stage.sql<{ id: string }[]>`
    insert into compliance_transfers (id, entity_id, location_id, direction, remote_id, delivery_id, packages)
    values (gen_random_uuid(), ${wholesaler.id}, ${place}, 'incoming', ${tag}, ${tag}, ${packages}::text::jsonb) returning id`;
  known.push(tag);
  return row?.id ?? '';
}
const PACKAGE = {
  ...{
    package_id: null,
    item_name: 'x',
    category: null,
    batch_id: null,
    expires_on: null,
    lab_testing_state: null,
  },
  ...{ state: 'Shipped', shipped_quantity: 1, received_quantity: null, unit: 'Each' },
};
/** Nothing of the last delivery is good: it comes into no stock. */
const none = () => ({
  location_id: place,
  lines: [{ package_tag: known.at(-1), accepted: 0, rejected: 1, reason_code: 'damaged' }],
});
