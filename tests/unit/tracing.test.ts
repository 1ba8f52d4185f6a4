import type { IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { EnvError, readEnv } from '../../server/kernel/env';
import { readTraceparent, writeTraceparent } from '../../server/kernel/traceparent';
import { readTrustedProxies, type TrustedProxies } from '../../server/kernel/trusted-proxies';
import { summaryOf } from '../../server/platform/tracing/statement-text';
import { addressReader } from '../../server/transport/http/forwarding';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const HEADER = `00-${TRACE}-${SPAN}-01`;

test('reads the traceparent that it writes, and later versions as far as it knows them', () => {
  const place = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(readTraceparent(HEADER)).toEqual(place);
  expect(writeTraceparent(place)).toBe(HEADER);
  expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)?.isSampled).toBe(false);
  expect(readTraceparent(`01-${TRACE}-${SPAN}-01-more`)).toEqual(place);
});

test.each([
  undefined,
  'undefined',
  '',
  `${HEADER}, ${HEADER}`,
  `${HEADER}-more`,
  HEADER.toUpperCase(),
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `01-${TRACE}-${SPAN}-01-${'x'.repeat(500)}`,
])('begins a trace of its own for the header %s', (header) => {
  expect(readTraceparent(header)).toBeNull();
});

test.each([
  ['0', '10.0.0.7', false],
  ['1', '10.0.0.7', true],
  ['10.0.0.0/8', '10.0.0.7', true],
  ['10.0.0.0/8', '192.0.2.1', false],
])('follows traces with TRUST_PROXY=%s from %s: %s', (setting, peer, isFollowed) => {
  const proxies = readTrustedProxies(setting) as TrustedProxies;
  const headers = { traceparent: HEADER, tracestate: 'a=b', baggage: 'user=ada' };
  const request = { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage;
  addressReader(proxies, pino({ level: 'silent' }))(request);
  expect('traceparent' in headers).toBe(isFollowed);
  expect('tracestate' in headers).toBe(isFollowed);
  expect('baggage' in headers).toBe(isFollowed);
});

test('a statement is named by its verb and table, and none of its literals is shown', () => {
  const { name, attributes } = summaryOf(`
    insert into "orders" (id, notes) values ($1, 'it''s Harbor') returning x1, 42, 'a', 3.5`);
  expect(name).toBe('insert orders');
  expect(attributes['db.query.text']).toBe(
    'insert into "orders" (id, notes) values ($1, ?) returning x1, ?, ?, ?',
  );
  expect(summaryOf('select 1 from "public"."events" e limit 20').name).toBe('select public.events');
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER: 'some' },
    /^OTEL_TRACES_SAMPLER must be/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'zipkin' },
    /^OTEL_TRACES_EXPORTER must be/,
  ],
])('a start says what is wrong with %j', (env, message) => {
  expect(() => readEnv(env)).toThrow(EnvError);
  expect(() => readEnv(env)).toThrow(message);
});

test('traces only where there is a place to send them', () => {
  expect(readEnv({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_EXPORTER: 'zipkin' }).tracing).toBeNull();
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readEnv(on).tracing).toEqual({ isJson: false, hasSampler: false });
  expect(readEnv({ ...on, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
  expect(readEnv({ ...on, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull();
  expect(
    readEnv({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/v1/traces', OTEL_TRACES_SAMPLER: 'always_on' })
      .tracing,
  ).toEqual({ isJson: false, hasSampler: true });
});
