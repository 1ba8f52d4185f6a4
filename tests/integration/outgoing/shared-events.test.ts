import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { passOnShared } from '../../../server/platform/outbox/shared';
import { openTestDatabase } from '../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

test("an owner whose events can't be passed on doesn't stop those of others", async () => {
  const [failing, other] = ['0a', '0b'].map((first) => ({
    entity_id: randomUUID(),
    event_id: `${first}${randomUUID().slice(2)}`,
  }));
  await sql`insert into shared_events ${sql([failing, other] as { entity_id: string; event_id: string }[])}`;
  const asked: string[] = [];
  const pass = passOnShared(db, async (_, entityId) => {
    asked.push(entityId);
    if (entityId === failing?.entity_id) throw new Error('too many partners');
    return [{ waiting: false }];
  });
  await expect(pass).rejects.toThrow('too many partners');
  expect(asked).toEqual([failing?.entity_id, other?.entity_id]);
});
