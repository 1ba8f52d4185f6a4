import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Connection } from '../../../server/features/entities/connections/resource';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid, MALFORMED_IDS } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

type ConnectionBody = z.infer<typeof Connection>;

const stage = await openStage();
const PATH = '/api/v1/entity/connections';

interface Party {
  business: Business;
  client: Client;
}
async function party(type: 'retailer' | 'wholesaler' | 'cultivator'): Promise<Party> {
  const business = await createBusiness(stage.db, type);
  return { business, client: await stage.signIn(await createMember(stage.db, business, 'admin')) };
}
const two = async () => ({ a: await party('retailer'), b: await party('wholesaler') });
const request = ({ client }: Party, { business }: Party, message?: string) =>
  client.post<ConnectionBody>(`${PATH}/request`, { entity_id: business.id, ...(message ? { message } : {}) });
const viewOf = ({ business: { id, name, type } }: Party) => ({ id, name, type });

test('connects by request (201) and accept (200), and shows each side its own view', async () => {
  const { a, b } = await two();
  const { status, body } = await request(a, b, 'Hello');
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    entity: viewOf(b),
    direction: 'outgoing',
    status: 'pending',
    message: 'Hello',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    responded_at: null,
  });
  const accepted = await b.client.post<ConnectionBody>(`${PATH}/${body.id}/accept`);
  expect(accepted.status).toBe(200);
  expect(accepted.body).toEqual({
    ...body,
    entity: viewOf(a),
    direction: 'incoming',
    status: 'accepted',
    updated_at: expect.stringMatching(/Z$/),
    responded_at: expect.stringMatching(/Z$/),
  });
  const { data } = ok(await a.client.get<{ data: ConnectionBody[] }>(PATH));
  expect(data).toEqual([{ ...accepted.body, entity: viewOf(b), direction: 'outgoing' }]);
  const rows = await stage.sql`
    select entity_id, action, before, after from audit_log where object_id = ${body.id} order by id`;
  expect(rows).toMatchObject([
    { entity_id: a.business.id, action: 'connection.requested', after: { status: 'pending' } },
    {
      entity_id: b.business.id,
      action: 'connection.accepted',
      before: { status: 'pending' },
      after: { status: 'accepted' },
    },
  ]);
});

test('shares the profile of the other business only while the connection is accepted', async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  const read = async ({ client }: Party) => ok(await client.get<{ profile: object | null }>(`${PATH}/${id}`));
  expect((await read(a)).profile).toBeNull();
  expect((await read(b)).profile).toBeNull();
  const accepted = ok(await b.client.post<ConnectionBody>(`${PATH}/${id}/accept`));
  expect(accepted).not.toHaveProperty('profile');
  const profileOf = async ({ client }: Party) => {
    const entity = ok(await client.get<Record<string, unknown>>('/api/v1/entity'));
    const { legal_name, license_number, license_type, license_expiry, license_warnings } = entity;
    const { address, contact } = entity;
    return {
      ...{ legal_name, license_number, license_type, license_expiry, license_warnings, address, contact },
      license_verified: true,
      ...{ license_state: 'CA', license_use: 'both', license_changed_at: null, operator_verified_at: null },
      ...{ confirmed: null, formerly_confirmed: null },
    };
  };
  expect((await read(a)).profile).toEqual(await profileOf(b));
  expect((await read(b)).profile).toEqual(await profileOf(a));
  expectAbsent(await (await party('retailer')).client.get(`${PATH}/${id}`));

  const other = await two();
  const rejected = ok(await request(other.a, other.b));
  ok(await other.b.client.post(`${PATH}/${rejected.id}/reject`));
  expect(ok(await other.a.client.get(`${PATH}/${rejected.id}`))).toMatchObject({ profile: null });
});

test.skipIf(IS_SHORT)('lists connections by status', async () => {
  const { a, b } = await two();
  const c = await party('wholesaler');
  const { id } = ok(await request(a, b));
  const pending = ok(await request(a, c));
  ok(await b.client.post(`${PATH}/${id}/accept`));
  const idsOf = async (status: string) => {
    const list = ok(
      await a.client.get<{ data: ConnectionBody[]; pagination: object }>(`${PATH}?status=${status}`),
    );
    expect(list.pagination).toMatchObject({ total: list.data.length });
    return list.data.map((one) => one.id);
  };
  expect(await idsOf('accepted')).toEqual([id]);
  expect(await idsOf('pending')).toEqual([pending.id]);
  expect(await idsOf('rejected')).toEqual([]);
  expectInvalid(await a.client.get(`${PATH}?status=ended`), 'status');
});

test.skipIf(IS_SHORT)('lists connections by side and by business', async () => {
  const parties = await Promise.all(
    (['wholesaler', 'cultivator', 'retailer', 'wholesaler'] as const).map((type) => party(type)),
  );
  const [reseller, farm, shop, peer] = parties as [Party, Party, Party, Party];
  for (const other of [farm, shop, peer]) await connect(stage.db, reseller.business, other.business);
  const unclaimed = ok(
    await reseller.client.post<{ id: string }>('/api/v1/customers', {
      ...{ type: 'wholesaler', name: 'Not on board', license_number: 'C11-0000777' },
      address: { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' },
    }),
  );
  const others = async ({ client }: Party, query: string) => {
    const { data, pagination } = ok(
      await client.get<{ data: ConnectionBody[]; pagination: object }>(`${PATH}?${query}`),
    );
    expect(pagination).toMatchObject({ total: data.length });
    return data.map(({ entity }) => entity.id).sort();
  };
  const ids = (...of: { id: string }[]) => of.map(({ id }) => id).sort();
  expect(await others(reseller, 'side=buying')).toEqual(ids(farm.business, peer.business));
  expect(await others(reseller, 'side=selling')).toEqual(ids(shop.business, peer.business, unclaimed));
  expect(await others(reseller, 'side=selling&status=pending')).toEqual([]);
  expect(await others(farm, 'side=buying')).toEqual([]);
  expect(await others(farm, 'side=selling')).toEqual(ids(reseller.business));
  expect(await others(shop, 'side=buying')).toEqual(ids(reseller.business));
  expect(await others(shop, 'side=selling')).toEqual([]);
  expect(await others(reseller, `entity_id=${farm.business.id}`)).toEqual(ids(farm.business));
  expect(await others(farm, `entity_id=${shop.business.id}`)).toEqual([]);
  expectInvalid(await reseller.client.get(`${PATH}?side=both`), 'side');
  expectInvalid(await reseller.client.get(`${PATH}?entity_id=1`), 'entity_id');
});

test('rejects a response by the requester (403) and by others (404)', async () => {
  const { a, b } = await two();
  const stranger = await party('wholesaler');
  const { id } = ok(await request(a, b));
  for (const verb of ['accept', 'reject']) {
    expectError(await a.client.post(`${PATH}/${id}/${verb}`), 'FORBIDDEN');
    for (const other of [id, ABSENT_ID, ...MALFORMED_IDS]) {
      expectAbsent(await stranger.client.post(`${PATH}/${other}/${verb}`));
    }
  }
  expectAbsent(await stranger.client.delete(`${PATH}/${id}`));
  for (const role of ['manager', 'viewer'] as const) {
    const member = await stage.signIn(await createMember(stage.db, b.business, role));
    expectError(await member.post(`${PATH}/${id}/accept`), 'FORBIDDEN');
    expectError(await member.post(`${PATH}/request`, {}), 'FORBIDDEN');
  }
  expect(ok(await a.client.get<{ data: ConnectionBody[] }>(PATH)).data[0]?.status).toBe('pending');
});

test('rejects a second response (409), naming the states', async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  ok(await b.client.post(`${PATH}/${id}/reject`));
  for (const [verb, to] of [
    ['accept', 'accepted'],
    ['reject', 'rejected'],
  ]) {
    expect(expectError(await b.client.post(`${PATH}/${id}/${verb}`), 'INVALID_TRANSITION')).toEqual({
      reason: 'invalid_transition',
      from: 'rejected',
      to,
      allowed: [],
    });
  }
});

test('rejects a second request, pending or accepted (409)', async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  expect(expectError(await request(a, b), 'CONFLICT')).toEqual({
    reason: 'already_requested',
    connection_id: id,
  });
  ok(await b.client.post(`${PATH}/${id}/accept`));
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    expect(expectError(await request(from, to), 'CONFLICT')).toEqual({
      reason: 'already_connected',
      connection_id: id,
    });
  }
});

test('accepts the pending request when the other side requests too (201)', async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  const { status, body } = await request(b, a);
  expect(status).toBe(201);
  expect(body).toMatchObject({ id, status: 'accepted', direction: 'incoming', entity: viewOf(a) });
});

test('rejects a new request within 24 hours of a rejection (409 with Retry-After), except from the rejecting side (201)', async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  ok(await b.client.post(`${PATH}/${id}/reject`));
  const soon = await request(a, b);
  const details = expectError(soon, 'CONFLICT');
  expect(details.reason).toBe('rejected_recently');
  expect(Number(soon.headers['retry-after'])).toBe(details.retry_after);
  expect(details.retry_after).toBeGreaterThan(86_390);
  expect(details.retry_after).toBeLessThanOrEqual(86_400);
  await stage.sql`update connections set responded_at = now() - interval '24 hours' where id = ${id}`;
  const again = await request(a, b);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(id);
  ok(await b.client.post(`${PATH}/${again.body.id}/reject`));
  expect(await request(b, a)).toMatchObject({ status: 201, body: { status: 'pending' } });
});

test('rejects a connection to yourself and a malformed id (400), and an unknown business (404)', async () => {
  const { a } = await two();
  expectInvalid(await request(a, a), 'entity_id', 'own_entity');
  const send = (body: object) => a.client.post(`${PATH}/request`, body);
  expectInvalid(await send({}), 'entity_id', 'required');
  expectInvalid(await send({ entity_id: 'x' }), 'entity_id');
  expectInvalid(await send({ entity_id: ABSENT_ID, message: 'x'.repeat(1001) }), 'message');
  expectInvalid(await send({ entity_id: ABSENT_ID, note: 'x' }), 'note', 'unknown_key');
  expectAbsent(await send({ entity_id: ABSENT_ID }));
});

test('lets either side end an accepted connection (204), after which orders need a new one', async () => {
  for (const ender of ['buyer', 'seller'] as const) {
    const trade = await openTrade(stage);
    const { data } = ok(await trade[ender].get<{ data: ConnectionBody[] }>(PATH));
    const id = data[0]?.id;
    const answer = await trade[ender].delete(`${PATH}/${id}`);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expectAbsent(await trade[ender].delete(`${PATH}/${id}`));
    const items = [{ product_id: trade.product.id, quantity: 1 }];
    const order = await trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items });
    expect(expectError(order, 'FORBIDDEN')).toEqual({ reason: 'connection_required' });
    const entity_id = trade.wholesaler.id;
    expect((await trade.buyer.post(`${PATH}/request`, { entity_id })).status).toBe(201);
  }
});

test("rejects ending a connection that isn't accepted (409)", async () => {
  const { a, b } = await two();
  const { id } = ok(await request(a, b));
  for (const { client } of [a, b]) {
    expect(expectError(await client.delete(`${PATH}/${id}`), 'CONFLICT')).toMatchObject({
      reason: 'not_accepted',
    });
  }
});

test('lists newest first or in the requested order (200)', async () => {
  const me = await party('wholesaler');
  const others = await Promise.all([party('retailer'), party('retailer')]);
  for (const [i, other] of others.entries()) {
    await connect(stage.db, other.business, me.business, i === 0 ? 'pending' : 'accepted');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const idsOf = async (query: string) =>
    ok(await me.client.get<{ data: ConnectionBody[] }>(`${PATH}${query}`)).data.map(
      ({ entity }) => entity.id,
    );
  const [first, second] = others.map(({ business }) => business.id);
  expect(await idsOf('')).toEqual([second, first]);
  expect(await idsOf('?sort=created_at')).toEqual([first, second]);
  expect(await idsOf('?sort=-status')).toEqual([first, second]);
});

test.skipIf(IS_SHORT)(
  'rejects a request while 200 of the business wait for a response (409), and accepts one of another',
  async () => {
    const { a, b } = await two();
    await stage.sql`
    insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, contact_email)
    select gen_random_uuid(), 'wholesaler', 'free', 'Crowd ' || n, 'x', 'x', 'x', 'x', 'CA', '94601', 'x@business.test'
    from generate_series(1, 200) n`;
    await stage.sql`
    insert into connections (id, requester_id, target_id, status)
    select gen_random_uuid(), ${a.business.id}, id, 'pending' from entities where name like 'Crowd %'`;
    expect(expectError(await request(a, b), 'CONFLICT')).toEqual({ reason: 'too_many', limit: 200 });
    expect((await b.client.get<{ data: unknown[] }>(PATH)).body.data).toEqual([]);
    const { id } = ok(await request(b, a));
    expect((await a.client.post(`${PATH}/${id}/accept`)).status).toBe(200);
  },
);

test.skipIf(IS_SHORT)('makes one accepted connection of two parallel mirrored requests', async () => {
  for (let round = 0; round < 10; round++) {
    const { a, b } = await two();
    const answers = await Promise.all([request(a, b), request(b, a)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const rows = await stage.sql`
      select status from connections where ${a.business.id} in (requester_id, target_id)`;
    expect(rows).toEqual([{ status: 'accepted' }]);
  }
});

test.skipIf(IS_SHORT)('makes one connection of twenty parallel equal requests', async () => {
  const { a, b } = await two();
  const answers = await Promise.all(Array.from({ length: 20 }, () => request(a, b)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test.skipIf(IS_SHORT)('counts one of a parallel accept and reject', async () => {
  for (let round = 0; round < 5; round++) {
    const { a, b } = await two();
    const { id } = ok(await request(a, b));
    const answers = await Promise.all(
      ['accept', 'reject', 'accept', 'reject'].map((verb) => b.client.post(`${PATH}/${id}/${verb}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  }
});
