import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TokenSet } from '../../../server/features/auth/schema';
import type { SignUpForm } from '../../../server/features/entities/sign-up/schema';
import { licenses } from '../../../server/process/commands/licenses';
import { verifyLicense } from '../../../server/process/commands/verify-license';
import { createBusiness, createMember } from '../../factories/business';
import { signUpOf } from '../../factories/sign-up';
import { type OrderBody, openTrade } from '../../factories/trade';
import { commandsOn } from '../../setup/cli';
import { Client, ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openMailServer } from '../../setup/mail';
import { startServer } from '../../setup/server';
import { openOwnStage } from '../../setup/stage';

const post = await openMailServer();
const stage = await openOwnStage({ ...post.env, SIGN_UP: 'open', PUBLIC_URL: 'https://tallyleaf.test' });
const { anybody, sql } = stage;
const run = commandsOn(stage);
// The tests share one address, which may ask twenty times an hour.
beforeEach(() => sql`delete from reset_requests`);

type Tokens = z.infer<typeof TokenSet>;
const PASSWORD = 'the tide comes in at noon';
const ask = (form: unknown) => anybody.post('/auth/sign-up', form);
const complete = (token: string, password: unknown = PASSWORD, from = anybody) =>
  from.post<Tokens>('/auth/sign-up/complete', { token, password });

async function tokenFor(form: SignUpForm, from = anybody): Promise<string> {
  ok(await from.post('/auth/sign-up', form));
  const { links } = await post.waitFor(form.owner.email);
  return links[0]?.split('/').at(-1) ?? '';
}

async function signedUp(form = signUpOf(), from = anybody, url = stage.server.url) {
  const { body, status } = await complete(await tokenFor(form, from), PASSWORD, from);
  expect(status).toBe(200);
  const owner = new Client(url, body);
  const { id } = ok(await owner.get<{ id: string }>('/api/v1/entity'));
  return { form, owner, id };
}

describe('POST /auth/sign-up', () => {
  test('responds the same to a new email, one in use and a license in use, and tells in the mail alone (202)', async () => {
    const business = await createBusiness(stage.db, 'wholesaler');
    const member = await createMember(stage.db, business, 'owner');
    const forms = [signUpOf(), signUpOf({}, { email: member.email }), signUpOf({ license_number: 'C1' })];
    const answers = [];
    for (const form of forms) answers.push(await ask(form));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(forms.map(() => [202, '{}']));
    const [fresh, used] = [await post.waitFor(forms[0]?.owner.email ?? ''), await post.waitFor(member.email)];
    expect(fresh.links).toEqual([expect.stringMatching(/^https:\/\/tallyleaf\.test\/sign-up\/[\w-]{43}$/)]);
    expect(used).toMatchObject({
      subject: 'You already have a Tallyleaf account',
      links: ['https://tallyleaf.test/sign-in'],
    });
  });

  test('mails no word that the stranger wrote', async () => {
    const form = signUpOf(
      { name: 'Win $5 at evil.test' },
      { name: 'Dear\u2028Friend <b>http://evil.test</b>' },
    );
    ok(await ask(form));
    const { raw } = await post.waitFor(form.owner.email);
    expect(raw).not.toMatch(/evil|Friend|Win/);
  });

  test.skipIf(IS_SHORT)(
    'sends three mails an hour to an email and twenty from an address, and says so in no response',
    async () => {
      const form = signUpOf();
      for (let i = 0; i < 5; i++) ok(await ask(form));
      let last = form;
      for (let i = 0; i < 20; i++) {
        last = signUpOf();
        ok(await ask(last));
      }
      await expect
        .poll(() => sql`select from graphile_worker.jobs where task_identifier = 'mail_sign_up'`, {
          timeout: 20_000,
        })
        .toHaveLength(0);
      expect(post.countTo(form.owner.email)).toBe(3);
      expect(post.countTo(last.owner.email)).toBe(0);
      const [kept] =
        await sql`select count(*)::int as rows from sign_ups where created_at > now() - interval '1 minute'`;
      expect(kept?.rows).toBeLessThanOrEqual(30);
    },
  );

  test.each([
    ['an unknown type', { business: { type: 'distributor' } }, 'business.type'],
    ['an unknown timezone', { business: { timezone: 'Mars/Olympus' } }, 'business.timezone'],
    ['no email', { owner: { email: 'nowhere' } }, 'owner.email'],
    ['a field that it does not have', { business: { tier: 'enterprise' } }, 'business.tier'],
  ])('rejects %s (400)', async (_, changes: { business?: object; owner?: object }, path) => {
    expectInvalid(await ask(signUpOf(changes.business, changes.owner)), path);
  });
});

describe('POST /auth/sign-up/complete', () => {
  test('creates the business with its location and owner, and signs the owner in (200)', async () => {
    const { form, owner } = await signedUp();
    expect(ok(await owner.get('/auth/me'))).toMatchObject({ email: form.owner.email, team_role: 'owner' });
    expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({
      name: form.business.name,
      license_number: form.business.license_number,
      under_review: false,
      settings: { timezone: 'America/Los_Angeles' },
      locations: [{ name: 'Warehouse' }],
    });
  });

  test('works once, even for parallel requests, and not with another token', async () => {
    const form = signUpOf();
    const token = await tokenFor(form);
    const answers = await Promise.all(Array.from({ length: 4 }, () => complete(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(expectError(await complete(token), 'TOKEN_INVALID')).toEqual({ reason: 'used' });
    expect(expectError(await complete('x'.repeat(43)), 'TOKEN_INVALID')).toEqual({});
    const rows = await sql`select from users where email = ${form.owner.email}`;
    expect(rows).toHaveLength(1);
  });

  test('rejects an expired link, a common password, the business’s name and an email that joined meanwhile', async () => {
    const form = signUpOf();
    const token = await tokenFor(form);
    expectInvalid(await complete(token, 'password1'), 'password', 'common_password');
    for (const word of [form.business.name, form.owner.email]) {
      expectInvalid(await complete(token, word), 'password', 'context_password');
    }
    await sql`update sign_ups set expires_at = now() where email = ${form.owner.email}`;
    expectError(await complete(token), 'TOKEN_EXPIRED');
    const twice = signUpOf();
    const tokens = [await tokenFor(twice), await tokenFor(twice)];
    expect((await complete(tokens[0] ?? '')).status).toBe(200);
    expect(expectError(await complete(tokens[1] ?? ''), 'CONFLICT')).toEqual({ reason: 'email_in_use' });
  });
});

describe('a license', () => {
  test('that is not verified shows to partners as unverified, until the operator verifies it', async () => {
    const { owner, id } = await signedUp();
    const buyer = await createBusiness(stage.db, 'retailer');
    const client = await stage.signIn(await createMember(stage.db, buyer, 'owner'));
    const { id: connection } = ok(
      await owner.post<{ id: string }>('/api/v1/entity/connections/request', { entity_id: buyer.id }),
    );
    ok(await client.post(`/api/v1/entity/connections/${connection}/accept`));
    const partner = async () =>
      ok(
        await client.get<{ partner: { license_verified: boolean } }>(
          `/api/v1/entity/connections/${connection}`,
        ),
      );
    expect(JSON.stringify(await partner())).toContain('"license_verified":false');
    const { code, stdout } = await run(verifyLicense, id);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/is verified\n$/)]);
    expect(JSON.stringify(await partner())).toContain('"license_verified":true');
    expect((await run(verifyLicense, id)).code).toBe(1);
    // A new number is unverified, and one that another business has puts it under review.
    ok(await owner.patch('/api/v1/entity', { license_number: 'C11-9999999-LIC' }));
    expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({
      under_review: false,
    });
    const [{ number } = { number: '' }] = await sql<{ number: string }[]>`
      select license_number as number from entities where id = ${buyer.id}`;
    ok(await owner.patch('/api/v1/entity', { license_number: number }));
    expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({ under_review: true });
  });

  test('in use puts the business under review: it fills its catalog, but does not trade or show (409)', async () => {
    const rival = await createBusiness(stage.db, 'wholesaler', { licenseNumber: 'C11-7777777-LIC' });
    const { owner, id } = await signedUp(signUpOf({ license_number: 'c11 7777777 lic' }));
    expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({ under_review: true });
    ok(await owner.post('/api/v1/products', { name: 'Gelato', category: 'flower' }));
    const unverified = { reason: 'license_unverified' };
    const request = (from: Client, to: string) =>
      from.post('/api/v1/entity/connections/request', { entity_id: to });
    expect(expectError(await request(owner, rival.id), 'CONFLICT')).toEqual(unverified);
    const order = { wholesaler_id: rival.id, items: [{ sku: 'ANY', quantity: 1 }] };
    expect(expectError(await owner.post('/api/v1/orders', order), 'CONFLICT')).toEqual(unverified);
    const client = await stage.signIn(await createMember(stage.db, rival, 'owner'));
    expectError(await request(client, id), 'NOT_FOUND');
    const listed = ok(await client.get<{ data: Array<{ id: string }> }>('/api/v1/entities?limit=100'));
    expect(listed.data.map((entity) => entity.id)).not.toContain(id);
    const { stdout } = await run(licenses);
    expect(stdout).toMatch(new RegExp(`${id}\\), under review, also ${rival.name}`));
    expect((await run(verifyLicense, id)).code).toBe(0);
    ok(await request(owner, rival.id));
  });

  test('under review stops placing, accepting and shipping, and stands first in a quote', async () => {
    const trade = await openTrade(stage, { quantity: 50 });
    const { retailer, wholesaler, buyer, seller, product } = trade;
    const body = { wholesaler_id: wholesaler.id, items: [{ product_id: product.id, quantity: 1 }] };
    const place = () => buyer.post<OrderBody>('/api/v1/orders', body);
    const review = (business: { id: string }, value: boolean) =>
      sql`update entities set under_review = ${value} where id = ${business.id}`;
    const unverified = { reason: 'license_unverified' };
    const { id } = ok(await place());
    await review(retailer, true);
    expect(expectError(await place(), 'CONFLICT')).toEqual(unverified);
    const quote = ok(await buyer.post<{ problems: object[] }>('/api/v1/orders/quote', body));
    expect(quote.problems[0]).toMatchObject({ code: 'CONFLICT', ...unverified });
    await review(retailer, false);
    await review(wholesaler, true);
    const move = (status: string) => seller.patch(`/api/v1/orders/${id}/status`, { status });
    expect(expectError(await move('accepted'), 'CONFLICT')).toEqual(unverified);
    // What the other side does goes on.
    ok(await place());
    await review(wholesaler, false);
    ok(await move('accepted'));
    ok(await move('preparing'));
    await review(wholesaler, true);
    expect(expectError(await move('shipped'), 'CONFLICT')).toEqual(unverified);
  });
});

describe('SIGN_UP', () => {
  test.skipIf(IS_SHORT)('review puts every new business under review', async () => {
    const server = await startServer(stage.url, { ...post.env, SIGN_UP: 'review' });
    try {
      const { owner } = await signedUp(signUpOf(), new Client(server.url), server.url);
      expect(ok(await owner.get('/api/v1/entity'))).toMatchObject({ under_review: true });
    } finally {
      await server.stop();
    }
  });
});
