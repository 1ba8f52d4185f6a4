import { Ajv2020 } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRule } from '../../server/kernel/rules';
import { createBusiness, createMember } from '../factories/business';
import { openTrade, placeOrder, placeOrderIn } from '../factories/trade';
import type { Answer, Client, ErrorBody } from '../setup/client';
import { ABSENT_ID } from '../setup/expect';
import { eachOf, IS_FULL } from '../setup/full';
import { openStage } from '../setup/stage';
import { valid } from './fuzz/arbitrary';
import { type Document, type Entry, type Parameter, resolve } from './fuzz/document';
import { BODIES, PATH_VALUES, QUERY_VALUES, spoiled, toJson } from './fuzz/nasty';

/** A fixed seed finds the same things in every run; `npm run fuzz` takes a new one and looks for longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (IS_FULL ? 40 : 3));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

const stage = await openStage();
const own = await openTrade(stage, { quantity: 100_000 });
const foreign = await openTrade(stage);
const cultivator = await createBusiness(stage.db, 'cultivator');
const orders = [
  await placeOrder(own),
  await placeOrderIn(own, 'accepted'),
  await placeOrderIn(own, 'shipped'),
];
const ids = await idsOfTheWorld();
const { body: document } = await stage.anybody.get<Document>('/api/openapi.json');

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'document');

async function idsOfTheWorld(): Promise<string[]> {
  const [row] = await stage.sql`
    select array(select id::text from locations) || array(select id::text from entities)
      || array(select id::text from users) || array(select id::text from connections) as ids`;
  return [
    ...((row?.ids ?? []) as string[]),
    own.product.id,
    own.product.variantId,
    own.stockId,
    foreign.product.id,
    foreign.stockId,
    ...orders.flatMap((order) => [order.id, ...order.items.map((item) => item.id)]),
    ABSENT_ID,
  ];
}

/** Some requests end the session that sends them or lock its account: the next operation then begins with new ones. */
let signedIn: Client[] | null = null;
async function callers(): Promise<Client[]> {
  signedIn ??= await signInAll();
  return signedIn;
}

async function signInAll(): Promise<Client[]> {
  await stage.sql`delete from sign_in_failures`;
  await stage.sql`delete from email_failures`;
  await stage.sql`delete from address_failures`;
  const owner = await createMember(stage.db, cultivator, 'owner');
  const viewer = await createMember(stage.db, own.wholesaler, 'viewer');
  const password = 'a password of the tests';
  const again = (client: Client) => stage.signIn({ email: client.tokens?.user.email ?? '', password });
  return [
    await again(own.buyer),
    await again(own.seller),
    await stage.signIn(owner),
    await stage.signIn(viewer),
  ];
}

interface Request {
  caller: number;
  path: Record<string, string>;
  query: string;
  body: string | undefined;
}

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

function requestOf(entry: Entry): fc.Arbitrary<Request> {
  const parameters = (entry.parameters ?? []).map((one) => resolve(document, one));
  const named = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
  const path = Object.fromEntries(
    named('path').map(({ name }) => [
      name,
      fc.oneof(weighted(6, fc.constantFrom(...ids)), weighted(1, fc.constantFrom(...PATH_VALUES))),
    ]),
  );
  const json = entry.requestBody?.content['application/json']?.schema;
  const body = json ? valid(document, json, ids) : fc.constant({});
  return fc.record({
    caller: fc.nat(3),
    path: fc.record(path),
    query: queryOf(named('query')),
    body: json
      ? fc.oneof(
          weighted(
            5,
            body.map((value) => toJson(value)),
          ),
          weighted(5, spoiled(body).map(toJson)),
          weighted(1, fc.constantFrom(...BODIES)),
          weighted(1, fc.constant(undefined)),
        )
      : fc.constant(undefined),
  });
}

/** Some of the parameters, right or wrong; now and then one twice, or one that there is not. */
function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        weighted(
          3,
          valid(document, schema, ids).map((value) => encodeURIComponent(String(value).toWellFormed())),
        ),
        weighted(1, fc.constantFrom(...QUERY_VALUES)),
      )
      .map((value) => `${name}=${value}`),
  );
  const extra = fc.constantFrom('', '', '', '', 'no_such_key=1', '&&', '%=1', '__proto__=1');
  return fc
    .tuple(
      fc.subarray(pairs, { maxLength: Math.min(4, pairs.length) }).chain((some) => fc.tuple(...some)),
      extra,
      fc.nat(9),
    )
    .map(([some, more, twice]) =>
      [...some, more, twice === 0 ? (some[0] ?? '') : ''].filter(Boolean).join('&'),
    );
}

function fieldCodes(body: unknown): { path: string; code: string }[] {
  const { error } = (body ?? {}) as { error?: { details?: { errors?: { path: string; code: string }[] } } };
  return error?.details?.errors ?? [];
}

const reasonOf = (body: unknown) => String((body as ErrorBody).error.details.reason);

/** Violations of the document in a response. */
function faultOf(method: string, path: string, entry: Entry, answer: Answer): string | null {
  const response = entry.responses[String(answer.status)];
  if (answer.status >= 500) return `${answer.status}: ${answer.text}`;
  if (!response) return `${answer.status} is not documented: ${answer.text.slice(0, 300)}`;
  const { content, 'x-reasons': reasons = [] } = resolve(document, response);
  const codes = fieldCodes(answer.body);
  if (codes.some(({ code }) => !isRule(code))) return `a code is not published: ${answer.text}`;
  if (new Set(codes.map((one) => one.path)).size < codes.length)
    return `one fault, two errors: ${answer.text}`;
  if ([403, 409].includes(answer.status) && !reasons.includes(reasonOf(answer.body)))
    return `its reason is not documented: ${answer.text}`;
  if (!content) return answer.text === '' ? null : `${answer.status} should say nothing`;
  const type = answer.headers['content-type']?.split(';')[0] ?? '';
  if (!content[type]) return `${answer.status} as ${type} is not documented`;
  if (type !== 'application/json') return null;
  const name = response.$ref?.split('/').at(-1);
  const place = name
    ? `components/responses/${name}`
    : `paths/${path.replaceAll('/', '~1')}/${method}/responses/${answer.status}`;
  const check = ajv.getSchema(`document#/${encodeURI(place)}/content/application~1json/schema`);
  if (!check) return `no schema at ${place}`;
  return check(answer.body) ? null : `${answer.status} against its schema: ${ajv.errorsText(check.errors)}`;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ method, path, entry })),
);

test.each(eachOf(operations, 5))(
  'returns no 5xx, no undocumented status and no response against its schema: $method $path',
  { timeout: 600_000 },
  async ({ method, path, entry }) => {
    const clients = await callers();
    await fc.assert(
      fc.asyncProperty(requestOf(entry), async ({ caller, path: values, query, body }) => {
        const client = clients[caller] as Client;
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
        const answer = await client.send(method.toUpperCase(), query ? `${address}?${query}` : address, {
          body,
        });
        if (answer.status === 401 || path.startsWith('/auth/')) signedIn = null;
        expect(faultOf(method, path, entry, answer)).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: false },
    );
  },
);

test('rejects a malformed form at every operation that takes one', async () => {
  const [, seller] = await callers();
  for (const { method, path, entry } of operations.filter(
    (one) => one.entry.requestBody?.content['multipart/form-data'],
  )) {
    const address = path.replaceAll(/\{\w+\}/g, own.product.id);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4_000 }), fc.boolean(), async (bytes, bounded) => {
        const type = bounded ? 'multipart/form-data; boundary=x' : 'multipart/form-data';
        const body = bounded
          ? Buffer.concat([Buffer.from('--x\r\n'), bytes, Buffer.from('\r\n--x--\r\n')])
          : bytes;
        const answer = await (seller as Client).send(method.toUpperCase(), address, {
          body,
          headers: { 'content-type': type },
        });
        expect(faultOf(method, path, entry, answer)).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }
});
