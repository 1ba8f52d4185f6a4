import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { checkTargetUrl, guardedLookup, type TargetPolicy } from '../../platform/outgoing/guard';
import { readableFailure } from '../../platform/outgoing/readable-failure';
import { parseRetryAfter } from '../../platform/outgoing/retry-after';

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 4096;
const AGENT = { keepAlive: true, maxFreeSockets: 4, timeout: 15_000 };
/** Timeout per address before the next address of the same name is tried. */
const ADDRESS_TIMEOUT_MS = 1000;

/** Result of one attempt: `error` is a short phrase for people, null when the complete response arrived. */
export interface Outcome {
  /** a complete 2xx response, or its first 4 KiB */
  ok: boolean;
  status: number | null;
  durationMs: number;
  /** the first 4 KiB of the response, without NUL; null without one */
  responseBody: string | null;
  error: string | null;
  retryAfter: Date | null;
}

interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Sender {
  /** Sends one POST without following redirects (decision 69). Never throws: failures are the outcome's `error`. */
  send(delivery: Delivery): Promise<Outcome>;
  /** Closes every connection; requests in flight end with an error. */
  close(): void;
}

interface Exchange {
  status: number | null;
  body: Buffer | null;
  error: string | null;
  retryAfter: Date | null;
}

/** @param options.timeoutMs for all of an attempt: name, connection, TLS, headers and body (decision 66) */
export function openSender(policy: TargetPolicy, { timeoutMs = TIMEOUT_MS } = {}): Sender {
  const agents = { 'http:': new http.Agent(AGENT), 'https:': new https.Agent(AGENT) };
  const lookup = guardedLookup(policy);
  let closed = false;

  const open = (url: URL, { headers, body }: Delivery, fresh: boolean): ClientRequest => {
    const isTls = url.protocol === 'https:';
    const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
      method: 'POST',
      agent: fresh ? false : agents[isTls ? 'https:' : 'http:'],
      lookup,
      autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Tallyleaf-Webhooks/1',
      },
    };
    return (isTls ? https : http).request(url, options).end(body);
  };

  const exchange = (delivery: Delivery): Promise<Exchange> =>
    new Promise((resolve) => {
      let request: ClientRequest | undefined;
      let response: IncomingMessage | undefined;
      let settled = false;
      const chunks: Buffer[] = [];

      const settle = (error: string | null) => {
        settled = true;
        clearTimeout(deadline);
        resolve({
          status: response?.statusCode ?? null,
          body: response ? Buffer.concat(chunks).subarray(0, KEPT_BYTES) : null,
          error,
          retryAfter: parseRetryAfter(response?.headers['retry-after'], new Date()),
        });
      };
      const fail = (error: unknown) => settle(readableFailure(error, response !== undefined));
      const deadline = setTimeout(() => {
        settle(`${response ? "The response didn't end" : 'No response'} within ${timeoutMs / 1000} seconds`);
        request?.destroy();
      }, timeoutMs);

      const read = (message: IncomingMessage) => {
        response = message;
        let length = 0;
        message.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length <= KEPT_BYTES) return;
          settle(null);
          message.destroy();
        });
        message.on('end', () => settle(null));
        message.on('error', fail);
      };

      const attempt = (fresh: boolean) => {
        const current = open(new URL(delivery.url), delivery, fresh);
        request = current;
        current.on('response', read);
        current.on('error', (error) => {
          // The server may close an idle connection just as it is reused: that is not a failure of the receiver.
          if (isStale(current, error) && !response && !settled && !closed) attempt(true);
          else fail(error);
        });
        // Node drops a response that switches protocols (101) without an error.
        current.on('close', () => {
          if (current === request && !response) fail({ code: 'ECONNRESET' });
        });
      };

      try {
        attempt(false);
      } catch (error) {
        fail(error);
      }
    });

  return {
    async send(delivery) {
      const startedAt = performance.now();
      const problem = checkTargetUrl(delivery.url, policy);
      const { status, body, error, retryAfter } = problem
        ? { status: null, body: null, error: readableFailure(problem, false), retryAfter: null }
        : await exchange(delivery);
      return {
        ok: error === null && status !== null && status >= 200 && status < 300,
        status,
        durationMs: Math.round(performance.now() - startedAt),
        responseBody: body && readableText(body),
        error,
        retryAfter,
      };
    },
    close() {
      closed = true;
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

function isStale(request: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Decodes UTF-8 without NUL, which PostgreSQL's text cannot hold; a truncated character is dropped. */
function readableText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
}
