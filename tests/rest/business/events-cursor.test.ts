import { sql as query } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { entities } from '../../../server/features/entities/tables';
import { leaveGaps, raiseEpoch } from '../../../server/platform/outbox/epoch.sql';
import { createBusiness, createMember } from '../../factories/business';
import { type Envelope, emitSample, emitUpdates } from '../../factories/event';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectError, expectInvalid } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db, sql } = stage;

const purged: string[] = [];
/** What every file is checked for takes the log of each business to be whole. */
afterAll(() => sql`delete from events where entity_id = any(${purged})`);

interface Events {
  data: Envelope[];
  pagination: { total: number };
  next_after: number;
  oldest_sequence: number;
  last_sequence: number;
  epoch: number;
}
const PATH = '/api/v1/events';
const read = async (client: Client, query = '') => ok(await client.get<Events>(`${PATH}${query}`));
const positionsOf = ({ oldest_sequence, last_sequence, epoch, next_after }: Events) => ({
  oldest_sequence,
  last_sequence,
  epoch,
  next_after,
});

async function openShop() {
  const shop = await createBusiness(db, 'wholesaler', { locationCount: 2 });
  const owner = await stage.signIn(await createMember(db, shop, 'owner'));
  const dispatched = (count: number) =>
    eventually(
      () => sql`select from events where entity_id = ${shop.id} and sequence is not null`,
      (rows) => expect(rows).toHaveLength(count),
    );
  const emit = async (count: number, kept = count) => {
    await emitUpdates(db, shop.id, count);
    await dispatched(kept);
  };
  const purgeBelow = (sequence: number) =>
    sql`delete from events where entity_id = ${shop.id} and sequence < ${sequence}`;
  purged.push(shop.id);
  return { shop, owner, emit, purgeBelow, dispatched };
}

const restore = (id: string) => leaveGaps(db, query`select id from ${entities} where id = ${id}`);
const GAP = 1_000_000_000;

test('says where the log begins and ends, and its epoch, in the list and in each envelope', async () => {
  const { owner, emit, purgeBelow } = await openShop();
  const empty = { oldest_sequence: 1, last_sequence: 0, epoch: 1, next_after: 0 };
  expect(positionsOf(await read(owner))).toEqual(empty);
  await emit(5);
  const all = await read(owner);
  expect(positionsOf(all)).toEqual({ oldest_sequence: 1, last_sequence: 5, epoch: 1, next_after: 5 });
  expect(all.data.map(({ sequence, epoch }) => [sequence, epoch])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [n, 1]),
  );
  await purgeBelow(4);
  expect(positionsOf(await read(owner, '?limit=1'))).toMatchObject({ oldest_sequence: 4, next_after: 4 });
  await purgeBelow(6);
  expect(positionsOf(await read(owner, '?after=5'))).toEqual({
    oldest_sequence: 6,
    last_sequence: 5,
    epoch: 1,
    next_after: 5,
  });
});

test('a cursor behind the oldest event is 410, one above the last 409, and each says where to begin', async () => {
  const { owner, emit, purgeBelow } = await openShop();
  await emit(9);
  await purgeBelow(5);
  const at = (after: number) => owner.get<Events>(`${PATH}?after=${after}`);
  for (const after of [0, 4, 5, 9]) expect((await at(after)).status, `after ${after}`).toBe(200);
  expect(ok(await at(0)).data[0]?.sequence).toBe(5);
  const known = { oldest_sequence: 5, last_sequence: 9, epoch: 1 };
  for (const after of [1, 3]) {
    expect(expectError(await at(after), 'GONE')).toEqual({ reason: 'cursor_expired', ...known, after: 4 });
  }
  for (const after of [10, 999_999_999_999_999]) {
    expect(expectError(await at(after), 'CONFLICT')).toEqual({ reason: 'cursor_ahead', ...known, after: 9 });
  }
});

test('a limited reader gets the positions of the whole business', async () => {
  const { shop, owner, emit } = await openShop();
  const [here = '', there = ''] = shop.locationIds;
  const limited = await stage.signIn(await createMember(db, shop, 'admin', [here]));
  await emit(4);
  await sql`update events set location_ids = case when sequence in (1, 4) then ${[there]}::uuid[] end
    where entity_id = ${shop.id}`;
  const [whole, some] = [await read(owner), await read(limited)];
  expect(some.data.map(({ sequence }) => sequence)).toEqual([2, 3]);
  expect(positionsOf(some)).toEqual(positionsOf(whole));
  expect((await limited.get(`${PATH}?after=4`)).status).toBe(200);
  expect(expectError(await limited.get(`${PATH}?after=5`), 'CONFLICT')).toMatchObject({
    reason: 'cursor_ahead',
    last_sequence: 4,
  });
});

test('filters by type and object, and next_after goes beyond what was left out', async () => {
  const { shop, owner, emit, dispatched } = await openShop();
  await emit(3);
  await emitSample(db, shop.id, 'order.created');
  await dispatched(4);
  await emit(2, 6);
  const created = await read(owner, '?type=order.created');
  expect(created.data.map(({ sequence }) => sequence)).toEqual([4]);
  expect(created).toMatchObject({ next_after: 6, pagination: { total: 1 } });
  expect(await read(owner, '?type=order.created&after=4')).toMatchObject({ data: [], next_after: 6 });
  const order = created.data[0]?.data.id as string;
  const ofOrder = await read(owner, `?object_id=${order}`);
  expect(ofOrder.data.map(({ type }) => type)).toEqual(['order.created']);
  expect(await read(owner, `?object_id=${ABSENT_ID}`)).toMatchObject({ data: [], next_after: 6 });
  const updates = await read(owner, '?type=inventory.updated&limit=2&after=2');
  expect(updates.data.map(({ sequence }) => sequence)).toEqual([3, 5]);
  expect(updates.next_after).toBe(5);
  const other = await openShop();
  expect((await read(other.owner, `?object_id=${order}`)).data).toEqual([]);
  expectInvalid(await owner.get(`${PATH}?type=order.none`), 'type');
  expectInvalid(await owner.get(`${PATH}?object_id=1`), 'object_id');
});

test('after a restore, a cursor of lost events is 409 epoch_changed, and totals stay exact', async () => {
  const { shop, owner, emit, purgeBelow } = await openShop();
  const quiet = await openShop();
  await emit(5);
  await restore(shop.id);
  await restore(quiet.shop.id);
  await raiseEpoch(db);
  const at = (after: number, epoch?: number) =>
    owner.get<Events>(`${PATH}?after=${after}${epoch === undefined ? '' : `&epoch=${epoch}`}`);
  const known = { oldest_sequence: 1, last_sequence: 5, epoch: 2 };
  expect(positionsOf(ok(await at(5)))).toEqual({ ...known, next_after: 5 });
  expect(positionsOf(await read(quiet.owner))).toMatchObject({ oldest_sequence: 1, last_sequence: 0 });
  for (const after of [6, 500, GAP + 5]) {
    expect(expectError(await at(after), 'CONFLICT')).toEqual({ reason: 'epoch_changed', ...known, after: 5 });
  }
  expect(expectError(await at(GAP + 6), 'CONFLICT')).toMatchObject({ reason: 'cursor_ahead', after: 5 });
  expect(expectError(await at(3, 1), 'CONFLICT')).toEqual({ reason: 'epoch_changed', ...known, after: 3 });
  expect(ok(await at(3, 2)).data.map(({ epoch }) => epoch)).toEqual([2, 2]);

  await emit(2, 7);
  const rest = ok(await at(4));
  expect(rest.data.map(({ sequence }) => sequence)).toEqual([5, GAP + 6, GAP + 7]);
  expect(rest.pagination.total).toBe(3);
  expect(rest).toMatchObject({ next_after: GAP + 7, last_sequence: GAP + 7 });
  expect(expectError(await at(6), 'CONFLICT')).toMatchObject({ reason: 'epoch_changed', after: 5 });

  // A reader that stopped where the restored events end misses nothing, even when they are no longer kept.
  await purgeBelow(GAP);
  expect(ok(await at(5)).data).toHaveLength(2);
  expect(ok(await at(GAP + 5)).data).toHaveLength(2);
  expect(expectError(await at(4), 'GONE')).toMatchObject({ reason: 'cursor_expired', after: GAP + 5 });
  await restore(shop.id);
  await emit(1, 3);
  expect(ok(await at(GAP + 7))).toMatchObject({ pagination: { total: 1 }, last_sequence: 2 * GAP + 8 });
});
