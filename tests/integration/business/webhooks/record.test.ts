import { afterAll, expect, test } from 'vitest';
import { openRecorder } from '../../../../server/features/webhooks/record';
import { newId } from '../../../../server/kernel/ids';
import { createBusiness } from '../../../factories/business';
import { openTestDatabase } from '../../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

async function openDelivery(): Promise<string> {
  const [id, endpointId, { id: entityId }] = [newId(), newId(), await createBusiness(db, 'wholesaler')];
  await sql`
    insert into webhook_endpoints (id, entity_id, url, events, secret)
    values (${endpointId}, ${entityId}, 'https://example.com/', '{*}', '-')`;
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type)
    values (${id}, ${endpointId}, ${newId()}, 'inventory.updated')`;
  return id;
}
const delivered = (deliveryId: string) => ({
  ...{ deliveryId, round: 0, at: new Date(), kind: 'scheduled' as const, statusCode: 204, durationMs: 1 },
  ...{
    responseBody: '',
    error: null,
    batchId: null,
    counts: true,
    signature: '-',
    status: 'delivered' as const,
    nextAttemptAt: null,
  },
});
const stored = async (id: string) =>
  (
    await sql`
      select d.status, d.tries, count(a.id)::int as attempts from webhook_deliveries d
      left join webhook_attempts a on a.delivery_id = d.id where d.id = ${id} group by d.id`
  )[0];
const DONE = { status: 'delivered', tries: 1, attempts: 1 };

test('stores what nothing locks at once, the rest once it is free, and of a deleted delivery nothing', async () => {
  const recorder = openRecorder(db);
  const [locked, free, deleted] = [await openDelivery(), await openDelivery(), await openDelivery()];
  const { late } = await sql.begin(async (tx) => {
    await tx`select from webhook_deliveries where id = ${locked} for update`;
    await tx`delete from webhook_deliveries where id = ${deleted}`;
    const late = Promise.all([recorder.record(delivered(locked)), recorder.record(delivered(deleted))]);
    await recorder.record(delivered(free));
    expect(await stored(free)).toEqual(DONE);
    expect(await stored(locked)).toEqual({ status: 'pending', tries: 0, attempts: 0 });
    return { late };
  });
  await late;
  expect(await stored(locked)).toEqual(DONE);
  expect(await sql`select from webhook_attempts where delivery_id = ${deleted}`).toHaveLength(0);
});
