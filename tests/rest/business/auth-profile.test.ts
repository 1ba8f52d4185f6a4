import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const member = async () =>
  stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'viewer'));

describe('PATCH /auth/me', () => {
  test('changes the name, for every role and at once, with an audit row', async () => {
    const client = await member();
    const before = (await client.get<{ id: string; name: string }>('/auth/me')).body;
    const { status, body } = await client.patch('/auth/me', { name: '  Ada Lovelace ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: 'Ada Lovelace' });
    expect((await client.get('/auth/me')).body).toEqual(body);
    const rows = await sql`select before, after from audit_log where object_id = ${before.id}
      and action = 'user.updated'`;
    expect(rows).toEqual([{ before: { name: before.name }, after: { name: 'Ada Lovelace' } }]);
  });

  test('accepts the whole profile back, rejects any other change and an empty body (400)', async () => {
    const client = await member();
    const { body } = await client.get<Record<string, unknown>>('/auth/me');
    expect((await client.patch('/auth/me', { ...body, name: 'New' })).status).toBe(200);
    expectInvalid(await client.patch('/auth/me', { email: 'other@business.test' }), 'email');
    expectInvalid(await client.patch('/auth/me', { team_role: 'owner' }), 'team_role');
    expectInvalid(await client.patch('/auth/me', { permissions: [] }), 'permissions');
    expectInvalid(await client.patch('/auth/me', { name: ' ' }), 'name');
    expectInvalid(await client.patch('/auth/me', {}), '');
  });
});
