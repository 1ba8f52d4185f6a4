import { randomUUID } from 'node:crypto';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Addressed, writeNotifications } from '../../../../server/features/notifications/take.sql';
import { createBusiness } from '../../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';

const MEMBERS = 60;
const NOTICES = 50;
const CAUSES = 10;
const AT = '2026-11-27T12:00:00Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Rows that joins compared in vain, in a plan and all below it. */
const compared = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, one) => sum + compared(one), 0);

/** Notifications that a plan and all below it looked at. */
const readOf = (plan: Plan): number =>
  (plan['Relation Name'] === 'notifications' && plan['Node Type'].includes('Scan')
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readOf(one), 0);

/** A notice to the administrators of a business. */
const noticeOf = (entityId: string, n: number, causeId: string | null): Addressed => ({
  id: randomUUID(),
  entity_id: entityId,
  created_at: AT,
  kind: n % 5 === 0 ? 'new_order' : 'comment',
  permission: null,
  user_id: null,
  actor_id: null,
  cause_id: causeId,
  further: '{} more from a partner',
  location_ids: null,
  object_type: 'order',
  object_id: randomUUID(),
  object_name: 'ORD-1',
  summary: 'An order',
  mailed: false,
  mail_only: false,
  whole: false,
  roles: ['admin'],
  default_mail: 'at_once',
  required: false,
});

async function writtenBy(notices: readonly Addressed[]): Promise<Plan> {
  const query = new PgDialect().sqlToQuery(writeNotifications.build(notices));
  const [row] = await database.sql.unsafe<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
    `explain (analyze, format json) ${query.sql}`,
    query.params as never[],
  );
  return row['QUERY PLAN'][0].Plan;
}

test('notices to many members are written without comparing each row with each', async () => {
  const { db, sql } = database;
  const { id: entityId } = await createBusiness(db, 'wholesaler');
  await sql`
    insert into users (id, entity_id, email, name, team_role, password_hash)
    select gen_random_uuid(), ${entityId}, 'm' || n || '@x.test', 'M', 'admin', 'x' from generate_series(1, ${MEMBERS}) n`;
  const causes = Array.from({ length: CAUSES }, () => randomUUID());
  const notices = Array.from({ length: NOTICES }, (_, n) =>
    noticeOf(entityId, n, causes[n % CAUSES] ?? null),
  );
  expect(compared(await writtenBy(notices))).toBeLessThan(MEMBERS * NOTICES);
  const [{ written }] = await sql<[{ written: number }]>`select count(*)::int as written from notifications`;
  expect(written).toBe(MEMBERS * NOTICES);
});

test('for a member who wants a kind by mail alone, the notices that others got in the hour are not read', async () => {
  const { db, sql } = database;
  const { id: entityId } = await createBusiness(db, 'wholesaler');
  const [user] = await sql<[{ id: string }]>`
    insert into users (id, entity_id, email, name, team_role, password_hash)
    values (gen_random_uuid(), ${entityId}, 'mail@x.test', 'M', 'admin', 'x') returning id`;
  await sql`insert into notification_preferences (user_id, kind, bell, mail) values (${user.id}, 'comment', false, 'at_once')`;
  await sql`analyze notifications`;
  const plan = await writtenBy([noticeOf(entityId, 1, randomUUID())]);
  expect(readOf(plan)).toBeLessThan(100);
  expect(await sql`select bell from notifications where user_id = ${user.id}`).toEqual([{ bell: false }]);
});
