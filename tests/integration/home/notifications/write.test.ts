import { pino } from 'pino';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { noticeExpiringLicenses } from '../../../../server/features/notifications/licenses.sql';
import { writeWaiting } from '../../../../server/features/notifications/write';
import { openDatabase } from '../../../../server/platform/db/client';
import { storeNotice } from '../../../../server/platform/outbox/notices';
import { startPolling } from '../../../../server/transport/worker/polling';
import { TASKS } from '../../../../server/transport/worker/tasks';
import { createBusiness, createMember, createTeam } from '../../../factories/business';
import { openTestDatabase } from '../../../setup/database';
import { eventually } from '../../../setup/eventually';

const database = await openTestDatabase();
const { db, sql } = database;
const second = openDatabase({ url: database.url, pool: 4 });
afterAll(async () => {
  await second.close();
  await database.close();
});
const log = pino({ level: 'silent' });

const requested = (entityId: string, name: string) =>
  storeNotice(db, entityId, {
    kind: 'connection_requested',
    object: { type: 'connection', id: v7(), name },
    summary: `${name} wants to connect with you`,
    permission: 'update:connections',
  });

test('two workers write each of 400 notices once for each member concerned', async () => {
  const business = await createBusiness(db, 'wholesaler');
  await createTeam(db, business);
  const other = await createBusiness(db, 'wholesaler');
  await createMember(db, other, 'owner');
  const workers = [db, second.db].map((one) =>
    startPolling({ work: () => writeWaiting(one, log), pollMs: 500, log, failure: 'not written' }),
  );
  const NOTICES = 400;
  for (let n = 0; n < NOTICES; n++) await requested(business.id, `Business ${n}`);
  await eventually(
    () => sql`select from notices`,
    (waiting) => expect(waiting).toHaveLength(0),
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  const rows = await sql<{ role: string; total: number; distinct: number }[]>`
    select u.team_role as role, count(*)::int as total, count(distinct n.object_name)::int as distinct
    from notifications n join users u on u.id = n.user_id group by u.team_role order by 1`;
  expect(rows).toEqual([
    { role: 'admin', total: NOTICES, distinct: NOTICES },
    { role: 'owner', total: NOTICES, distinct: NOTICES },
  ]);
  // Ten mails an hour to each of two members; a worker may not see what the other one writes at the same time.
  const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'mail_notification'`;
  const mails = await sql<{ mail: string; n: number }[]>`
    select mail, count(*)::int as n from notifications group by mail order by mail`;
  expect(jobs.length).toBeGreaterThanOrEqual(20);
  expect(jobs.length).toBeLessThanOrEqual(40);
  expect(mails).toEqual([
    { mail: 'at_once', n: jobs.length },
    { mail: 'daily', n: 2 * NOTICES - jobs.length },
  ]);
});

test('mails that were sent within the hour leave less room, those of other members none less', async () => {
  const business = await createBusiness(db, 'wholesaler');
  const [owner, admin] = [
    await createMember(db, business, 'owner'),
    await createMember(db, business, 'admin'),
  ];
  await sql`
    insert into counted_mails (id, entity_id, address, created_at)
    select gen_random_uuid(), ${business.id}, ${owner.email}, now() - n * interval '7 minutes' from generate_series(1, 9) n`;
  for (let n = 0; n < 4; n++) await requested(business.id, `Business ${n}`);
  while (await writeWaiting(db, log));
  const mailsOf = async (userId: string) =>
    (
      await sql<
        { mail: string }[]
      >`select mail from notifications where user_id = ${userId} order by event_id`
    ).map(({ mail }) => mail);
  // Eight of nine are of this hour.
  expect(await mailsOf(owner.id)).toEqual(['at_once', 'at_once', 'daily', 'daily']);
  expect(await mailsOf(admin.id)).toEqual(['at_once', 'at_once', 'at_once', 'at_once']);
});

test('a notice that was written already is not written again', async () => {
  const business = await createBusiness(db, 'retailer', {
    licenseExpiry: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  });
  const owner = await createMember(db, business, 'owner');
  await createMember(db, business, 'manager');
  for (let n = 0; n < 3; n++) {
    await noticeExpiringLicenses(db);
    await writeWaiting(db, log);
  }
  const rows = await sql`select user_id, kind, summary from notifications where entity_id = ${business.id}`;
  expect(rows).toEqual([
    { user_id: owner.id, kind: 'expiration', summary: expect.stringContaining('expires within 7 days') },
  ]);
});

test('an event that cannot be read is skipped, and the rest is written', async () => {
  const business = await createBusiness(db, 'wholesaler');
  await createMember(db, business, 'owner');
  const id = v7();
  await sql`insert into events (id, entity_id, type, data, sequence) values (${id}, ${business.id}, 'order.created',
    jsonb_build_object('wholesaler', jsonb_build_object('id', ${business.id}::text)), 1)`;
  await sql`insert into notices (id, entity_id) values (${id}, ${business.id})`;
  await requested(business.id, 'Later');
  await writeWaiting(db, log);
  expect(await sql`select object_name from notifications where entity_id = ${business.id}`).toEqual([
    { object_name: 'Later' },
  ]);
});

test('notifications are deleted after 90 days', async () => {
  await sql`update notifications set created_at = now() - interval '91 days' where object_name = 'Later'`;
  const before = await sql`select from notifications`;
  await TASKS.purge_notifications({ db } as never, {});
  expect(await sql`select from notifications`).toHaveLength(before.length - 1);
});

test('a page of a million notifications, their unread count and marking read use an index', async () => {
  const business = await createBusiness(db, 'wholesaler');
  const owner = await createMember(db, business, 'owner');
  await sql`
    insert into notifications (id, user_id, entity_id, event_id, kind, permission, object_type, object_id, object_name,
      summary, bell, mail, created_at, read_at)
    select gen_random_uuid(), ${owner.id}, ${business.id}, gen_random_uuid(), 'low_stock', 'read:inventory',
      'inventory_item', gen_random_uuid(), 'x', 'x', true, 'none', now() - n * interval '1 second',
      case when n % 50 > 0 then now() end
    from generate_series(1, 20000) n`;
  await sql`analyze notifications`;
  const plans = [
    sql`explain (format text) select id from notifications n where n.user_id = ${owner.id} and n.bell
      order by n.created_at desc nulls last, n.id limit 51`,
    sql`explain (format text) select count(*) from (select from notifications n where n.user_id = ${owner.id}
      and n.bell and n.read_at is null limit 1000) n`,
  ];
  const texts = await Promise.all(plans.map(async (plan) => JSON.stringify(await plan)));
  expect(texts[0]).toContain('notifications_of_user');
  expect(texts[0]).not.toContain('Sort');
  expect(texts[1]).toContain('notifications_unread');
});
