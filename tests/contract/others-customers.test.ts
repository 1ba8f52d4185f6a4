import { expect, test } from 'vitest';
import { createClaim } from '../factories/claim';
import { openTrade, placeOrder } from '../factories/trade';
import { type Answer, type Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { ABSENT_ID } from '../setup/expect';
import { eachOf, IS_FULL } from '../setup/full';
import { openStage } from '../setup/stage';
import { type Document, type Entry, resolve, type Schema } from './fuzz/document';

const stage = await openStage();
const { sql } = stage;
const [own, other] = [await openTrade(stage), await openTrade(stage)];
const { body: document } = await stage.anybody.get<Document>('/api/openapi.json');

/** A customer of another seller that isn't on board, and the old id of one that was merged into a business. */
const [waiting, merged] = [
  await createClaim(stage, other.seller, other.wholesaler.id),
  await createClaim(stage, other.seller, other.wholesaler.id, {
    status: 'offered',
    businessId: other.retailer.id,
  }),
];
const customerOf = async (claim: string) => {
  const [row] = await sql<[{ id: string }]>`select entity_id as id from claims where id = ${claim}`;
  return row.id;
};
const unclaimed = await customerOf(waiting);
const alias = await customerOf(merged);
const { version } = ok(await other.buyer.get<{ version: string }>(`/api/v1/claims/${merged}`));
ok(await other.buyer.post(`/api/v1/claims/${merged}/merge`, { version }));
await eventually(
  () => other.seller.get<{ id: string }>(`/api/v1/customers/${alias}`),
  ({ body }) => expect(body.id).toBe(other.retailer.id),
);

const order = await placeOrder(own);
/** Objects of our own, by the name of the field that takes them, so that nothing but the other id decides. */
const OWN: Record<string, string> = {
  product_id: own.product.id,
  variant_id: own.product.variantId,
  wholesaler_id: own.wholesaler.id,
  supplier_id: own.wholesaler.id,
  retailer_id: own.retailer.id,
  inventory_id: own.stockId,
  location_id: own.wholesaler.locationIds[0],
  to_location_id: own.wholesaler.locationIds[0],
  receiving_location_id: own.retailer.locationIds[0],
  order_id: order.id,
  item_id: order.items[0]?.id ?? '',
};

type Body = Record<string, unknown>;
type Path = readonly string[];
interface Place {
  name: string;
  /** The request with an id in this place. */
  send(client: Client, id: string): Promise<Answer>;
}

const isId = (schema: Schema) =>
  schema.format === 'uuid' || (schema['x-max-values'] !== undefined && !schema['x-values']);
const options = (schema: Schema): Schema[] => {
  const known = resolve(document, schema);
  const some = [...(known.anyOf ?? []), ...(known.oneOf ?? []), ...(known.allOf ?? [])];
  return [known, ...some.flatMap(options)];
};

/** Where in a body ids stand; 0 is the first of a list. */
function idsIn(schema: Schema, depth = 0): Path[] {
  if (depth > 6) return [];
  return options(schema).flatMap((one) => [
    ...(isId(one) ? [[]] : []),
    ...(one.items ? idsIn(one.items, depth + 1).map((path) => ['0', ...path]) : []),
    ...Object.entries(one.properties ?? {}).flatMap(([key, field]) =>
      idsIn(field, depth + 1).map((path) => [key, ...path]),
    ),
  ]);
}

function exampleOf(schema: Schema): Body {
  const [example] = options(schema).flatMap((one) => (one as { examples?: Body[] }).examples ?? []);
  const withOwn = (value: unknown, key = ''): unknown =>
    Array.isArray(value)
      ? value.map((one) => withOwn(one))
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOwn(one, name)]))
        : (OWN[key] ?? value);
  return withOwn(example ?? {}) as Body;
}

function withId(value: unknown, [key, ...rest]: Path, id: string): unknown {
  if (key === undefined) return id;
  if (key === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withId(first, rest, id), ...others];
  }
  const known = value !== null && typeof value === 'object' ? (value as Body) : {};
  return { ...known, [key]: withId(known[key], rest, id) };
}

/** Every place of an operation that takes an id: its path, each filter and each field of its body, without other parties. */
function placesOf(method: string, path: string, entry: Entry): Place[] {
  const verb = method.toUpperCase() as 'GET';
  const parameters = (entry.parameters ?? []).map((one) => resolve(document, one));
  const json = entry.requestBody?.content['application/json']?.schema;
  const body = json && exampleOf(json);
  const inPath = (id: string, names?: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      names === undefined || names === name ? id : (OWN[name] ?? order.id),
    );
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const filters = parameters.filter((one) => one.in === 'query' && options(one.schema).some(isId));
  const fields = json ? idsIn(json) : [];
  const own = (field: string) =>
    Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => key === field || !key.endsWith('_id')));
  return [
    ...named.map((name) => ({
      name: `{${name}}`,
      send: (client: Client, id: string) => client.send(verb, inPath(id, name), { body }),
    })),
    ...filters.map(({ name }) => ({
      name: `?${name}`,
      send: (client: Client, id: string) => client.send(verb, `${inPath(order.id)}?${name}=${id}`, { body }),
    })),
    ...fields.flatMap((field) =>
      [own(field[0] ?? ''), ...(IS_FULL ? [body ?? {}] : [])].map((base, n) => ({
        name: `${field.join('.')}${n > 0 ? ' beside others' : ''}`,
        send: (client: Client, id: string) =>
          client.send(verb, inPath(order.id), { body: withId(base, field, id) as object }),
      })),
    ),
  ];
}

/** What a response tells, but for what each has of its own. */
function told({ status, text, headers }: Answer, id: string) {
  const { 'x-request-id': request = '-', date: _, ...rest } = headers;
  const plain = (written: string) =>
    written
      .replaceAll(id, 'ID')
      .replaceAll(String(request), 'REQUEST')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"retry_after":\d+/g, 'SECONDS');
  const counted = /^(x-)?ratelimit|^retry-after|^etag$|^content-length$/;
  const kept = Object.entries(rest).filter(([name]) => !counted.test(name));
  return { status, text: plain(text), headers: plain(JSON.stringify(kept)) };
}

const operations = Object.entries(document.paths).flatMap(([path, entries]) =>
  Object.entries(entries).flatMap(([method, entry]) => {
    const places = path.startsWith('/v1/') ? [] : placesOf(method, path, entry);
    return places.length > 0 ? [{ operation: `${method.toUpperCase()} ${path}`, places }] : [];
  }),
);

test.each(eachOf(operations, 5))(
  "takes another seller's customer, and its old id, for a random id, byte for byte: $operation",
  async ({ places }) => {
    for (const client of IS_FULL ? [own.seller, own.buyer] : [own.seller]) {
      for (const [n, { name, send }] of places.entries()) {
        const expected = told(await send(client, ABSENT_ID), ABSENT_ID);
        const kinds = Object.entries({ unclaimed, alias });
        for (const [kind, id] of IS_FULL ? kinds : [kinds[n % 2] as (typeof kinds)[0]]) {
          expect({ kind, name, ...told(await send(client, id), id) }).toEqual({ kind, name, ...expected });
        }
      }
    }
  },
);

test('finds the places of drafts, backorders, claims, listings, connections and reports, where nothing but the id decides', async () => {
  const found = new Map(
    operations.flatMap(({ operation, places }) => places.map((one) => [`${operation} ${one.name}`, one])),
  );
  const absent = {
    'POST /api/v1/drafts retailer_id': 404,
    'POST /api/v1/backorders retailer_id': 404,
    'POST /api/v1/orders retailer_id': 404,
    'POST /api/v1/orders/quote retailer_id': 404,
    'GET /api/v1/customers/{id} {id}': 404,
    'GET /api/v1/claims/{id} {id}': 404,
    'PUT /api/v1/listings/{variant_id} {variant_id}': 404,
    'POST /api/v1/entity/connections/request entity_id': 404,
    'POST /api/v1/business-invitations customer_id': 404,
    'GET /api/v1/entity/connections ?entity_id': 200,
    'GET /api/v1/backorders ?buyer_id': 200,
    'GET /api/v1/orders ?retailer_id': 200,
    'GET /api/v1/partners/{id}/totals {id}': 404,
  };
  for (const [place, status] of Object.entries(absent)) {
    expect([place, (await found.get(place)?.send(own.seller, ABSENT_ID))?.status]).toEqual([place, status]);
  }
});
