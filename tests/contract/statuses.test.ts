import { expect, test } from 'vitest';
import { ERROR_STATUS } from '../../server/kernel/errors';
import { OPERATIONS, type RestOperation } from '../../server/transport/rest/operations';
import { type Answer, Client, type ErrorBody } from '../setup/client';
import { ABSENT_ID, expectInvalid } from '../setup/expect';
import { form } from '../setup/form';
import { eachOf, IS_FULL } from '../setup/full';
import { forbidden, testAccess } from './statuses/access';
import { API_KEY_CASES } from './statuses/api-keys';
import { ASSISTANT_CASES } from './statuses/assistants';
import { AUTH } from './statuses/auth';
import { BACKORDER_CASES } from './statuses/backorders';
import { BANK_CASES } from './statuses/bank';
import { BOOKS_CASES } from './statuses/books';
import { BUSINESS } from './statuses/business';
import { BUSINESS_INVITATION_CASES } from './statuses/business-invitations';
import { CART_CASES } from './statuses/carts';
import { CATALOG } from './statuses/catalog';
import { CERTIFICATE_CASES } from './statuses/certificates';
import { CLAIM_CASES } from './statuses/claims';
import { COMPLIANCE_CASES } from './statuses/compliance';
import { CONNECTION_CASES } from './statuses/connections';
import { COUNTS } from './statuses/counts';
import { CUSTOMER_CASES } from './statuses/customers';
import { DRAFT_CASES } from './statuses/drafts';
import { FLEET } from './statuses/fleet';
import { GOODS_CASES } from './statuses/goods';
import { IMPORT_CASES } from './statuses/imports';
import { INTEGRATION_CASES } from './statuses/integrations';
import { INVOICE_CASES } from './statuses/invoices';
import { JOINING_CASES } from './statuses/joining';
import { lockedOut } from './statuses/locked';
import { LOTS } from './statuses/lots';
import { MENU_CASES } from './statuses/menus';
import { MIGRATION_CASES } from './statuses/migrations';
import { NOTIFICATION_CASES } from './statuses/notifications';
import { OFFER_CASES } from './statuses/offers';
import { ORDERS } from './statuses/orders';
import { PASSKEY_CASES } from './statuses/passkeys';
import { PAYMENT_CASES } from './statuses/payments';
import { POS } from './statuses/pos';
import { PRICE_LIST_CASES } from './statuses/price-lists';
import { RECALLS } from './statuses/recalls';
import { RECEIPTS } from './statuses/receipts';
import { RELATIONSHIP_CASES } from './statuses/relationships';
import { REPORT_SCHEDULE_CASES } from './statuses/report-schedules';
import { SSO_CASES } from './statuses/sso';
import { TAX_RULE_CASES } from './statuses/tax-rules';
import { TENANT_CASES } from './statuses/tenants';
import { UPSERT_CASES } from './statuses/upserts';
import { expectTag, staleCase } from './statuses/versions';
import { VIEW_CASES } from './statuses/views';
import { WEBHOOK_CASES } from './statuses/webhooks';
import {
  ADMINS,
  ALL,
  buyer,
  type Case,
  type Cases,
  emailOf,
  MARKET,
  PUBLIC,
  product,
  read,
  readOf,
  type Send,
  seller,
  stage,
  wholesaler,
} from './statuses/world';

const onSaleAt = (id: string) => `/api/v1/market/suppliers/${id}/products/${product.id}/batches`;
const catalogOf = (id: string) => `/api/v1/market/suppliers/${id}/catalogue`;

/** Who may call each operation, and one request for each status that an operation's declaration documents, beyond those that all have in common. */
const ENTRIES: Cases = {
  ...API_KEY_CASES,
  ...SSO_CASES,
  ...ASSISTANT_CASES,
  ...AUTH,
  ...BACKORDER_CASES,
  ...COMPLIANCE_CASES,
  ...BANK_CASES,
  ...INTEGRATION_CASES,
  ...INVOICE_CASES,
  ...BUSINESS,
  ...BUSINESS_INVITATION_CASES,
  ...CART_CASES,
  ...CATALOG,
  ...CERTIFICATE_CASES,
  ...CLAIM_CASES,
  ...CONNECTION_CASES,
  ...COUNTS,
  ...CUSTOMER_CASES,
  ...DRAFT_CASES,
  ...FLEET,
  ...GOODS_CASES,
  ...IMPORT_CASES,
  ...JOINING_CASES,
  ...LOTS,
  ...MENU_CASES,
  ...MIGRATION_CASES,
  ...NOTIFICATION_CASES,
  ...OFFER_CASES,
  ...PAYMENT_CASES,
  ...ORDERS,
  ...PASSKEY_CASES,
  ...POS,
  ...PRICE_LIST_CASES,
  ...TAX_RULE_CASES,
  ...BOOKS_CASES,
  ...RECEIPTS,
  ...RECALLS,
  ...RELATIONSHIP_CASES,
  ...REPORT_SCHEDULE_CASES,
  ...TENANT_CASES,
  ...UPSERT_CASES,
  ...VIEW_CASES,
  ...WEBHOOK_CASES,
  'GET /api/v1/overview': read(seller, '/api/v1/overview'),
  'GET /api/v1/reports/stock': read(seller, '/api/v1/reports/stock'),
  'GET /api/v1/reports/sales': read(seller, '/api/v1/reports/sales'),
  'GET /api/v1/reports/sales/trend': read(seller, '/api/v1/reports/sales/trend'),
  'GET /api/v1/reports/sell-through': read(seller, '/api/v1/reports/sell-through'),
  'GET /api/v1/reports/margins': { ...read(seller, '/api/v1/reports/margins'), may: ['', 'oamv', 'oamv'] },
  'GET /api/v1/reports/batch-ages': read(seller, '/api/v1/reports/batch-ages'),
  'GET /api/v1/reports/products': read(seller, `/api/v1/reports/products?ids=${product.id}`),
  'GET /api/v1/reports/products/{id}/sales': readOf(seller, product.id),
  'GET /api/v1/audit': { ...read(seller, '/api/v1/audit'), may: ADMINS },
  'GET /api/v1/usage': { ...read(seller, '/api/v1/usage'), may: ADMINS },
  'GET /api/v1/usage/requests': { ...read(seller, '/api/v1/usage/requests'), may: ADMINS },
  'GET /api/v1/market/reorder': { ...read(buyer, '/api/v1/market/reorder'), may: MARKET },
  'GET /api/v1/market/offers': {
    ...read(buyer, '/api/v1/market/offers?search=a'),
    may: MARKET,
  },
  'GET /api/v1/market/suppliers': { ...read(buyer, '/api/v1/market/suppliers'), may: MARKET },
  'GET /api/v1/market/suppliers/{id}/brands': {
    ...read(
      buyer,
      `/api/v1/market/suppliers/${wholesaler.id}/brands`,
      `/api/v1/market/suppliers/${ABSENT_ID}/brands`,
    ),
    may: MARKET,
  },
  'GET /api/v1/market/suppliers/{id}/catalogue': {
    ...read(buyer, catalogOf(wholesaler.id), catalogOf(ABSENT_ID)),
    may: MARKET,
  },
  'GET /api/v1/market/suppliers/{id}/products/{product_id}/batches': {
    ...read(buyer, onSaleAt(wholesaler.id), onSaleAt(ABSENT_ID)),
    may: MARKET,
  },
};

const CASES: Record<string, Case> = Object.fromEntries(
  Object.entries(ENTRIES).map(([operation, entry]) => [
    operation,
    typeof entry === 'function' ? entry(operation.split(' ')[1] ?? '') : entry,
  ]),
);

/** One code path responds with them before any operation: `npm test` takes one of them of each, by turns. */
const BEFORE_ALL = [413, 415, 429] as const;
const isLeftOut = (status: number, i: number) =>
  !IS_FULL && BEFORE_ALL.some((one, at) => one === status && at !== i % BEFORE_ALL.length);

/** What all have in common: each derived from the callers and the address alone. */
function commonCases(
  { may, client, address }: Case,
  method: string,
  path: string,
): Partial<Record<number, Send>> {
  const headers = { 'content-type': 'text/plain' };
  const forbiddenCall = forbidden(may, (member) => member.send(method, address));
  const locked = lockedOut(method, path, address);
  const isLarge = OPERATIONS.some((one) => one.large && one.method === method && one.path === path);
  return {
    ...(locked ? { 423: locked } : {}),
    400: () => client.send(method, `${address}${address.includes('?') ? '&' : '?'}no_such_key=1`),
    401: () => new Client(client.url).send(method, address),
    ...(forbiddenCall ? { 403: forbiddenCall } : {}),
    // A GET has no body: its header section is too large.
    413: () =>
      method === 'GET'
        ? client.send(method, address, { headers: { 'x-padding': 'x'.repeat(20_000) } })
        : client.send(method, address, { body: ' '.repeat(isLarge ? 1_100_000 : 600_000) }),
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
  requestBody?: object;
  responses: Record<string, Failure & { $ref?: string; content?: Record<string, unknown> }>;
}
interface Document {
  paths: Record<string, Record<string, Documented>>;
  components: { responses: Record<string, Failure> };
}
type Failure = { 'x-reasons'?: string[] };
const document = (await stage.anybody.get<Document>('/api/openapi.json')).body;
const documented = (method: string, path: string) =>
  Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);

/** What the document lists as `details.reason` of a response. */
function reasonsOf(method: string, path: string, status: number): readonly string[] {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const shared = document.components.responses[response?.$ref?.split('/').at(-1) ?? ''];
  return (shared ?? response)?.['x-reasons'] ?? [];
}

/** 500 and 503 are reached in failures.test.ts, 422 and a repeat's 409 in idempotency.test.ts. */
const ELSEWHERE = [422, 500, 503];
/** Public operations that are throttled; the tiers count what a business sends, and these belong to none. */
const THROTTLED = ['/auth/login', '/auth/mfa/complete', '/auth/passkeys/sign-in', '/auth/setup'];
function reachable(method: string, path: string): number[] {
  const isPublic = OPERATIONS.some((one) => one.path === path && one.access === 'public');
  const own = OPERATIONS.find((one) => one.path === path && one.method === method)?.errors ?? [];
  const hasOwn = (status: number) => own.some((code) => ERROR_STATUS[code] === status);
  const everyRole = [ALL, PUBLIC].some((all) => CASES[`${method} ${path}`]?.may === all) && !hasOwn(403);
  return documented(method, path).filter(
    (status) =>
      !ELSEWHERE.includes(status) &&
      !(status === 409 && !hasOwn(409)) &&
      !(status === 403 && everyRole) &&
      !(status === 429 && isPublic && !THROTTLED.includes(path)),
  );
}

test('has cases for every operation', () => {
  expect(Object.keys(CASES).sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test.each(eachOf(OPERATIONS, 12).map(({ method, path, name }, i) => ({ method, path, name, i })))(
  'returns every documented status, matching its schema: $method $path',
  async ({ method, path, name, i }) => {
    const of = CASES[`${method} ${path}`] as Case;
    const operation = OPERATIONS.find((one) => one.name === name) as RestOperation;
    const stale = staleCase(operation, of.cases);
    const cases: Case['cases'] = {
      ...commonCases(of, method, path),
      ...(stale && { 412: stale }),
      ...of.cases,
    };
    const { output, response: kind } = operation;
    for (const status of reachable(method, path)) {
      const send = cases[status];
      if (send && !(status in of.cases) && isLeftOut(status, i)) continue;
      // A server of its own; tests/rest/partners/business-invitations.test.ts has one on which signing up is off.
      if (!IS_FULL && status === 404 && path.startsWith('/auth/sign-up')) continue;
      if (!send) throw new Error(`${method} ${path} documents ${status}, and no case reaches it`);
      const answer = await send();
      expect(answer.status, answer.text).toBe(status);
      if (status === 201) {
        const created = await of.client.get(answer.headers.location ?? '');
        expect(created.status, `Location: ${answer.headers.location}`).toBe(200);
      }
      if (status === 204) expect(answer.text).toBe('');
      else if (status < 300 && kind === 'file')
        expect(answer.text).toMatch(/^(%PDF-|manifest\.json|customer_id,|101 )/);
      // A schema drops what it does not know: what is left must be all that was answered.
      else if (status < 300) expect(output?.parse(answer.body)).toEqual(answer.body);
      else
        expect(answer.body).toMatchObject({
          error: { code: expect.any(String), details: expect.any(Object) },
        });
      if (status === 403 || status === 409) {
        const { reason } = (answer.body as ErrorBody).error.details;
        expect(reasonsOf(method, path, status), answer.text).toContain(reason);
      }
    }
    for (const status of Object.keys(of.cases).map(Number))
      expect(documented(method, path)).toContain(status);
    const success = of.cases[operation.status];
    if (success) await expectTag(operation, success);
  },
);

const withBody = OPERATIONS.filter(
  ({ method, path }) => document.paths[path]?.[method.toLowerCase()]?.requestBody,
);
test.each(withBody.map(({ method, path, body }) => ({ method, path, body })))(
  'rejects a field that its body does not document (400): $method $path',
  async ({ method, path, body }) => {
    const { client, address } = CASES[`${method} ${path}`] as Case;
    const file = { name: 'file', fileName: 'a.csv', content: 'sku,quantity\n' };
    const options =
      body === 'json' ? { body: { no_such_key: 1 } } : form([file, { name: 'no_such_key', content: '1' }]);
    expectInvalid(await client.send(method, address, options), 'no_such_key', 'unknown_key');
  },
);

testAccess(CASES);
