import { type Answer, type Client, ok } from '../setup/client';
import { Authenticator, type Options } from './authenticator';

export const PASSKEYS = '/auth/passkeys';
/** The origin of PUBLIC_URL, which the tests' servers have on localhost. */
export const originOf = ({ url }: { url: string }) => `http://localhost:${new URL(url).port}`;

export const creationOptions = async (client: Client) =>
  ok(await client.post<Options>(`${PASSKEYS}/options`));
export const requestOptions = async (client: Client) =>
  ok(await client.post<Options>(`${PASSKEYS}/sign-in/options`));

/** Adds a passkey of a signed-in member. */
export async function addPasskey(client: Client, name?: string) {
  const authenticator = new Authenticator(originOf(client));
  const credential = authenticator.create(await creationOptions(client));
  const { id } = ok(await client.post<{ id: string }>(PASSKEYS, { name, credential }));
  return { id, authenticator };
}

export async function signInWithPasskey(
  anybody: Client,
  authenticator: Authenticator,
): Promise<Answer<{ access_token: string }>> {
  const assertion = authenticator.get(await requestOptions(anybody));
  return anybody.post(`${PASSKEYS}/sign-in`, { assertion });
}
