import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { expectError } from '../setup/expect';
import { openOwnStage } from '../setup/stage';

const FORGED = {
  'x-forwarded-for': '203.0.113.9',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
};
const direct = await openOwnStage();
const behindOne = await openOwnStage({ TRUST_PROXY: 'true' });
const behindNetworks = await openOwnStage({ TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8' });
const elsewhere = await openOwnStage({ TRUST_PROXY: '192.0.2.0/24' });

const addressOf = async (stage: typeof direct, headers: Record<string, string>) => {
  const member = await createMember(stage.db, await createBusiness(stage.db, 'retailer'), 'owner');
  const { email, password } = member;
  expect((await stage.anybody.post('/auth/login', { email, password }, { headers })).status).toBe(200);
  const [row] = await stage.sql`select address from sessions where user_id = ${member.id}`;
  return row?.address;
};

test('ignores forwarding headers without TRUST_PROXY or from an unknown peer, and reports them once', async () => {
  for (const stage of [direct, elsewhere]) {
    expect(await addressOf(stage, FORGED)).toBe('127.0.0.1');
    expect(await addressOf(stage, { 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.1');
    const warnings = stage.server.stdout.filter((line) => line.includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('x-forwarded-for');
    expect(warnings[0]).not.toContain('203.0.113.9');
  }
});

test('takes the last address behind one proxy, whatever the caller wrote before it', async () => {
  expect(await addressOf(behindOne, { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' })).toBe('203.0.113.9');
  for (const garbage of ['', 'unknown', '203.0.113.9; drop', '127.1', '999.1.1.1']) {
    expect(await addressOf(behindOne, { 'x-forwarded-for': garbage }), garbage).toBe('127.0.0.1');
  }
});

test('takes the last address outside the known networks behind their proxies', async () => {
  const forwarded = '1.1.1.1, 203.0.113.9, 10.1.2.3';
  expect(await addressOf(behindNetworks, { 'x-forwarded-for': forwarded })).toBe('203.0.113.9');
});

test('locks a caller who forges addresses as one address', async () => {
  const login = (index: number) =>
    direct.anybody.post(
      '/auth/login',
      { email: 'victim@nowhere.test', password: 'wrong' },
      { headers: { 'x-forwarded-for': `203.0.113.${index}` } },
    );
  for (let index = 0; index < 5; index++) expectError(await login(index), 'INVALID_CREDENTIALS');
  expectError(await login(5), 'ACCOUNT_LOCKED');
});
