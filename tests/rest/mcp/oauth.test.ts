import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { connectAssistant } from '../../factories/mcp';
import {
  beginConsent,
  consentTo,
  exchangeCode,
  letIn,
  type OAuthClient,
  openClient,
  publicOf,
  refreshWith,
  tokenRequest,
} from '../../factories/oauth';
import { openTrade, type Trade } from '../../factories/trade';
import { Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
const { db, sql } = stage;
const { url } = stage.server;
const base = publicOf(url);

let trade: Trade;
let owner: Client;
let client: OAuthClient;
beforeAll(async () => {
  trade = await openTrade(stage);
  owner = trade.seller;
  client = await openClient();
});
afterAll(() => client.close());
const withToken = (token: string) => new Client(url).withToken(token);
const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const accept = { headers: { accept: 'application/json, text/event-stream' } };

describe('discovery', () => {
  test('names both resources and the server, to any origin, whatever Host a request has', async () => {
    const forged = { headers: { host: 'evil.example', origin: 'https://app.example' } };
    for (const [path, scope] of [
      ['/mcp', 'mcp:write'],
      ['/api/v1', 'read:orders'],
    ]) {
      const answer = await stage.anybody.send('GET', `/.well-known/oauth-protected-resource${path}`, forged);
      expect(answer.body).toMatchObject({ resource: `${base}${path}`, authorization_servers: [base] });
      expect((answer.body as { scopes_supported: string[] }).scopes_supported).toContain(scope);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    const server = await stage.anybody.send('GET', '/.well-known/oauth-authorization-server', forged);
    expect(server.body).toMatchObject({
      ...{
        issuer: base,
        authorization_endpoint: `${base}/oauth/authorize`,
        token_endpoint: `${base}/oauth/token`,
      },
      ...{ revocation_endpoint: `${base}/oauth/revoke`, code_challenge_methods_supported: ['S256'] },
      ...{
        grant_types_supported: ['authorization_code', 'refresh_token'],
        authorization_response_iss_parameter_supported: true,
      },
      client_id_metadata_document_supported: true,
    });
    expect(server.text).not.toMatch(/evil|userinfo|introspection|registration_endpoint|device_/);
  });
});

describe('consent', () => {
  test('shows the host of the client, in the session alone, and lets it in once', async () => {
    const pending = await beginConsent(owner, client);
    const path = `/auth/oauth/requests/${pending.id}`;
    expect(ok(await owner.get(path))).toMatchObject({
      ...{ host: new URL(client.id).host, client_name: 'Totally Trusted Inc', resource: 'mcp' },
      ...{ scopes: ['mcp:read', 'mcp:write'], may_consent: true },
    });
    const colleague = await stage.signIn(await createMember(db, trade.wholesaler, 'owner'));
    for (const other of [colleague, trade.buyer])
      expect((await other.post(`${path}/consent`, {})).status).toBe(404);
    const back = await consentTo(owner, pending);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'xyz', iss: base });
    expect((await owner.post(`${path}/consent`, {})).status).toBe(404);
  });

  test('needs a recent sign-in', async () => {
    const member = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    const { id } = await beginConsent(member, client);
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${member.tokens?.user.id ?? ''}`;
    expectError(await member.post(`/auth/oauth/requests/${id}/consent`, {}), 'FORBIDDEN');
  });

  test('sends visitors to sign in before anything is read, and denies on request', async () => {
    const other = await openClient();
    const query = new URLSearchParams({ client_id: other.id, resource: `${base}/mcp` });
    const answer = await stage.anybody.send('GET', `/oauth/authorize?${query}`);
    expect(answer.headers.location).toMatch(/^\/sign-in\?next=/);
    expect(other.reads).toBe(0);
    const pending = await beginConsent(owner, other);
    const { continue_at } = ok(
      await owner.post<{ continue_at: string }>(`/auth/oauth/requests/${pending.id}/deny`, {}),
    );
    expect((await pending.browser.get(continue_at)).headers.location).toContain('error=access_denied');
    other.close();
  });

  test('rejects no or another resource, wrong redirects, secrets and clients that are not there (400)', async () => {
    const refused = async (fields: Record<string, string>, of = client) =>
      (await beginConsent(owner, of, fields)).answer;
    for (const resource of ['', 'https://elsewhere.example/mcp', `${base}/other`]) {
      const answer = await refused({ resource });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'invalid_target' });
    }
    expect((await refused({ redirect_uri: 'https://evil.example/' })).status).toBe(400);
    const secret = await openClient({ client_secret: 'x' });
    expect((await refused({}, secret)).status).toBe(400);
    const lying = await openClient({ client_id: 'https://other.example/client' });
    expect((await refused({}, lying)).status).toBe(400);
    secret.close();
    lying.close();
    expect((await refused({ client_id: 'https://127.0.0.1/x' })).status).toBe(400);
    expect((await refused({ client_id: 'http://169.254.169.254/latest' })).status).toBe(400);
  });
});

describe('tokens for assistants', () => {
  test('act for the member, within scope and rights of the moment, at /mcp alone', async () => {
    const { access_token, expires_in, scope } = await letIn(owner, client, { scope: 'mcp:read' });
    expect({ expires_in, scope }).toEqual({ expires_in: 3600, scope: 'mcp:read' });
    const assistant = await connectAssistant(url, access_token);
    expect(await assistant.tools()).not.toContain('plan_adjustment');
    expect((await assistant.call('get_stock')).isError).toBeFalsy();
    const denied = await withToken(access_token).post(
      '/mcp',
      { ...tools, method: 'tools/call', params: { name: 'plan_adjustment', arguments: {} } },
      accept,
    );
    expectError(denied, 'FORBIDDEN');
    expect(denied.headers['www-authenticate']).toContain('error="insufficient_scope", scope="mcp:write"');
    for (const path of ['/api/v1/orders', '/auth/me']) {
      expectError(await withToken(access_token).get(path), 'TOKEN_INVALID');
    }
    await expect
      .poll(
        async () =>
          ok(await owner.get<{ data: { last_used_at: string | null }[] }>('/auth/oauth/grants')).data[0]
            ?.last_used_at,
      )
      .toBeTruthy();
    const stored = JSON.stringify(await sql`select * from oauth_tokens`);
    expect(stored).not.toContain(access_token);
  });

  test('end with the membership and by revocation', async () => {
    const user = await createMember(db, trade.wholesaler, 'manager');
    const member = await stage.signIn(user);
    const { access_token } = await letIn(member, client);
    expect((await withToken(access_token).post('/mcp', tools, accept)).status).toBe(200);
    ok(await owner.send('DELETE', `/api/v1/entity/team/${member.tokens?.user.id}`));
    expectError(await withToken(access_token).post('/mcp', tools, accept), 'TOKEN_INVALID');

    const mine = await letIn(owner, client);
    const { data } = ok(await owner.get<{ data: Array<{ id: string }> }>('/auth/oauth/grants'));
    expect((await trade.buyer.send('DELETE', `/auth/oauth/grants/${data[0]?.id}`)).status).toBe(404);
    expect((await owner.send('DELETE', `/auth/oauth/grants/${data[0]?.id}`)).status).toBe(204);
    expectError(await withToken(mine.access_token).post('/mcp', tools, accept), 'TOKEN_INVALID');
    expect((await refreshWith(url, client, mine.refresh_token)).status).toBe(400);
  });

  test('of a client that revokes them are no more', async () => {
    const { access_token } = await letIn(owner, client);
    const revoked = await stage.anybody.send('POST', '/oauth/revoke', {
      body: new URLSearchParams({ token: access_token, client_id: client.id }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(revoked.status, revoked.text).toBe(200);
    expectError(await withToken(access_token).post('/mcp', tools, accept), 'TOKEN_INVALID');
  });
});

describe('tokens for apps', () => {
  test('act for the business, after an owner or admin let them in: never team, keys or sign-in', async () => {
    const api = { resource: `${base}/api/v1`, scope: 'read:orders read:inventory manage:api-keys' };
    const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
    const refused = await beginConsent(viewer, client, api);
    expectError(await viewer.post(`/auth/oauth/requests/${refused.id}/consent`, {}), 'FORBIDDEN');

    const { access_token, scope } = await letIn(owner, client, api);
    expect(scope.split(' ').sort()).toEqual(['read:inventory', 'read:orders']);
    const app = withToken(access_token);
    expect((await app.get('/api/v1/orders')).status).toBe(200);
    expectError(await app.get('/api/v1/products'), 'FORBIDDEN');
    expectError(await app.get('/api/v1/api-keys'), 'FORBIDDEN');
    expectError(await app.get('/auth/me'), 'TOKEN_INVALID');
    expectError(await app.post('/mcp', tools, accept), 'TOKEN_INVALID');
    const keys = ok(await owner.get<{ data: unknown[] }>('/api/v1/api-keys'));
    expect(JSON.stringify(keys)).not.toContain(new URL(client.id).host);
  });
});

describe('codes and refresh tokens', () => {
  test('a code counts once: its second use ends its tokens', async () => {
    const { code, verifier, access_token } = await letIn(owner, client);
    const again = await exchangeCode(url, client, { code, verifier });
    expect(again.body).toMatchObject({ error: 'invalid_grant' });
    expectError(await withToken(access_token).post('/mcp', tools, accept), 'TOKEN_INVALID');
  });

  test('a code needs its verifier', async () => {
    const pending = await beginConsent(owner, client);
    const code = (await consentTo(owner, pending)).searchParams.get('code') ?? '';
    const wrong = await exchangeCode(url, client, { code, verifier: 'x'.repeat(43) });
    expect(wrong.body).toMatchObject({ error: 'invalid_grant' });
  });

  test('a refresh token is replaced: the same successor for 10 s, then its reuse ends the family', async () => {
    const first = await letIn(owner, client);
    const answers = await Promise.all([1, 2, 3].map(() => refreshWith(url, client, first.refresh_token)));
    const [second] = answers.map((answer) => ok(answer));
    for (const { body } of answers) {
      expect(body).toMatchObject({
        access_token: second?.access_token,
        refresh_token: second?.refresh_token,
      });
    }
    expect(second?.refresh_token).not.toBe(first.refresh_token);
    expect((await withToken(second?.access_token ?? '').post('/mcp', tools, accept)).status).toBe(200);
    await sql`update oauth_tokens set consumed_at = consumed_at - interval '11 seconds' where consumed_at is not null`;
    expect((await refreshWith(url, client, first.refresh_token)).body).toMatchObject({
      error: 'invalid_grant',
    });
    expectError(await withToken(second?.access_token ?? '').post('/mcp', tools, accept), 'TOKEN_INVALID');
    expect((await refreshWith(url, client, second?.refresh_token ?? '')).status).toBe(400);
  });

  test('do not work for another client, or for another resource', async () => {
    const { refresh_token } = await letIn(owner, client);
    const other = await openClient();
    await beginConsent(owner, other);
    expect((await refreshWith(url, other, refresh_token)).status).toBe(400);
    const wrong = await tokenRequest(url, {
      ...{ grant_type: 'refresh_token', refresh_token, client_id: client.id },
      resource: `${base}/api/v1`,
    });
    expect(wrong.body).toMatchObject({ error: 'invalid_target' });
    other.close();
  });

  test('let no business see what another let in', async () => {
    const stranger = await stage.signIn(
      await createMember(db, await createBusiness(db, 'retailer'), 'owner'),
    );
    expect(ok(await stranger.get<{ data: unknown[] }>('/auth/oauth/grants')).data).toEqual([]);
  });
});
