import { randomUUID } from 'node:crypto';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Addressed, writeNotifications } from '../../../server/features/notifications/take.sql';
import { createBusiness } from '../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const MEMBERS = 60;
const NOTICES = 50;
const CAUSES = 10;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Plan {
  'Node Type': string;
  'Rows Removed by Join Filter'?: number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Rows that joins compared in vain, in a plan and all below it. */
const compared = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, one) => sum + compared(one), 0);

test('notices to many members are written without comparing each row with each', async () => {
  const { db, sql } = database;
  const { id: entityId } = await createBusiness(db, 'wholesaler');
  await sql`
    insert into users (id, entity_id, email, name, team_role, password_hash)
    select gen_random_uuid(), ${entityId}, 'm' || n || '@x.test', 'M', 'admin', 'x' from generate_series(1, ${MEMBERS}) n`;
  const causes = Array.from({ length: CAUSES }, () => randomUUID());
  const notices = Array.from(
    { length: NOTICES },
    (_, n): Addressed => ({
      id: randomUUID(),
      entity_id: entityId,
      created_at: '2026-11-27T12:00:00Z',
      kind: n % 5 === 0 ? 'new_order' : 'comment',
      permission: null,
      user_id: null,
      actor_id: null,
      cause_id: causes[n % CAUSES] ?? null,
      further: '{} more from a partner',
      location_ids: null,
      object_type: 'order',
      object_id: randomUUID(),
      object_name: 'ORD-1',
      summary: 'An order',
      mailed: false,
      roles: ['admin'],
      default_mail: 'at_once',
      required: false,
    }),
  );
  const query = new PgDialect().sqlToQuery(writeNotifications.build(notices));
  const [row] = await sql.unsafe<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
    `explain (analyze, format json) ${query.sql}`,
    query.params as never[],
  );
  expect(compared(row['QUERY PLAN'][0].Plan)).toBeLessThan(MEMBERS * NOTICES);
  const [{ written }] = await sql<[{ written: number }]>`select count(*)::int as written from notifications`;
  expect(written).toBe(MEMBERS * NOTICES);
});
