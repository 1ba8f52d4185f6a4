import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The header of a caller. */
export const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Calls the server. @returns what JSON says, or the text @throws Error with the response unless it is a success */
export async function call<T>(url: string, { method = 'GET', path, headers, body }: Call): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text.slice(0, 200)}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return (isJson ? JSON.parse(text) : text) as T;
}

/** A server of this process on a port of its own: what the measured one sends to. */
export async function listen(answer: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
