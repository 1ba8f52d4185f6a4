import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newKey, newLookup } from '../../server/features/api-keys/format';
import { API_KEYS, createKey, withKey } from '../factories/api-key';
import { type Business, createBusiness, createMember, type Member } from '../factories/business';
import { type Answer, Client } from '../setup/client';
import { expectError } from '../setup/expect';
import { type ServerProcess, startServer } from '../setup/server';
import { openOwnStage } from '../setup/stage';

/** Behind one proxy, so that a test can be anywhere. */
const stage = await openOwnStage({ TRUST_PROXY: '1', LOG_LEVEL: 'info' });
const { db, sql } = stage;
let business: Business;
let member: Member;
let owner: Client;
let other: ServerProcess;
beforeAll(async () => {
  business = await createBusiness(db, 'retailer');
  member = await createMember(db, business, 'owner');
  owner = await stage.signIn(member);
  other = await startServer(stage.url, { TRUST_PROXY: '1', DATA_DIR: stage.folder });
});
afterAll(() => other.stop());
beforeEach(async () => {
  await sql`delete from address_failures`;
});

const HOME = { 'x-forwarded-for': '203.0.113.1' };
const read = (secret: string, { headers = HOME, url = stage.server.url } = {}) =>
  withKey(url, secret).unpooled().get('/api/v1/inventory', { headers });
const guesses = (count: number) => Array.from({ length: count }, () => newKey(newLookup()));
const codesOf = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { body, status } of answers) {
    const code = (body as { error?: { code: string } }).error?.code ?? String(status);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};

test('checks 100 of 200 parallel wrong keys and throttles the others (429)', async () => {
  const answers = await Promise.all(guesses(200).map((key) => read(key)));
  expect(codesOf(answers)).toEqual({ UNAUTHORIZED: 100, RATE_LIMITED: 100 });
  for (const answer of answers.filter(({ status }) => status === 429))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('throttles guesses of a secret under a known id part the same', async () => {
  const { prefix } = await createKey(owner);
  const answers = await Promise.all(Array.from({ length: 150 }, () => read(newKey(prefix.slice(4)))));
  expect(codesOf(answers)).toEqual({ UNAUTHORIZED: 100, RATE_LIMITED: 50 });
});

test('keeps serving a key in use, sign-ins and other addresses while an address is throttled', async () => {
  const { secret } = await createKey(owner);
  expect((await read(secret)).status).toBe(200);
  await Promise.all(guesses(120).map((key) => read(key)));
  expect((await read(secret)).status).toBe(200);
  const { email, password } = member;
  const login = await stage.anybody.post('/auth/login', { email, password }, { headers: HOME });
  expect(login.status).toBe(200);
  const { secret: fresh } = await createKey(owner);
  expectError(await read(fresh), 'RATE_LIMITED');
  expect((await read(fresh, { headers: { 'x-forwarded-for': '198.51.100.7' } })).status).toBe(200);
});

test('counts a revoked key that a program keeps sending once', async () => {
  const key = await createKey(owner);
  await owner.delete(`${API_KEYS}/${key.id}`);
  for (let i = 0; i < 150; i++) expectError(await read(key.secret), 'UNAUTHORIZED');
  const rows = await sql`select failures from address_failures`;
  expect(rows.map(({ failures }) => failures)).toEqual([1]);
});

test('counts nothing for right keys, and nothing for a wrong checksum', async () => {
  const { secret } = await createKey(owner);
  await Promise.all(Array.from({ length: 50 }, () => read(secret)));
  const damaged = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
  await Promise.all(Array.from({ length: 150 }, () => read(damaged)));
  const rows = await sql`select failures from address_failures where failures > 0`;
  expect(rows).toEqual([]);
});

test('rejects a revoked key and one of a removed creator on the next call of another process (401)', async () => {
  const url = other.url;
  const key = await createKey(owner);
  expect((await read(key.secret, { url })).status).toBe(200);
  expect((await owner.delete(`${API_KEYS}/${key.id}`)).status).toBe(204);
  expectError(await read(key.secret, { url }), 'UNAUTHORIZED');

  const leaving = await createMember(db, business, 'admin');
  const { secret } = await createKey(await stage.signIn(leaving));
  expect((await read(secret, { url })).status).toBe(200);
  expect((await owner.delete(`/api/v1/entity/team/${leaving.id}`)).status).toBe(204);
  expectError(await read(secret, { url }), 'UNAUTHORIZED');
});

test('keeps one of 20 parallel rotations', async () => {
  const key = await createKey(owner);
  const rotate = () => owner.post<{ secret: string }>(`${API_KEYS}/${key.id}/rotate`, { overlap_hours: 0 });
  const rotated = await Promise.all(Array.from({ length: 20 }, rotate));
  const statuses = await Promise.all(rotated.map(({ body }) => read(body.secret)));
  expect(codesOf(statuses)['200']).toBe(1);
});

test('never logs a key', async () => {
  const { secret } = await createKey(owner);
  await read(secret);
  await new Client(stage.server.url).get(`/api/v1/inventory?api_key=x`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const output = [...stage.server.stdout, ...stage.server.stderr].join('\n');
  expect(output).toContain('/api/v1/inventory');
  expect(output).not.toContain(secret.slice(13));
});
