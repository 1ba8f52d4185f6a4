import { encode } from 'next-auth/jwt';
import { type Answer, Client } from './client';
import { TEST_SECRET } from './server';

/** One call of a tRPC request. */
export interface Call {
  name: string;
  input: unknown;
}

/** The browser of a signed-in member: tRPC by the cookie that next-auth would have set. */
export class Dashboard {
  private constructor(
    private readonly client: Client,
    readonly cookie: string,
  ) {}

  static async of({ url, tokens }: Client): Promise<Dashboard> {
    const [, claims = ''] = tokens?.access_token.split('.') ?? [];
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const token = await encode({ token: { sid }, secret: TEST_SECRET });
    return new Dashboard(new Client(url).unpooled(), `tallyleaf-session=${token}`);
  }

  /** Sends reads in one request, as the browser's batch link does. */
  query(calls: readonly Call[]): Promise<Answer> {
    const names = calls.map(({ name }) => name).join(',');
    const input = encodeURIComponent(JSON.stringify({ ...calls.map((call) => call.input) }));
    return this.send('GET', `/api/trpc/${names}?batch=1&input=${input}`);
  }

  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.client.send(method, path, { body, headers: { ...headers, cookie: this.cookie } });
  }
}
