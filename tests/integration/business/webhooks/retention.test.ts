import { afterAll, expect, test } from 'vitest';
import { countEvents } from '../../../../server/features/webhooks/queries.sql';
import { TASKS } from '../../../../server/transport/worker/tasks';
import { createBusiness } from '../../../factories/business';
import { openTestDatabase } from '../../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

test('purge_events removes events, deliveries and attempts of more than 30 days, and nothing newer', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  // More than two batches of what is too old, and of each kind one that is not quite.
  await sql`
    insert into events (id, entity_id, type, sequence, data, created_at)
    select gen_random_uuid(), ${id}, 'inventory.updated', n, '{}',
      now() - case when n <= 10100 then interval '30 days 2 hours' when n = 10101 then interval '29 days 23 hours'
        else interval '1 minute' end
    from generate_series(1, 10102) n`;
  await sql`
    insert into webhook_endpoints (id, entity_id, url, events, secret)
    values (gen_random_uuid(), ${id}, 'https://example.com/', '{*}', '-')`;
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at)
    select gen_random_uuid(), w.id, e.id, e.type, 'failed', null, e.created_at
    from events e, webhook_endpoints w where e.sequence > 4900`;
  await sql`
    insert into webhook_attempts (id, delivery_id, at, kind, duration_ms, signature)
    select gen_random_uuid(), id, created_at, 'scheduled', 1, '-' from webhook_deliveries`;
  await TASKS.purge_events({ db } as never, {});
  const left = await sql`select sequence::int as s from events order by sequence`;
  expect(left.map(({ s }) => s)).toEqual([10101, 10102]);
  const [rows] = await sql`
    select (select count(*)::int from webhook_deliveries) as deliveries,
      (select count(*)::int from webhook_attempts) as attempts`;
  expect(rows).toEqual({ deliveries: 2, attempts: 2 });
});

test('never removes an event without a number, however old', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await sql`
    insert into events (id, entity_id, type, data, created_at)
    values (gen_random_uuid(), ${id}, 'inventory.updated', '{}', now() - interval '40 days')`;
  await TASKS.purge_events({ db } as never, {});
  expect(await sql`select from events where entity_id = ${id}`).toHaveLength(1);
});

test('the total of events is exact after any sequence, with gaps where a purge has begun', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  const totals = async (after: number) => {
    const [[kept], [counted]] = await Promise.all([
      countEvents(db, id, after),
      sql<{ total: number }[]>`
        select count(*)::int as total from events where entity_id = ${id} and sequence > ${after}`,
    ]);
    expect(kept).toEqual(counted);
    return kept?.total;
  };
  expect(await totals(0)).toBe(0);
  await sql`
    insert into events (id, entity_id, type, sequence, data)
    select gen_random_uuid(), ${id}, 'inventory.updated', n, '{}' from generate_series(1, 20000) n`;
  await sql`insert into event_sequences (entity_id, last) values (${id}, 20000)`;
  for (const after of [0, 1, 9_999, 10_000, 19_999, 20_000, 30_000]) await totals(after);
  await sql`delete from events where entity_id = ${id} and (sequence < 4000 or sequence in (4010, 4020, 4021))`;
  for (const after of [0, 3_999, 4_000, 4_010, 4_020, 10_000, 20_000]) await totals(after);
  expect(await totals(0)).toBe(15_998);
  await sql`
    update event_sequences set last = 30005, gaps = '{[20001,30001)}' where entity_id = ${id}`;
  await sql`
    insert into events (id, entity_id, type, sequence, data)
    select gen_random_uuid(), ${id}, 'inventory.updated', n, '{}' from generate_series(30001, 30005) n`;
  for (const after of [0, 15_000, 20_000, 25_000, 30_000, 30_002, 30_005]) await totals(after);
  expect(await totals(0)).toBe(16_003);
});

test('the oldest events are purged first, so that no gap is behind the first rows', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await sql`
    insert into events (id, entity_id, type, sequence, data, created_at)
    select gen_random_uuid(), ${id}, 'inventory.updated', n, '{}', now() - interval '40 days' + interval '1 second' * n
    from generate_series(1, 6000) n order by md5(n::text)`;
  await sql`create table purged (last int)`;
  await sql`
    create function note_purged() returns trigger language plpgsql as $$
    begin insert into purged select max(sequence) from gone having count(*) > 0; return null; end $$`;
  await sql`
    create trigger note_purged after delete on events referencing old table as gone for each statement
      execute function note_purged()`;
  await TASKS.purge_events({ db } as never, {});
  expect(await sql`select last from purged order by last`).toEqual([{ last: 5_000 }, { last: 6_000 }]);
});
