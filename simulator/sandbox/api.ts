/** One caller of the REST API. */
export class Api {
  constructor(
    readonly url: string,
    private readonly token: string | null = null,
  ) {}

  /** @throws Error with the response unless its status is below 300 */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} responded with ${status}: ${text.slice(0, 500)}`);
    return JSON.parse(text || 'null') as T;
  }

  async ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }
}

/** @throws Error when the password is wrong */
export async function signIn(url: string, email: string, password: string): Promise<Api> {
  const { access_token } = await new Api(url).send<{ access_token: string }>('POST', '/auth/login', {
    email,
    password,
  });
  return new Api(url, access_token);
}
