import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { Client } from '../../setup/client';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const business = await createBusiness(stage.db, 'retailer');
const viewer = await createMember(stage.db, business, 'viewer');
const client = await stage.signIn(viewer);
const WHO = { entityId: business.id, userId: viewer.id };

/** The line of the request with this id. */
const lineOf = async (requestId: string) => {
  const find = () =>
    stage.server.stdout.find((line) => line.includes(requestId) && line.includes('"security"'));
  await expect.poll(find).toBeDefined();
  return JSON.parse(find() ?? '{}') as object;
};
const under = (id: string) => ({ headers: { 'x-request-id': id } });

test('a failed sign-in has a line without the email', async () => {
  await stage.anybody.post(
    '/auth/login',
    { email: viewer.email, password: 'a wrong password' },
    under('wrong-1'),
  );
  const line = await lineOf('wrong-1');
  expect(line).toMatchObject({ event: 'sign_in', code: 'INVALID_CREDENTIALS', operation: 'auth.login' });
  expect(JSON.stringify(line)).not.toContain(viewer.email);
});

test('a forged token has a line', async () => {
  const forged = new Client(stage.server.url, { ...client.tokens, access_token: 'canary' } as never);
  await forged.get('/api/v1/orders', under('forged-1'));
  const line = await lineOf('forged-1');
  expect(line).toMatchObject({ event: 'token', code: 'TOKEN_INVALID', operation: 'orders.list' });
  expect(JSON.stringify(line)).not.toContain('canary');
});

test('what a role may not do has a line with who tried, over REST and from a page', async () => {
  const invited = { email: 'x@x.test', role: 'owner' };
  expect((await client.post('/api/v1/entity/team/invite', invited, under('denied-1'))).status).toBe(403);
  expect(await lineOf('denied-1')).toMatchObject({
    event: 'access',
    operation: 'entity.team.invite',
    ...WHO,
  });
  await fetch(`${stage.server.url}/api/trpc/entity.team.invite`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'denied-2',
      'sec-fetch-site': 'cross-site',
    },
    body: '{}',
  });
  expect(await lineOf('denied-2')).toMatchObject({ event: 'access', reason: 'cross_site' });
  await fetch(`${stage.server.url}/api/trpc/entity.team.invite`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'denied-3' },
    body: '{}',
  });
  expect(await lineOf('denied-3')).toMatchObject({ event: 'token', operation: 'entity.team.invite' });
});

test('hostile input has a line with its rule alone', async () => {
  await stage.anybody.post('/auth/login', { email: 'x@x.test', password: 'x', canary: 1 }, under('input-1'));
  const line = await lineOf('input-1');
  expect(line).toMatchObject({ event: 'input', rules: ['unknown_key'] });
  expect(JSON.stringify(line)).not.toContain('canary');
});
