import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TokenSet } from '../../../server/features/auth/schema';
import { VERSION } from '../../../server/platform/version';
import { createSetupLink, setupOf } from '../../factories/setup';
import { Client, ok, signIn } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { startServer } from '../../setup/server';
import { openOwnStage } from '../../setup/stage';

type Tokens = z.infer<typeof TokenSet>;

const stage = await openOwnStage({ DEMO: '0', DEFAULT_TIER: 'pro', PUBLIC_URL: 'http://tally.test' });
const printed = stage.server.stdout[0] ?? '';

beforeEach(async () => {
  await stage.sql`update entities set deleted_at = now() where deleted_at is null`;
  await stage.sql`delete from setup_links`;
  await stage.sql`delete from reset_requests`;
});

let names = 0;
const newName = () => `Harbor ${++names}`;
const setUp = (token: string, fields: object = {}) =>
  stage.anybody.post<Tokens>('/auth/setup', { token, ...setupOf(newName()), ...fields });
const owners = () => stage.sql`
  select u.id from users u join entities e on e.id = u.entity_id where e.deleted_at is null`;

describe('the link of the start line', () => {
  const LINE =
    /^Tallyleaf is at http:\/\/tally\.test \(version \S+\) · create the first owner at http:\/\/tally\.test\/setup\/([\w-]{43}) \(works once, for 24 hours\)$/;
  const start = async () => {
    const server = await startServer(stage.url, { DEMO: '0', PUBLIC_URL: 'http://tally.test' });
    const line = server.stdout[0] ?? '';
    await server.stop();
    return line;
  };

  test('is printed while no owner exists, stored as a hash, and replaced by a restart', async () => {
    expect(printed).toMatch(LINE);
    const [, first = ''] = LINE.exec(await start()) ?? [];
    const [, second = ''] = LINE.exec(await start()) ?? [];
    expect(second).not.toBe(first);
    const rows = await stage.sql`
      select token_hash, extract(epoch from expires_at - created_at)::int as seconds from setup_links`;
    expect(rows).toEqual([{ token_hash: expect.not.stringContaining(second), seconds: 86_400 }]);
    expect(expectError(await setUp(first), 'TOKEN_INVALID')).toEqual({});
    expect((await setUp(second)).status).toBe(200);
  });

  test.skipIf(IS_SHORT)('is not printed once an owner exists, and an unused one expires', async () => {
    expect((await setUp(await createSetupLink(stage.db))).status).toBe(200);
    const unused = await createSetupLink(stage.db);
    expect(await start()).toBe(`Tallyleaf is at http://tally.test (version ${VERSION})`);
    expectError(await setUp(unused), 'TOKEN_INVALID');
  });
});

test('creates the business, its location and its owner, and signs the owner in (200)', async () => {
  const name = newName();
  const answer = await setUp(await createSetupLink(stage.db), setupOf(name));
  expect(answer.status).toBe(200);
  const email = `ada.${name.replace(' ', '').toLowerCase()}@setup.test`;
  const owner = new Client(stage.server.url, answer.body);
  expect(ok(await owner.get('/auth/me'))).toMatchObject({ email, role: 'wholesaler', team_role: 'owner' });
  expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({
    name,
    type: 'wholesaler',
    legal_name: `${name} LLC`,
    license_number: 'C11-0000042-LIC',
    license_expiry: '2030-12-31',
    address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
    contact: { email },
    settings: { timezone: 'America/Los_Angeles' },
    locations: [{ name: 'Main warehouse' }],
  });
  await signIn(stage.server.url, { email, password: setupOf(name).owner.password });
  const rows = await stage.sql`
    select a.action, e.tier from audit_log a join entities e on e.id = a.entity_id
    where e.deleted_at is null and a.action like '%.created' order by a.action`;
  expect(rows.map(({ action, tier }) => `${action} ${tier}`)).toEqual([
    'entity.created pro',
    'location.created pro',
    'member.created pro',
  ]);
});

test('rejects a link that is unknown, used or expired (401), or once an owner exists (409)', async () => {
  const late = await createSetupLink(stage.db, new Date(Date.now() - 1_000));
  expectError(await setUp(late), 'TOKEN_EXPIRED');
  const unknown = await setUp('x');
  expect(expectError(unknown, 'TOKEN_INVALID')).toEqual({});
  const token = await createSetupLink(stage.db);
  ok(await setUp(token));
  expect(expectError(await setUp(token), 'TOKEN_INVALID')).toEqual({ reason: 'used' });
  const other = await setUp(await createSetupLink(stage.db));
  expect(expectError(other, 'CONFLICT')).toEqual({ reason: 'owner_exists' });
  // An unknown link doesn't tell whether the server is set up.
  expect((await setUp('x')).text).toBe(unknown.text);
  expect(await owners()).toHaveLength(1);
});

test('creates one owner of 8 parallel submits, by one link and by two', async () => {
  const tokens = [await createSetupLink(stage.db), await createSetupLink(stage.db)];
  const statuses = (await Promise.all(Array.from({ length: 8 }, (_, i) => setUp(tokens[i % 2] ?? '')))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 200).every((status) => [401, 409].includes(status))).toBe(
    true,
  );
  expect(await owners()).toHaveLength(1);
});

test('rejects missing and wrong fields (400), and the link stays valid', async () => {
  const token = await createSetupLink(stage.db);
  const { entity, location, owner } = setupOf('Wrong');
  expectInvalid(await setUp(token, { owner: { ...owner, password: 'short12' } }), 'owner.password');
  const common = { ...owner, password: 'Password123' };
  expectInvalid(await setUp(token, { owner: common }), 'owner.password', 'common_password');
  const context = { ...owner, password: owner.email };
  expectInvalid(await setUp(token, { owner: context }), 'owner.password', 'context_password');
  expectInvalid(await setUp(token, { entity: { ...entity, type: 'grower' } }), 'entity.type');
  expectInvalid(await setUp(token, { location: { ...location, name: ' ' } }), 'location.name');
  expectInvalid(await setUp(token, { tier: 'enterprise' }), 'tier', 'unknown_key');
  expect(await owners()).toHaveLength(0);
  expect((await setUp(token)).status).toBe(200);
});

test('limits an address to 20 attempts an hour (429), even with the right link', async () => {
  const token = await createSetupLink(stage.db);
  const answers = await Promise.all(Array.from({ length: 30 }, () => setUp('wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  const beyond = await setUp(token);
  expectError(beyond, 'RATE_LIMITED');
  expect(beyond.headers['retry-after']).toBe('3600');
});
