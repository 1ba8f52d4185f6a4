import { expect, test } from 'vitest';
import type { ScheduleView } from '../../../server/features/reports/schedules/resource';
import { createKey, withKey } from '../../factories/api-key';
import { createBusiness, createMember } from '../../factories/business';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/report-schedules';
const idOf = (client: Client) => client.tokens?.user.id ?? '';
const at = ({ id }: Pick<ScheduleView, 'id'>) => `${PATH}/${id}`;
const listed = async (client: Client) =>
  ok(await client.get<{ data: ScheduleView[] }>(PATH)).data.map(({ id }) => id);
const weekly = { report: 'sales', query: 'by=customer&range=last_7_days', weekday: 'mon', hour: 8 };
const schedule = async (client: Client, members: Client[], fields: object = {}) =>
  ok(await client.post<ScheduleView>(PATH, { ...weekly, member_ids: members.map(idOf), ...fields }));

const business = await createBusiness(db, 'wholesaler', { locationCount: 2 });
const member = async (role: 'owner' | 'manager' | 'viewer') =>
  stage.signIn(await createMember(db, business, role));
const owner = await member('owner');
const viewer = await member('viewer');
const stranger = await stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));

test('are made, changed and ended by who scheduled them, owners and admins, and recorded', async () => {
  const own = await schedule(viewer, [viewer, owner]);
  expect(own).toMatchObject({ ...weekly, member_ids: [idOf(viewer), idOf(owner)], created_by: idOf(viewer) });
  expect(ok(await viewer.patch(at(own), { hour: 16, query: '' }))).toMatchObject({ hour: 16, query: '' });
  expect(ok(await owner.patch(at(own), { weekday: 'fri', report: 'batch-ages' }))).toMatchObject({
    weekday: 'fri',
  });
  expectInvalid(await owner.patch(at(own), {}), '', 'empty_patch');
  expectInvalid(await owner.patch(at(own), { created_by: idOf(owner) }), 'created_by', 'read_only');
  expect((await owner.delete(at(own))).status).toBe(204);
  expectAbsent(await viewer.patch(at(own), { hour: 1 }));
  const actions = ok(
    await owner.get<{ data: { action: string }[] }>(`/api/v1/audit?object_id=${own.id}`),
  ).data.map(({ action }) => action.split('.')[1]);
  expect(actions.sort()).toEqual(['created', 'deleted', 'updated', 'updated']);
});

test('are seen by those who get them, who can only stop that; others get 404', async () => {
  const colleague = await member('manager');
  const own = await schedule(owner, [owner, viewer]);
  expect(await listed(viewer)).toContain(own.id);
  expect(await listed(colleague)).not.toContain(own.id);
  expectAbsent(await colleague.delete(at(own)));
  expectAbsent(await stranger.patch(at(own), { hour: 1 }));
  expectAbsent(await stranger.delete(at(own)));
  expect(await listed(stranger)).toEqual([]);
  expect(expectError(await viewer.patch(at(own), { member_ids: [idOf(viewer)] }), 'FORBIDDEN').reason).toBe(
    'other_schedule',
  );
  expect((await viewer.delete(at(own))).status).toBe(204);
  expect(await listed(viewer)).not.toContain(own.id);
  expect(ok(await owner.patch<ScheduleView>(at(own), { hour: 3 })).member_ids).toEqual([idOf(owner)]);
});

test.each([
  [{ query: 'by=planet' }, 'query.by', 'unknown_value'],
  [{ query: 'range=custom' }, 'query.start_date', 'required'],
  [
    { query: 'range=custom&start_date=2026-02-01&end_date=2026-01-01' },
    'query.end_date',
    'range_upside_down',
  ],
  [{ query: 'by=supplier&side=selling' }, 'query.by', 'conflict'],
  [{ query: 'limit=500' }, 'query.limit', 'unknown_key'],
  [{ query: '__proto__=1' }, 'query.__proto__', 'unknown_key'],
  [{ query: 'by=brand&by=product' }, 'query.by', 'repeated'],
  [{ report: 'sales/trend', query: 'by=brand' }, 'query.by', 'unknown_key'],
  [{ report: 'batch-ages', query: 'range=last_7_days' }, 'query.range', 'unknown_key'],
  [{ report: 'stock', query: 'days=0' }, 'query.days', 'value_too_small'],
  [{ report: 'margins', query: '' }, 'report', 'unknown_value'],
  [{ query: `by=${'x'.repeat(500)}` }, 'query', 'too_long'],
  [{ query: { by: 'brand' } }, 'query', 'wrong_type'],
  [{ weekday: 1 }, 'weekday', 'unknown_value'],
  [{ hour: 24 }, 'hour', 'value_too_large'],
  [{ hour: 8.5 }, 'hour', 'not_an_integer'],
  [{ member_ids: [] }, 'member_ids', 'too_few_items'],
  [{ member_ids: [ABSENT_ID] }, 'member_ids[0]', 'unknown_id'],
  [{ member_ids: [idOf(owner), idOf(stranger)] }, 'member_ids[1]', 'unknown_id'],
  [{ member_ids: [idOf(owner), idOf(owner)] }, 'member_ids', 'duplicate'],
])('reject %j (400)', async (fields, path, code) => {
  expectInvalid(await owner.post(PATH, { ...weekly, member_ids: [idOf(owner)], ...fields }), path, code);
});

test('take every report with its own parameters', async () => {
  for (const [report, query] of [
    ['sales', 'by=brand&range=this_quarter&compare=last_year&side=buying&sort=-units'],
    ['sales/trend', 'range=custom&start_date=2026-01-01&end_date=2026-01-31'],
    ['sell-through', '?by=category'],
    ['batch-ages', ''],
    ['stock', 'days=7'],
  ]) {
    expect((await schedule(owner, [owner], { report, query })).report).toBe(report);
  }
});

test('of a member who is removed go on for the others, and end without any', async () => {
  const leaving = await member('manager');
  const own = await schedule(leaving, [leaving]);
  const shared = await schedule(leaving, [leaving, viewer]);
  expect((await owner.delete(`/api/v1/entity/team/${idOf(leaving)}`)).status).toBe(204);
  expectAbsent(await owner.patch(at(own), { hour: 1 }));
  expect(ok(await owner.patch<ScheduleView>(at(shared), { hour: 1 })).member_ids).toEqual([idOf(viewer)]);
  expectInvalid(
    await owner.patch(at(shared), { member_ids: [idOf(leaving)] }),
    'member_ids[0]',
    'unknown_id',
  );
});

test('of a key are those of its creator, within the same limits', async () => {
  const all = await schedule(viewer, [viewer]);
  const keyed = withKey(stage.server.url, (await createKey(owner, { permissions: ['read:orders'] })).secret);
  const own = await schedule(keyed, [viewer]);
  expect(own.created_by).toBe(idOf(owner));
  expect(await listed(keyed)).not.toContain(all.id);
  const lacking = { reason: 'permission_required', permission: 'read:inventory' };
  const stock = { ...weekly, report: 'stock', query: '', member_ids: [idOf(viewer)] };
  expect(expectError(await keyed.post(PATH, stock), 'FORBIDDEN')).toMatchObject(lacking);
  expect(expectError(await keyed.patch(at(own), { report: 'stock', query: '' }), 'FORBIDDEN')).toMatchObject(
    lacking,
  );
  const narrow = withKey(
    stage.server.url,
    (await createKey(owner, { permissions: ['read:products'] })).secret,
  );
  // What a key may not read is unknown to it (decision 909).
  const ofStock = await schedule(owner, [owner], { report: 'stock', query: '' });
  for (const [client, hidden] of [
    [narrow, own],
    [keyed, ofStock],
  ] as const) {
    expect(await listed(client)).not.toContain(hidden.id);
    expectAbsent(await client.patch(at(hidden), { hour: 9 }));
    expectAbsent(await client.delete(at(hidden)));
  }
  expect(await listed(keyed)).toContain(own.id);
  expect((await owner.delete(at(ofStock))).status).toBe(204);
  expect((await keyed.delete(at(own))).status).toBe(204);
});

test.skipIf(IS_SHORT)(
  'are at most 50, and 100 mails a week, however many are added in parallel (409)',
  async () => {
    const crowd = await createBusiness(db, 'retailer');
    const boss = await stage.signIn(await createMember(db, crowd, 'owner'));
    const ids = [idOf(boss)];
    for (let count = 0; count < 10; count++) ids.push((await createMember(db, crowd, 'viewer')).id);
    const add = (member_ids: string[]) => boss.post(PATH, { ...weekly, query: '', member_ids });
    const many = await Promise.all(Array.from({ length: 12 }, () => add(ids.slice(0, 10))));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(10);
    const full = many.find(({ status }) => status === 409);
    expect(full && expectError(full, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 100 });
    for (const answer of many) {
      if (answer.status === 201)
        ok(await boss.patch(at(answer.body as ScheduleView), { member_ids: [ids[10]] }));
    }
    const single = await Promise.all(Array.from({ length: 42 }, () => add(ids.slice(0, 1))));
    expect(single.filter(({ status }) => status === 201)).toHaveLength(40);
  },
);
