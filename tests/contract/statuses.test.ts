import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../../server/kernel/errors';
import { OPERATIONS } from '../../server/transport/rest/operations';
import { type Answer, Client } from '../setup/client';
import { ABSENT_ID } from '../setup/expect';
import { AUTH } from './statuses/auth';
import { BUSINESS } from './statuses/business';
import { CATALOGUE } from './statuses/catalogue';
import { IMPORT_CASES } from './statuses/imports';
import { ORDERS } from './statuses/orders';
import { POS } from './statuses/pos';
import { WEBHOOK_CASES } from './statuses/webhooks';
import {
  buyer,
  type Case,
  emailOf,
  read,
  type Send,
  seller,
  stage,
  viewers,
  wholesaler,
} from './statuses/world';

/** One request for each status that an operation's declaration documents, beyond those that all have in common. */
const CASES: Record<string, Case> = {
  ...AUTH,
  ...BUSINESS,
  ...CATALOGUE,
  ...IMPORT_CASES,
  ...ORDERS,
  ...POS,
  ...WEBHOOK_CASES,
  'GET /api/v1/overview': read(seller, '/api/v1/overview'),
  ...Object.fromEntries(
    ['/api/v1/audit', '/api/v1/usage', '/api/v1/usage/requests'].map((path) => [
      `GET ${path}`,
      {
        client: seller,
        address: path,
        cases: { 200: () => seller.get(path), 403: () => viewers.wholesaler.get(path) },
      },
    ]),
  ),
  'GET /api/v1/market/suppliers': {
    ...read(buyer, '/api/v1/market/suppliers'),
    cases: {
      200: () => buyer.get('/api/v1/market/suppliers'),
      403: () => seller.get('/api/v1/market/suppliers'),
    },
  },
  'GET /api/v1/market/suppliers/{id}/catalogue': {
    client: buyer,
    address: `/api/v1/market/suppliers/${wholesaler.id}/catalogue`,
    cases: {
      200: () => buyer.get(`/api/v1/market/suppliers/${wholesaler.id}/catalogue`),
      403: () => seller.get(`/api/v1/market/suppliers/${wholesaler.id}/catalogue`),
      404: () => buyer.get(`/api/v1/market/suppliers/${ABSENT_ID}/catalogue`),
    },
  },
};

/** What all have in common: each derived from the caller and the address alone. */
function commonCases({ client, address }: Case, method: string): Record<number, Send> {
  const headers = { 'content-type': 'text/plain' };
  return {
    400: () => client.send(method, `${address}?no_such_key=1`),
    401: () => new Client(client.url).send(method, address),
    // A GET has no body: its header section is too large.
    413: () =>
      method === 'GET'
        ? client.send(method, address, { headers: { 'x-padding': 'x'.repeat(20_000) } })
        : client.send(method, address, { body: ' '.repeat(300_000) }),
    415: () => client.send(method, address, { body: 'x', headers }),
    429: () => beyondTheTier(client, () => client.send(method, address)),
  };
}

/** The member's business is of the free tier for a moment, and its day is spent. */
async function beyondTheTier(client: Client, send: Send): Promise<Answer> {
  const [{ id } = { id: '' }] = await stage.sql`
    select entity_id as id from users where email = ${emailOf(client)}`;
  const key = `${id}:day:${new Date().toISOString().slice(0, 10)}`;
  await stage.sql`update entities set tier = 'free' where id = ${id}`;
  await stage.sql`
    insert into rate_limits (key, points, expire) values (${key}, 1000, now() + interval '1 day')
    on conflict (key) do update set points = 1000`;
  const answer = await send();
  await stage.sql`update entities set tier = 'enterprise' where id = ${id}`;
  return answer;
}

interface Documented {
  responses: Record<string, { content?: Record<string, unknown> }>;
}
type Document = { paths: Record<string, Record<string, Documented>> };
const document = (await stage.anybody.get<Document>('/api/openapi.json')).body;
const documented = (method: string, path: string) =>
  Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);

/** 500 and 503 are reached in failures.test.ts, 422 and a repeat's 409 in idempotency.test.ts. */
const ELSEWHERE = [422, 500, 503];
/** What not every role may read (decisions, Permissions). */
const GUARDED_READS = ['/market/', '/audit', '/usage', '/webhooks', '/events', '/imports'];
/** Public operations that are throttled; the tiers count what a business sends, and these belong to none. */
const THROTTLED = ['/auth/login', '/auth/mfa/complete', '/auth/setup'];
function reachable(method: string, path: string): number[] {
  const everyRole = method === 'GET' && !GUARDED_READS.some((part) => path.includes(part));
  const isPublic = OPERATIONS.some((one) => one.path === path && one.access === 'public');
  const own = OPERATIONS.find((one) => one.path === path && one.method === method)?.errors ?? [];
  const hasConflict = own.some((code) => ERROR_STATUS[code] === 409);
  return documented(method, path).filter(
    (status) =>
      !ELSEWHERE.includes(status) &&
      !(status === 409 && !hasConflict) &&
      !(status === 403 && everyRole) &&
      !(status === 429 && isPublic && !THROTTLED.includes(path)),
  );
}

test('has cases for every operation', () => {
  expect(Object.keys(CASES).sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test.each(OPERATIONS.map(({ method, path, name }) => ({ method, path, name })))(
  'returns every documented status, matching its schema: $method $path',
  async ({ method, path, name }) => {
    const of = CASES[`${method} ${path}`] as Case;
    const cases = { ...commonCases(of, method), ...of.cases };
    const { output, answer: kind } = OPERATIONS.find((operation) => operation.name === name) ?? {};
    for (const status of reachable(method, path)) {
      const send = cases[status];
      if (!send) throw new Error(`${method} ${path} documents ${status}, and no case reaches it`);
      const answer = await send();
      expect(answer.status, answer.text).toBe(status);
      if (status === 201) {
        const created = await of.client.get(answer.headers.location ?? '');
        expect(created.status, `Location: ${answer.headers.location}`).toBe(200);
      }
      if (status === 204) expect(answer.text).toBe('');
      else if (status < 300 && kind === 'file') expect(answer.text).toMatch(/^%PDF-/);
      // A schema drops what it does not know: what is left must be all that was answered.
      else if (status < 300) expect(output?.parse(answer.body)).toEqual(answer.body);
      else
        expect(answer.body).toMatchObject({
          error: { code: expect.any(String), details: expect.any(Object) },
        });
    }
    for (const status of Object.keys(of.cases).map(Number))
      expect(documented(method, path)).toContain(status);
  },
);
