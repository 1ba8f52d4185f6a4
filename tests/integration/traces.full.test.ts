import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '../factories/business';
import { openTrade, placeOrder, type Trade } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { Client, ok, signIn } from '../setup/client';
import { attributeOf, type Collector, openCollector, type Span } from '../setup/collector';
import { openTestDatabase, type TestDatabase } from '../setup/database';
import { eventually } from '../setup/eventually';
import { IS_SHORT } from '../setup/full';
import { openReceiver, type Receiver } from '../setup/receiver';
import { type ServerProcess, startServer } from '../setup/server';

/** Written by people: it must be in no span and in no line of the log. */
const MARKER = 'Zanzibar Quokka';
const CALLERS = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let database: TestDatabase;
let collector: Collector;
let receiver: Receiver;
let web: ServerProcess;
let worker: ServerProcess;
let trade: Trade;

beforeAll(async () => {
  [database, collector, receiver] = await Promise.all([openTestDatabase(), openCollector(), openReceiver()]);
  const env = { ...collector.env, LOG_LEVEL: 'info', TRUST_PROXY: '1', WEBHOOK_ALLOW_LOOPBACK: '1' };
  web = await startServer(database.url, { ...env, ROLE: 'web' });
  const open = (user: { email: string; password: string }) => signIn(web.url, user);
  trade = await openTrade({ ...database, signIn: open });
  // A worker serves no port: what it does shows that it runs.
  worker = await startServer(database.url, { ...env, ROLE: 'all' });
});
afterAll(async () => {
  await Promise.all([web?.stop(), worker?.stop()]);
  await Promise.all([collector?.close(), receiver?.close(), database?.close()]);
});

const traceOf = (header: unknown) => /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(String(header))?.[1];
const below = (spans: readonly Span[], parent: Span) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
const linesOf = (server: ServerProcess, message: string) =>
  server.stdout
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const parsed = JSON.parse(line) as Record<string, unknown>;
      return parsed.msg === message ? [parsed] : [];
    });

test('shows one order across web, worker and webhook', async () => {
  const endpoint = await addEndpoint(trade.seller, { url: receiver.url, events: ['order.created'] });
  const traceparent = `00-${CALLERS.trace}-${CALLERS.span}-01`;
  const { buyer, wholesaler, product } = trade;
  const body = {
    wholesaler_id: wholesaler.id,
    items: [{ product_id: product.id, quantity: 1 }],
    notes: MARKER,
  };
  const placed = await buyer.post<{ id: string }>('/api/v1/orders', body, { headers: { traceparent } });
  const order = ok(placed);
  const request = await receiver.waitFor(() => true);

  // The trace of the proxy goes on, and no body says so.
  expect(traceOf(placed.headers.traceparent)).toBe(CALLERS.trace);
  const delivered = traceOf(request.headers.traceparent);
  expect(delivered).not.toBe(CALLERS.trace);
  for (const id of [CALLERS.trace, String(delivered), 'traceparent']) {
    expect(placed.text).not.toContain(id);
    expect(request.body).not.toContain(id);
  }

  const inTrace = (name: string) =>
    collector.spans().find((span) => span.traceId === CALLERS.trace && span.name === name) as Span;
  await eventually(
    () =>
      collector
        .spans()
        .filter(({ name }) => name === 'deliver order.created' || name === 'job deliver_webhooks'),
    (found) =>
      expect(found.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['deliver order.created', 'job deliver_webhooks']),
      ),
  );
  const spans = collector.spans();
  const root = inTrace('POST orders.create');
  expect(root).toMatchObject({ kind: 2, parentSpanId: CALLERS.span, role: 'web' });
  const operation = inTrace('POST /api/v1/orders');
  expect(operation.parentSpanId).toBe(root.spanId);
  const statements = below(spans, operation);
  expect(statements.length).toBeGreaterThan(1);
  // Values are parameters, and constants are left out.
  for (const one of statements) expect(String(attributeOf(one, 'db.query.text'))).not.toMatch(/'/);
  expect(statements.map((one) => attributeOf(one, 'db.query.text')).join()).toMatch(/\$\d/);

  expect(inTrace('dispatch events')).toMatchObject({ parentSpanId: root.spanId, role: 'all' });
  expect(inTrace('job deliver_webhooks').parentSpanId).toBe(inTrace('dispatch events').spanId);
  const delivery = spans.find(({ traceId }) => traceId === delivered) as Span;
  expect(delivery).toMatchObject({ name: 'deliver order.created', kind: 3, role: 'all' });
  expect(delivery.parentSpanId || null).toBeNull();
  expect(delivery.links).toContainEqual(
    expect.objectContaining({ traceId: CALLERS.trace, spanId: root.spanId }),
  );

  const told = JSON.stringify(spans);
  for (const value of [order.id, endpoint.id, trade.product.id, receiver.url, MARKER]) {
    expect(told).not.toContain(value);
  }
});

test('logs who did what for how long, in which trace, and nothing that people wrote', async () => {
  const { buyer, retailer } = trade;
  const found = await buyer.get(`/api/v1/orders?search=${encodeURIComponent(MARKER)}`);
  const id = String(found.headers['x-request-id']);
  await eventually(
    () => linesOf(web, 'request').find(({ requestId }) => requestId === id),
    (line) =>
      expect(line).toMatchObject({
        operation: 'orders.list',
        path: '/api/v1/orders',
        entityId: retailer.id,
        userId: expect.any(String),
        ms: expect.any(Number),
        traceId: traceOf(found.headers.traceparent),
      }),
  );
  await eventually(
    () => collector.spans().filter(({ traceId }) => traceId === traceOf(found.headers.traceparent)),
    (spans) => expect(spans.length).toBeGreaterThan(2),
  );
  const written = [...web.stdout, ...worker.stdout, JSON.stringify(collector.spans())].join('\n');
  for (const word of MARKER.split(' ')) expect(written).not.toContain(word);
});

test('a mail is in the trace of the request that caused it, without its address', async () => {
  const member = await createMember(database.db, trade.retailer, 'viewer');
  const asked = await new Client(web.url).post('/auth/password/reset-request', { email: member.email });
  const trace = traceOf(asked.headers.traceparent);
  expect(trace).toBeDefined();
  await eventually(
    () =>
      collector
        .spans()
        .filter(({ traceId }) => traceId === trace)
        .map(({ name }) => name),
    (names) => expect(names).toEqual(expect.arrayContaining(['job mail_password_reset', 'send mail'])),
  );
  const line = linesOf(worker, 'job').find(({ job }) => job === 'mail_password_reset');
  expect(line).toMatchObject({ traceId: trace, ms: expect.any(Number), attempt: 1 });
  expect(JSON.stringify(collector.spans())).not.toContain(member.email);
  expect([...web.stdout, ...worker.stdout].join('\n')).not.toContain(member.email);
});

test('a job of a member is logged with the request, the business and the member that caused it', async () => {
  await placeOrder(trade);
  const caused = () => linesOf(worker, 'job').filter(({ requestId }) => requestId !== undefined);
  const invited = await trade.buyer.post('/api/v1/entity/team/invite', {
    email: 'new@retail.test',
    role: 'viewer',
  });
  ok(invited);
  await eventually(caused, (lines) =>
    expect(lines).toContainEqual(
      expect.objectContaining({
        job: 'send_invitation',
        requestId: invited.headers['x-request-id'],
        entityId: trade.retailer.id,
        userId: expect.any(String),
      }),
    ),
  );
});

test.skipIf(IS_SHORT)('a collector that hangs costs no request and holds up no stop', async () => {
  const hanging = await openReceiver();
  hanging.answer(() => {});
  const server = await startServer(database.url, {
    ROLE: 'web',
    OTEL_EXPORTER_OTLP_ENDPOINT: hanging.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_BSP_MAX_QUEUE_SIZE: '8',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
  });
  const anybody = new Client(server.url);
  for (let n = 0; n < 40; n++) expect((await anybody.get('/api/v1/orders')).status).toBe(401);
  expect(hanging.requests[0]?.headers['content-type']).toBe('application/x-protobuf');
  const began = performance.now();
  await server.stop();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(6_000);
  await hanging.close();
});
