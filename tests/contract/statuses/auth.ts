import { createMember } from '../../factories/business';
import { addPasskey } from '../../factories/passkeys';
import { createResetToken } from '../../factories/reset';
import { enrol, totp } from '../../factories/second-factor';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import {
  ALL,
  buyer,
  type Case,
  emailOf,
  lock,
  NEW_PASSWORD,
  PUBLIC,
  password,
  read,
  type Send,
  stage,
  trade,
} from './world';

const locked = async () => {
  for (let i = 0; i < 6; i++)
    await stage.anybody.post('/auth/login', { email: 'x@x.test', password: 'wrong' });
  return stage.anybody.post('/auth/login', { email: 'x@x.test', password: 'wrong' });
};
const throttled = async () => {
  await stage.sql`update address_failures set failures = 100`;
  const answer = await stage.anybody.post('/auth/login', { email: 'y@x.test', password: 'wrong' });
  await stage.sql`delete from address_failures`;
  return answer;
};

/** Calls while the business of a member is suspended (403). */
export const suspended = async (entityId: string, send: Send) => {
  await stage.sql`update entities set suspended_at = now(), suspension_reason = 'x' where id = ${entityId}`;
  const answer = await send();
  await stage.sql`update entities set suspended_at = null, suspension_reason = null where id = ${entityId}`;
  return answer;
};

const newMember = async () => {
  const member = await createMember(stage.db, trade.retailer, 'viewer');
  return { member, client: await stage.signIn(member) };
};
const enrolled = async () => {
  const { member, client } = await newMember();
  return { member, client, ...(await enrol(client)) };
};
const complete = async (of: Awaited<ReturnType<typeof enrolled>> & { before?: () => Promise<void> }) => {
  const { body } = await stage.anybody.post<{ temp_token: string }>('/auth/login', {
    email: of.member.email,
    password,
  });
  await of.before?.();
  const { temp_token } = body;
  return stage.anybody.post('/auth/mfa/complete', { temp_token, code: totp(of.secret) });
};
const changePassword = (client: Client) =>
  client.post('/auth/password/change', { current_password: password, new_password: NEW_PASSWORD });

export const AUTH: Record<string, Case> = {
  'POST /auth/login': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/login',
    cases: {
      200: () => stage.anybody.post('/auth/login', { email: emailOf(buyer), password }),
      401: () => stage.anybody.post('/auth/login', { email: emailOf(buyer), password: 'wrong' }),
      403: () =>
        suspended(trade.retailer.id, () =>
          stage.anybody.post('/auth/login', { email: emailOf(buyer), password }),
        ),
      423: locked,
      429: throttled,
    },
  },
  'POST /auth/refresh': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/refresh',
    cases: {
      200: () => stage.anybody.post('/auth/refresh', { refresh_token: buyer.tokens?.refresh_token }),
      401: () => stage.anybody.post('/auth/refresh', { refresh_token: 'x' }),
      403: () =>
        suspended(trade.retailer.id, () =>
          stage.anybody.post('/auth/refresh', { refresh_token: buyer.tokens?.refresh_token }),
        ),
    },
  },
  'POST /auth/logout': {
    may: ALL,
    client: buyer,
    address: '/auth/logout',
    cases: {
      204: async () => (await stage.signIn({ email: emailOf(buyer), password })).post('/auth/logout'),
    },
  },
  'GET /auth/me': read(buyer, '/auth/me'),
  'PATCH /auth/me': {
    may: ALL,
    client: buyer,
    address: '/auth/me',
    cases: { 200: () => buyer.patch('/auth/me', { name: 'x' }) },
  },
  'POST /auth/mfa/enable': {
    may: ALL,
    client: buyer,
    address: '/auth/mfa/enable',
    cases: {
      200: async () => (await newMember()).client.post('/auth/mfa/enable'),
      403: async () => {
        const { client, member } = await newMember();
        await stage.sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${member.id}`;
        return client.post('/auth/mfa/enable');
      },
      409: async () => (await enrolled()).client.post('/auth/mfa/enable'),
      423: async () => {
        const { client, member } = await newMember();
        await lock(member.email);
        return client.post('/auth/mfa/enable', { password });
      },
    },
  },
  'POST /auth/mfa/verify': {
    may: ALL,
    client: buyer,
    address: '/auth/mfa/verify',
    cases: {
      200: async () => {
        const { client, secret } = await enrolled();
        return client.post('/auth/mfa/verify', { code: totp(secret) });
      },
      409: async () => (await newMember()).client.post('/auth/mfa/verify', { code: '123456' }),
      423: async () => {
        const { client, secret, member } = await enrolled();
        await lock(member.email);
        return client.post('/auth/mfa/verify', { code: totp(secret) });
      },
    },
  },
  'POST /auth/mfa/complete': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/mfa/complete',
    cases: {
      200: async () => complete(await enrolled()),
      401: () => stage.anybody.post('/auth/mfa/complete', { temp_token: 'x', code: '123456' }),
      403: async () => {
        const factor = await enrolled();
        const { body } = await stage.anybody.post<{ temp_token: string }>('/auth/login', {
          email: factor.member.email,
          password,
        });
        const code = totp(factor.secret);
        return suspended(trade.retailer.id, () =>
          stage.anybody.post('/auth/mfa/complete', { temp_token: body.temp_token, code }),
        );
      },
      423: async () => {
        const factor = await enrolled();
        return complete({ ...factor, before: () => lock(factor.member.email) });
      },
      429: async () => {
        const factor = await enrolled();
        await stage.anybody.post('/auth/login', { email: 'z@x.test', password: 'wrong' });
        const before = async () => {
          await stage.sql`update address_failures set failures = 100`;
        };
        const answer = await complete({ ...factor, before });
        await stage.sql`delete from address_failures`;
        return answer;
      },
    },
  },
  'POST /auth/mfa/disable': {
    may: ALL,
    client: buyer,
    address: '/auth/mfa/disable',
    cases: {
      200: async () => {
        const { client, secret } = await enrolled();
        return client.post('/auth/mfa/disable', { password, code: totp(secret) });
      },
      409: async () => (await newMember()).client.post('/auth/mfa/disable', { password, code: '123456' }),
      423: async () => {
        const { client, member, secret } = await enrolled();
        await lock(member.email);
        return client.post('/auth/mfa/disable', { password, code: totp(secret) });
      },
    },
  },
  'POST /auth/mfa/recovery-codes': {
    may: ALL,
    client: buyer,
    address: '/auth/mfa/recovery-codes',
    cases: {
      200: async () => (await enrolled()).client.post('/auth/mfa/recovery-codes'),
      403: async () => {
        const { client, member } = await enrolled();
        await stage.sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${member.id}`;
        return client.post('/auth/mfa/recovery-codes');
      },
      409: async () => (await newMember()).client.post('/auth/mfa/recovery-codes'),
      423: async () => {
        const { client, member } = await enrolled();
        await lock(member.email);
        return client.post('/auth/mfa/recovery-codes', { password });
      },
    },
  },
  'POST /auth/reauthenticate': {
    may: ALL,
    client: buyer,
    address: '/auth/reauthenticate',
    cases: {
      204: async () => (await newMember()).client.post('/auth/reauthenticate', { password }),
      403: async () => {
        const { client } = await newMember();
        await addPasskey(client);
        return client.post('/auth/reauthenticate', { password });
      },
      423: async () => {
        const { client, member } = await newMember();
        await lock(member.email);
        return client.post('/auth/reauthenticate', { password });
      },
    },
  },
  'GET /auth/sessions': read(buyer, '/auth/sessions'),
  'DELETE /auth/sessions': {
    may: ALL,
    client: buyer,
    address: '/auth/sessions',
    cases: { 204: async () => (await newMember()).client.delete('/auth/sessions') },
  },
  'DELETE /auth/sessions/{id}': {
    may: ALL,
    client: buyer,
    address: `/auth/sessions/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const { client, member } = await newMember();
        const [row] = await stage.sql`select id from sessions where user_id = ${member.id}`;
        return client.delete(`/auth/sessions/${row?.id}`);
      },
      404: () => buyer.delete(`/auth/sessions/${ABSENT_ID}`),
    },
  },
  'POST /auth/password/reset-request': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/password/reset-request',
    cases: { 202: () => stage.anybody.post('/auth/password/reset-request', { email: 'nobody@x.test' }) },
  },
  'POST /auth/password/reset': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/password/reset',
    cases: {
      204: async () => {
        const token = await createResetToken(stage.db, (await newMember()).member.id);
        return stage.anybody.post('/auth/password/reset', { token, new_password: NEW_PASSWORD });
      },
      401: () => stage.anybody.post('/auth/password/reset', { token: 'x', new_password: NEW_PASSWORD }),
    },
  },
  'POST /auth/password/change': {
    may: ALL,
    client: buyer,
    address: '/auth/password/change',
    cases: {
      204: async () => changePassword((await newMember()).client),
      423: async () => {
        const { client, member } = await newMember();
        await lock(member.email);
        return changePassword(client);
      },
    },
  },
};
