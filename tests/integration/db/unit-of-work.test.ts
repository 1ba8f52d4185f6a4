import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../server/kernel/actor';
import { runUnitOfWork } from '../../../server/operation/unit-of-work';
import { type Database, openDatabase } from '../../../server/platform/db/client';
import { type Business, createBusiness } from '../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
let business: Business;
beforeAll(async () => {
  database = await openTestDatabase();
  business = await createBusiness(database.db, 'wholesaler');
});
afterAll(() => database.close());

const request = { id: 'r', address: '192.0.2.1', userAgent: null, transport: 'api' } as const;

async function stateOf(id: string) {
  const [row] = await database.sql`
    select e.name, (select count(*)::int from audit_log where entity_id = e.id) as audit,
      (select count(*)::int from events where entity_id = e.id) as events
    from entities e where e.id = ${id}`;
  return row;
}

describe.each([true, false])('the last statement and COMMIT, prepared: %s', (prepare) => {
  let own: Database;
  beforeAll(() => {
    own = openDatabase({ url: database.url, pool: 4, prepare });
  });
  afterAll(() => own.close());

  /** Renames the business with an audit row and an event. */
  const rename = (name: string, auditedId: string, eventEntity = business.id) => {
    const actor = { userId: business.id, name: 'A', entity: { id: business.id } } as Actor;
    return runUnitOfWork({ db: own.db, actor, request }, ['inventory.updated'], async (unit) => {
      await unit.db.execute(sql`update entities set name = ${name} where id = ${business.id}`);
      unit.audit({ action: 'entity.updated', objectId: auditedId });
      unit.emit('inventory.updated', eventEntity, { location_id: business.id } as never);
      return name;
    });
  };

  test('are one: once a unit has ended, its changes and rows are visible to all, 40 times in parallel', async () => {
    const before = await stateOf(business.id);
    await Promise.all(Array.from({ length: 40 }, (_, i) => rename(`Name ${i}`, business.id)));
    const after = await stateOf(business.id);
    expect(after).toMatchObject({ audit: before?.audit + 40, events: before?.events + 40 });
    await rename('Last', business.id);
    expect(await stateOf(business.id)).toMatchObject({ name: 'Last', audit: before?.audit + 41 });
  });

  test.each([
    ['audit row', 'no id', undefined],
    ['event', undefined, 'no id'],
  ])(
    'roll back and reject when the %s cannot be stored, and the connection serves the next',
    async (_, audited, entity) => {
      const before = await stateOf(business.id);
      for (let n = 0; n < 5; n++) {
        await expect(rename('Never', audited ?? business.id, entity)).rejects.toThrow();
      }
      expect(await stateOf(business.id)).toEqual(before);
      await rename('Next', business.id);
      expect(await stateOf(business.id)).toMatchObject({ name: 'Next', audit: before?.audit + 1 });
    },
  );
});
