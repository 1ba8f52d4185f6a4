import { errorOf } from './error.js';
import { type Client, createClient } from './generated/client/index.js';
import { type RetryOptions, retrying } from './retry.js';
import type { TallyleafEvent } from './webhooks.js';

export const VERSION = '1.0.0';

export interface TallyleafOptions extends RetryOptions {
  /** Such as https://tallyleaf.example, without a path. */
  baseUrl: string;
  /** An API key, or a function that gives a present OAuth access token and is asked before each request. */
  auth: string | (() => Promise<string>);
}

type Query = Record<string, string | number | boolean | undefined>;
interface Page<Row> {
  data: Row[];
  pagination: { next_cursor: string | null };
  as_of?: string;
}
interface EventPage {
  data: TallyleafEvent[];
  next_after: number;
}

/** Calls the API with one key or token; every method throws TallyleafError. */
export class Tallyleaf {
  readonly #auth: TallyleafOptions['auth'];
  readonly #baseUrl: string;
  readonly #send: (request: Request) => Promise<Response>;
  /** What operations of `@tallyleaf/client/operations` take as their `client`. */
  readonly operations: Client;

  constructor({ baseUrl, auth, ...retry }: TallyleafOptions) {
    this.#auth = auth;
    this.#baseUrl = new URL(baseUrl).origin;
    this.#send = retrying(retry);
    this.operations = createClient({ baseUrl: this.#baseUrl, fetch: this.fetch, throwOnError: true });
  }

  /** Sends a request to this server, with retries. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== this.#baseUrl)
      throw new TypeError('The address is of another server.');
    const token = typeof this.#auth === 'string' ? this.#auth : await this.#auth();
    request.headers.set('authorization', `Bearer ${token}`);
    request.headers.set('user-agent', `tallyleaf-ts/${VERSION}`);
    const response = await this.#send(request);
    if (!response.ok && response.status !== 304) throw await errorOf(response);
    return response;
  };

  /** @param path such as /api/v1/orders @returns the JSON of the response; undefined for 204 */
  async request<Result>(
    method: string,
    path: string,
    body?: unknown,
    headers: HeadersInit = {},
  ): Promise<Result> {
    const sent = new Headers(headers);
    if (body !== undefined) sent.set('content-type', 'application/json');
    const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await this.fetch(new URL(path, this.#baseUrl), init);
    return (response.status === 204 ? undefined : await response.json()) as Result;
  }

  /** @returns the bytes of a PDF or CSV response, whichever `accept` names */
  async download(path: string, accept: 'application/pdf' | 'text/csv'): Promise<Uint8Array> {
    const response = await this.fetch(new URL(path, this.#baseUrl), { headers: { accept } });
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Goes through each row of a list, page after page by its cursor. */
  async *iterate<Row>(path: string, query: Query = {}): AsyncGenerator<Row> {
    for await (const page of this.#pages<Row>(path, query)) yield* page.data;
  }

  /** Reads what changed since `since`. @returns the rows and the `as_of` to pass as `since` next time */
  async changes<Row>(
    path: string,
    since?: string,
    query: Query = {},
  ): Promise<{ rows: Row[]; as_of?: string }> {
    const rows: Row[] = [];
    let as_of: string | undefined;
    for await (const page of this.#pages<Row>(path, { ...query, updated_since: since })) {
      as_of ??= page.as_of;
      for (const row of page.data) rows.push(row);
    }
    return as_of === undefined ? { rows } : { rows, as_of };
  }

  /** Goes through the events after a sequence number until there is none left. */
  async *events(after = 0, query: Query = {}): AsyncGenerator<TallyleafEvent> {
    for (let at = after; ; ) {
      const page = await this.request<EventPage>('GET', withQuery('/api/v1/events', { ...query, after: at }));
      yield* page.data;
      if (page.next_after === at) return;
      at = page.next_after;
    }
  }

  async *#pages<Row>(path: string, query: Query): AsyncGenerator<Page<Row>> {
    let cursor: string | undefined;
    do {
      const page = await this.request<Page<Row>>('GET', withQuery(path, { limit: 100, ...query, cursor }));
      yield page;
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(pairs)}`;
}
