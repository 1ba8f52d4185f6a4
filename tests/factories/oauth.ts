import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, Client } from '../setup/client';
import { Client as Caller, ok } from '../setup/client';
import { Dashboard } from '../setup/dashboard';

export interface OAuthClient {
  id: string;
  redirect: string;
  /** How often its document was read. */
  reads: number;
  close(): void;
}

/** A client that describes itself at an address of this machine. */
export async function openClient(fields: object = {}): Promise<OAuthClient> {
  const redirect = 'http://127.0.0.1:7777/callback';
  const client = { id: '', redirect, reads: 0, close: () => {} };
  const server = createServer((_, res) => {
    client.reads++;
    res.setHeader('Content-Type', 'application/json');
    res.end(
      JSON.stringify({
        client_id: client.id,
        client_name: 'Totally Trusted Inc',
        redirect_uris: [redirect],
        ...fields,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client.id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  client.close = () => server.close();
  return client;
}

/** The address by which a server of the tests knows itself. */
export const publicOf = (url: string) => `http://localhost:${new URL(url).port}`;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/** A browser of a signed-in member that keeps the cookies of the protocol. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  private constructor(
    private readonly url: string,
    session: string,
  ) {
    const at = session.indexOf('=');
    this.#cookies.set(session.slice(0, at), session.slice(at + 1));
  }

  static async of(member: Client): Promise<Browser> {
    return new Browser(member.url, (await Dashboard.of(member)).cookie);
  }

  async get(address: string): Promise<Answer> {
    const path = address.replace(publicOf(this.url), '');
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await new Caller(this.url).unpooled().send('GET', path, { headers: { cookie } });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (pair.slice(at + 1) === '') this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

export interface Pending {
  browser: Browser;
  answer: Answer;
  /** Id of the request, from the address of its page. */
  id: string;
  verifier: string;
}

/** Sends the member's browser to the authorization server, up to the page of consent. */
export async function beginConsent(
  member: Client,
  client: Pick<OAuthClient, 'id' | 'redirect'>,
  fields: Record<string, string> = {},
): Promise<Pending> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: client.id, redirect_uri: client.redirect, state: 'xyz' },
    ...{
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
    ...{ resource: `${publicOf(member.url)}/mcp`, scope: 'mcp:read mcp:write', ...fields },
  });
  const browser = await Browser.of(member);
  const answer = await browser.get(`/oauth/authorize?${query}`);
  const id = String(answer.headers.location ?? '').split('/oauth/consent/')[1] ?? '';
  return { browser, answer, id, verifier };
}

/** Consents, and returns where the browser is sent. */
export async function consentTo(member: Client, { id, browser }: Pending): Promise<URL> {
  const { continue_at } = ok(
    await member.post<{ continue_at: string }>(`/auth/oauth/requests/${id}/consent`, {}),
  );
  return new URL(String((await browser.get(continue_at)).headers.location));
}

export const tokenRequest = (url: string, fields: Record<string, string>): Promise<Answer<Tokens>> =>
  new Caller(url).unpooled().send('POST', '/oauth/token', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** The whole way: consent, code, tokens. */
export async function letIn(
  member: Client,
  client: OAuthClient,
  fields: Record<string, string> = {},
): Promise<Tokens & { code: string; verifier: string }> {
  const pending = await beginConsent(member, client, fields);
  const back = await consentTo(member, pending);
  const code = back.searchParams.get('code') ?? '';
  const answer = await exchangeCode(member.url, client, { code, verifier: pending.verifier });
  return { ...ok(answer), code, verifier: pending.verifier };
}

export const exchangeCode = (
  url: string,
  client: OAuthClient,
  { code, verifier }: { code: string; verifier: string },
) =>
  tokenRequest(url, {
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
    ...{ client_id: client.id, redirect_uri: client.redirect },
  });
export const refreshWith = (url: string, client: OAuthClient, refresh_token: string) =>
  tokenRequest(url, { grant_type: 'refresh_token', refresh_token, client_id: client.id });
