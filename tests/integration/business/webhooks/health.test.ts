import { afterAll, expect, test } from 'vitest';
import { failPending, settleHealth } from '../../../../server/features/webhooks/health';
import { changeEndpoint } from '../../../../server/features/webhooks/service.sql';
import { newId } from '../../../../server/kernel/ids';
import { createBusiness } from '../../../factories/business';
import { openTestDatabase } from '../../../setup/database';

const database = await openTestDatabase();
const { db, sql } = database;
afterAll(() => database.close());

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';
const DAY_MS = 86_400_000;

/** An endpoint with a delivery that waits, and how many days it has been failing. */
async function open(days: number | null = null): Promise<string> {
  const [id, { id: entityId }] = [newId(), await createBusiness(db, 'wholesaler')];
  await sql`
    insert into webhook_endpoints (id, entity_id, url, events, secret, failing_since)
    values (${id}, ${entityId}, ${NEW}, '{*}', '-', now() - make_interval(days => ${days}::int))`;
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_type)
    values (${newId()}, ${id}, ${newId()}, 'inventory.updated')`;
  return id;
}
const standing = async (id: string) =>
  (
    await sql`
      select w.disabled_reason as reason, w.failing_since is not null as failing, d.status
      from webhook_endpoints w join webhook_deliveries d on d.endpoint_id = w.id where w.id = ${id}`
  )[0];

/** A lane that read the endpoint when it had been failing for six days has a response of an address. */
const settle = (id: string, url: string, outcome: { ok: boolean; status: number }) => {
  const failingSince = new Date(Date.now() - 6 * DAY_MS);
  const leased = { id, token: newId(), url, active: true, secrets: [], failingSince, batch: null };
  return settleHealth(db, leased, { kind: 'scheduled', url }, outcome);
};
const GONE = { ok: false, status: 410 };
const FAILED = { ok: false, status: 500 };

test('410 of an address disables its endpoint, unless another address has replaced it', async () => {
  const id = await open();
  await settle(id, OLD, GONE);
  expect(await standing(id)).toEqual({ reason: null, failing: false, status: 'pending' });
  await settle(id, NEW, GONE);
  expect(await standing(id)).toEqual({ reason: 'gone', failing: false, status: 'failed' });
});

test('five days of failures disable an endpoint, unless it was enabled again or another address has replaced theirs', async () => {
  const [enabled, failing] = [await open(), await open(6)];
  await settle(enabled, NEW, FAILED);
  expect(await standing(enabled)).toMatchObject({ reason: null, status: 'pending' });
  await settle(failing, OLD, FAILED);
  expect(await standing(failing)).toMatchObject({ reason: null, status: 'pending' });
  await settle(failing, NEW, FAILED);
  expect(await standing(failing)).toMatchObject({ reason: 'failing', status: 'failed' });
});

test('a success of an address that was replaced says nothing of the new one', async () => {
  const id = await open(2);
  await settle(id, OLD, { ok: true, status: 204 });
  expect(await standing(id)).toMatchObject({ failing: true });
  await settle(id, NEW, { ok: true, status: 204 });
  expect(await standing(id)).toMatchObject({ failing: false });
});

test('another address begins with no failures', async () => {
  const id = await open(6);
  const unchanged = {
    events: ['*'],
    description: null,
    active: true,
    limit: null,
    batch: null,
    filter: null,
    id,
  };
  await changeEndpoint(db, { url: NEW, ...unchanged });
  expect(await standing(id)).toMatchObject({ failing: true });
  await changeEndpoint(db, { url: OLD, ...unchanged });
  expect(await standing(id)).toMatchObject({ failing: false });
});

test('what waits for an endpoint that is enabled does not fail', async () => {
  const id = await open();
  await failPending(db, id);
  expect(await standing(id)).toMatchObject({ status: 'pending' });
  await sql`update webhook_endpoints set active = false, disabled_reason = 'manual' where id = ${id}`;
  await failPending(db, id);
  expect(await standing(id)).toMatchObject({ status: 'failed' });
});
