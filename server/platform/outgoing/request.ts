import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { Writable } from 'node:stream';
import { inSpan } from '../tracing/trace';
import { checkTargetUrl, guardedLookup, type TargetPolicy } from './guard';
import { readableFailure } from './readable-failure';

const AGENT = { keepAlive: true, maxFreeSockets: 2, timeout: 15_000 };
const pools = new Map<boolean, Record<'http:' | 'https:', http.Agent>>();

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: string;
  /** For the whole request: name, connection, TLS, headers and body. */
  timeoutMs: number;
  /** A response above this is an error. */
  maxBytes: number;
  /** Over a connection of its own: one that was kept may end as the request leaves, so that it is unknown whether it arrived. */
  fresh?: boolean;
  /** Takes the body of a response with status 200, whose `bytes` are then empty; it is ended or destroyed. */
  into?: Writable;
}

export interface OutgoingResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A request without a complete response; the message is a short phrase for people. */
export class OutgoingError extends Error {
  /**
   * @param rejected true when it was not sent because none of its addresses is allowed
   * @param sent false when certainly no byte of it left
   */
  constructor(
    message: string,
    readonly rejected: boolean,
    readonly sent = !rejected,
  ) {
    super(message);
  }
}

/**
 * Sends one request to an allowed target, over a connection pinned to the checked address; redirects are not followed.
 * @throws OutgoingError
 */
export function sendRequest(policy: TargetPolicy, request: OutgoingRequest): Promise<OutgoingResponse> {
  return inSpan(`outgoing ${request.method}`, { kind: 'client' }, () => exchange(policy, request));
}

function exchange(policy: TargetPolicy, request: OutgoingRequest): Promise<OutgoingResponse> {
  const { method, url, headers, body, timeoutMs, maxBytes, fresh = false } = request;
  const problem = checkTargetUrl(url, policy);
  if (problem) return Promise.reject(new OutgoingError(readableFailure(problem, false), true));
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const isTls = target.protocol === 'https:';
    const payload = body === undefined ? {} : { 'content-type': 'application/json' };
    let responded = false;
    let connected = false;
    const sent = (isTls ? https : http).request(target, {
      method,
      agent: fresh ? false : poolOf(policy)[isTls ? 'https:' : 'http:'],
      lookup: guardedLookup(policy),
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', 'user-agent': 'Tallyleaf/1', ...payload, ...headers },
    });
    const fail = (error: unknown, hasStatus: boolean) => {
      const { code, name } = error as { code?: string; name?: string };
      const phrase =
        name === 'AbortError' || name === 'TimeoutError'
          ? `No complete response within ${timeoutMs / 1000} seconds`
          : readableFailure(error, hasStatus);
      const rejected = code === 'TARGET_NOT_PUBLIC';
      reject(new OutgoingError(phrase, rejected, !rejected && (connected || !fresh)));
    };
    sent.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    sent.on('error', (error) => fail(error, false));
    // Node drops a response that switches protocols (101) without an error.
    sent.on('close', () => {
      if (!responded) fail({ code: 'ECONNRESET' }, false);
    });
    sent.on('response', (response) => {
      responded = true;
      const chunks: Buffer[] = [];
      const into = response.statusCode === 200 ? request.into : undefined;
      into?.on('error', (error) => {
        fail(error, true);
        response.destroy();
      });
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (!into) chunks.push(chunk);
        else if (!into.write(chunk)) {
          response.pause();
          into.once('drain', () => response.resume());
        }
        if (length <= maxBytes) return;
        reject(new OutgoingError(`The response is larger than ${maxBytes} bytes`, false));
        response.destroy();
      });
      response.on('error', (error) => fail(error, true));
      response.on('close', () => {
        if (!response.complete) into?.destroy();
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        const done = () => resolve({ status, headers: received, bytes: Buffer.concat(chunks) });
        if (into) into.end(done);
        else done();
      });
    });
    sent.end(body);
  });
}

function poolOf({ allowLoopback }: TargetPolicy) {
  const pool = pools.get(allowLoopback) ?? {
    'http:': new http.Agent(AGENT),
    'https:': new https.Agent(AGENT),
  };
  pools.set(allowLoopback, pool);
  return pool;
}
