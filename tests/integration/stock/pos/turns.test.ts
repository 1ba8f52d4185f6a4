import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { nextQueued } from '../../../../server/features/pos/runs/leased-run';
import { type Business, createBusiness } from '../../../factories/business';
import { connectPos } from '../../../factories/pos';
import { openTestDatabase } from '../../../setup/database';

const { db, sql, close } = await openTestDatabase();
afterAll(close);

/** A queued run of a location, so many seconds old. */
async function queue(owner: Business, locationId: string, seconds: number): Promise<string> {
  const id = v7();
  const connectionId = await connectPos(db, owner, {}, locationId);
  await sql`
    insert into sync_runs (id, entity_id, location_id, connection_id, sync_type, actor_name, request_id, lease_until,
      created_at)
    values (${id}, ${owner.id}, ${locationId}, ${connectionId}, 'full', 'Tester', 'turns', now(),
      now() - make_interval(secs => ${seconds}))`;
  return id;
}

test("the queue of a business is not kept waiting by another's older one", async () => {
  const long = await createBusiness(db, 'retailer', { locationCount: 3 });
  const short = await createBusiness(db, 'retailer');
  for (const locationId of long.locationIds) await queue(long, locationId, 60);
  const own = await queue(short, short.locationIds[0], 10);
  expect(await nextQueued(db, short.id)).toEqual([own]);
});
