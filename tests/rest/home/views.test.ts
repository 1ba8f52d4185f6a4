import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { type Client, ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const VIEWS = '/api/v1/views';

interface View {
  id: string;
  list: string;
  name: string;
  query: string;
}
const save = async (client: Client, fields: Partial<View> = {}) =>
  ok(await client.post<View>(VIEWS, { list: 'orders', name: 'Mine', query: 'status=pending', ...fields }));
const listed = async (client: Client, query = '') =>
  ok(await client.get<{ data: View[] }>(`${VIEWS}${query}`)).data;
const member = async (role: 'owner' | 'viewer' = 'viewer') =>
  stage.signIn(await createMember(stage.db, await createBusiness(stage.db, 'retailer'), role));

describe('saved views', () => {
  test('are created, listed by list, renamed, changed and deleted, by a viewer too', async () => {
    const client = await member();
    const answer = await client.post<View>(VIEWS, { list: 'orders', name: ' To pay ', query: 'sort=-total' });
    expect(answer.headers.location).toBe(`${VIEWS}/${answer.body.id}`);
    const view = ok(answer);
    expect(view).toMatchObject({ list: 'orders', name: 'To pay', query: 'sort=-total' });
    const low = await save(client, { list: 'inventory', name: 'Low', query: 'low=true' });
    expect(await listed(client)).toEqual([view, low]);
    expect(await listed(client, '?list=inventory')).toEqual([low]);
    const path = `${VIEWS}/${view.id}`;
    expect(ok(await client.patch(path, { name: 'Unpaid' }))).toMatchObject({
      name: 'Unpaid',
      query: 'sort=-total',
    });
    expect(ok(await client.patch(path, { query: '' }))).toMatchObject({ name: 'Unpaid', query: '' });
    expect((await client.delete(path)).status).toBe(204);
    expectAbsent(await client.get(path));
    expectAbsent(await client.delete(path));
  });

  test('have a total that counts those beyond the first page', async () => {
    const client = await member();
    const { id } = await save(client);
    await stage.sql`insert into saved_views (id, user_id, list, name, query)
      select gen_random_uuid(), user_id, 'orders', 'View ' || n, '' from saved_views, generate_series(1, 200) n where id = ${id}`;
    for (const [query, total] of [
      ['?limit=200', 201],
      ['?limit=200&page=2', 201],
      ['?limit=500', 201],
      ['?limit=500&list=inventory', 0],
    ] as const) {
      const { pagination } = ok(
        await client.get<{ pagination: { total: number; has_more: boolean } }>(`${VIEWS}${query}`),
      );
      expect(pagination, query).toMatchObject({ total, has_more: query === '?limit=200' });
    }
  });

  test('are only their owner’s, colleagues included (404)', async () => {
    const business = await createBusiness(stage.db, 'wholesaler');
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const colleague = await stage.signIn(await createMember(stage.db, business, 'admin'));
    const { id } = await save(owner);
    for (const client of [colleague, await member('owner')]) {
      expect(await listed(client)).toEqual([]);
      expectAbsent(await client.get(`${VIEWS}/${id}`));
      expectAbsent(await client.patch(`${VIEWS}/${id}`, { name: 'x' }));
      expectAbsent(await client.delete(`${VIEWS}/${id}`));
    }
    await save(colleague);
    expect(await listed(owner)).toHaveLength(1);
  });

  test('have a name once per list, whatever its case (409), and the list never changes (400)', async () => {
    const client = await member();
    const first = await save(client);
    await save(client, { list: 'inventory' });
    const taken = await client.post(VIEWS, { list: 'orders', name: 'MINE', query: '' });
    expect(expectError(taken, 'CONFLICT')).toEqual({ reason: 'name_taken' });
    const second = await save(client, { name: 'Other' });
    expectError(await client.patch(`${VIEWS}/${second.id}`, { name: 'mine' }), 'CONFLICT');
    expect((await client.patch(`${VIEWS}/${first.id}`, { name: 'MINE' })).status).toBe(200);
    expectInvalid(await client.patch(`${VIEWS}/${first.id}`, { list: 'products' }), 'list', 'read_only');
  });

  test.each([
    ['list', { list: 'No list' }],
    ['list', { list: 'x'.repeat(41) }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['query', { query: 'x'.repeat(2001) }],
  ])('reject a bad %s (400): %j', async (path, fields) => {
    const client = await member();
    expectInvalid(await client.post(VIEWS, { list: 'orders', name: 'x', query: '', ...fields }), path);
  });

  test.skipIf(IS_SHORT)('stop at 50 for each member (409), also when saved at once', async () => {
    const client = await member();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => client.post(VIEWS, { list: 'orders', name: `V${n}`, query: '' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const [rejected] = answers.filter(({ status }) => status !== 201);
    if (rejected) expect(expectError(rejected, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 50 });
    expect(await listed(client)).toHaveLength(50);
  });

  test('are deleted with the membership', async () => {
    const business = await createBusiness(stage.db, 'retailer');
    const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
    const leaving = await createMember(stage.db, business, 'viewer');
    await save(await stage.signIn(leaving));
    expect((await owner.delete(`/api/v1/entity/team/${leaving.id}`)).status).toBe(204);
    expect(await stage.sql`select from saved_views where user_id = ${leaving.id}`).toHaveLength(0);
  });
});
