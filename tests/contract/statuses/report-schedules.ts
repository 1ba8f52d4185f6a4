import { createKey, withKey } from '../../factories/api-key';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ALL, buyer, type Cases, read, seller, stage, viewers } from './world';

const PATH = '/api/v1/report-schedules';
const ABSENT = `${PATH}/${ABSENT_ID}`;
const idOf = (client: Client) => client.tokens?.user.id ?? '';
const weekly = (members = [seller]) => ({
  ...{ report: 'sales', query: '', weekday: 'mon', hour: 8 },
  member_ids: members.map(idOf),
});
const made = async (members = [seller]) =>
  `${PATH}/${ok(await seller.post<{ id: string }>(PATH, weekly(members))).id}`;

/** One that is there once the limit of the business is reached, or a new one. */
const scheduled = async () => {
  const [row] = await stage.sql<{ id: string }[]>`
    select id from report_schedules where created_by = ${idOf(seller)} limit 1`;
  return row ? `${PATH}/${row.id}` : made();
};

export const REPORT_SCHEDULE_CASES: Cases = {
  [`GET ${PATH}`]: read(seller, PATH),
  [`POST ${PATH}`]: {
    may: ALL,
    client: seller,
    address: PATH,
    cases: {
      201: () => seller.post(PATH, weekly()),
      403: async () => {
        const { secret } = await createKey(seller, { permissions: ['read:products'] });
        return withKey(stage.server.url, secret).post(PATH, weekly());
      },
      409: async () => {
        let answer = await buyer.post(PATH, weekly([buyer]));
        while (answer.status === 201) answer = await buyer.post(PATH, weekly([buyer]));
        return answer;
      },
    },
  },
  [`GET ${PATH}/{id}`]: {
    may: ALL,
    client: seller,
    address: ABSENT,
    cases: { 200: async () => seller.get(await scheduled()), 404: () => seller.get(ABSENT) },
  },
  [`PATCH ${PATH}/{id}`]: {
    may: ALL,
    client: seller,
    address: ABSENT,
    cases: {
      200: async () => seller.patch(await scheduled(), { hour: 9 }),
      403: async () => viewers.wholesaler.patch(await made([viewers.wholesaler]), { hour: 9 }),
      404: () => seller.patch(ABSENT, { hour: 9 }),
      409: async () => {
        const path = await made();
        await stage.sql`
          insert into report_schedules (id, entity_id, created_by, report, query, weekday, hour, member_ids)
          select gen_random_uuid(), s.entity_id, s.created_by, 'sales', '', 'mon', 8, array_fill(s.created_by, array[50])
          from report_schedules s, generate_series(1, 2) where s.id = ${path.split('/').at(-1) ?? ''}`;
        return seller.patch(path, weekly());
      },
    },
  },
  [`DELETE ${PATH}/{id}`]: {
    may: ALL,
    client: seller,
    address: ABSENT,
    cases: {
      204: async () => seller.delete(await scheduled()),
      404: () => seller.delete(ABSENT),
    },
  },
};
