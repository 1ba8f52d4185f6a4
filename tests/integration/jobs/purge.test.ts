import { afterAll, expect, test } from 'vitest';
import { TASKS } from '../../../server/transport/worker/tasks';
import { createBusiness } from '../../factories/business';
import { openTestDatabase } from '../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

test('purge_requests deletes more than a batch of expired rows and keeps younger ones', async () => {
  const { id } = await createBusiness(db, 'wholesaler');
  await sql`
    insert into rate_limits (key, points, expire)
    select 'k' || n, 1, now() - case when n <= 5001 then interval '61 minutes' else interval '59 minutes' end
    from generate_series(1, 5002) n`;
  await sql`
    insert into counted_mails (id, entity_id, address, created_at)
    select gen_random_uuid(), ${id}, 'a@example.com', now() - n * interval '25 hours' from generate_series(1, 2) n`;
  await TASKS.purge_requests({ db } as never, {});
  expect(await sql`select key from rate_limits`).toEqual([{ key: 'k5002' }]);
  expect(await sql`select from counted_mails`).toHaveLength(1);
});

test('purge_sessions keeps a lock for a day after it has ended', async () => {
  await sql`
    insert into sign_in_failures (email, address, failures, first_failed_at, locked_until, reserved_at)
    select email, '', failures, first_failed_at, locked_until, reserved_at from (values
      ('open@example.com', 1, now() - interval '3 days', null::timestamptz, now()),
      ('young@example.com', 1, now() - interval '1 day', null, now()),
      ('locked@example.com', 5, now() - interval '3 days', now() - interval '23 hours', now()),
      ('over@example.com', 5, now() - interval '3 days', now() - interval '25 hours', now())
    ) as f (email, failures, first_failed_at, locked_until, reserved_at)`;
  await TASKS.purge_sessions({ db } as never, {});
  expect(await sql`select email from sign_in_failures order by email`).toEqual([
    { email: 'locked@example.com' },
    { email: 'young@example.com' },
  ]);
});
