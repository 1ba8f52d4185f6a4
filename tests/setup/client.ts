import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { z } from 'zod';
import type { TokenSet } from '../../server/features/auth/schema';

export interface Answer<T = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed response; undefined when it is not JSON. */
  body: T;
}

export interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> };
}

export interface RequestOptions {
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

type Tokens = z.infer<typeof TokenSet>;

/** One caller of the REST API: anybody, or with a token the member it belongs to. */
export class Client {
  constructor(
    readonly url: string,
    readonly tokens: Tokens | null = null,
    private agent: Agent | undefined = new Agent({ keepAlive: true }),
  ) {}

  /** Sends a request verbatim: no normalized path, any method. */
  async send<T = unknown>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    const { body } = options;
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined ? undefined : raw ? body : JSON.stringify(body);
    const headers: Record<string, string> = {};
    if (this.tokens) headers.authorization = `Bearer ${this.tokens.access_token}`;
    if (payload !== undefined) {
      headers['content-type'] = 'application/json';
      if (!options.headers?.['transfer-encoding']) {
        headers['content-length'] = String(Buffer.byteLength(payload));
      }
    }
    const answer = await exchange(this.url, method, path, {
      headers: { ...headers, ...options.headers },
      payload,
      agent: this.agent,
    });
    if (!answer.headers['x-request-id']) throw new Error(`${method} ${path} answered without X-Request-Id`);
    return answer as Answer<T>;
  }

  /** Sends a body in chunks, without telling its length beforehand. */
  async sendStream(method: string, path: string, body: string): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.tokens?.access_token}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    return exchange(this.url, method, path, { headers, payload: body, agent: this.agent });
  }

  get<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('GET', path, options);
  }
  post<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('POST', path, { ...options, body });
  }
  put<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('PUT', path, { ...options, body });
  }
  patch<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('PATCH', path, { ...options, body });
  }
  delete<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>> {
    return this.send('DELETE', path, options);
  }

  /** The same caller, with a connection of its own for each request. */
  unpooled(): Client {
    const client = new Client(this.url, this.tokens);
    client.agent = undefined;
    return client;
  }

  /** The same caller with another access token. */
  withToken(token: string): Client {
    return new Client(this.url, { ...(this.tokens as Tokens), access_token: token }, this.agent);
  }
}

/** Signs a member in. @throws Error unless the response is 200 */
export async function signIn(url: string, user: { email: string; password: string }): Promise<Client> {
  const { email, password } = user;
  const answer = await new Client(url).post<Tokens>('/auth/login', { email, password });
  return new Client(url, ok(answer));
}

/** The body of a successful response. @throws Error with the response otherwise */
export function ok<T>(answer: Answer<T>): T {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Longer than any wait of the server. Without it a test that hangs doesn't say which request it waits for. */
const SILENCE_MS = 60_000;

interface Exchange {
  headers: Record<string, string>;
  payload: string | Uint8Array | undefined;
  /** Undefined for a connection of its own. */
  agent: Agent | undefined;
}

function exchange(url: string, method: string, path: string, options: Exchange): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { headers, payload, agent } = options;
  return new Promise((resolve, reject) => {
    const req = request({ hostname, port, method, path, headers, agent: agent ?? false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('error', reject);
      res.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, body: parsed(text) });
      });
    });
    req.once('error', reject);
    req.setTimeout(SILENCE_MS, () =>
      req.destroy(new Error(`${method} ${path} has had no response for a minute`)),
    );
    req.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
