import { expect } from 'vitest';
import type { Operation } from '../../../server/operation/init';
import { objectOf, objectShown } from '../../../server/operation/objects';
import type { RestOperation } from '../../../server/transport/rest/operations';
import { type Answer, Client, type RequestOptions } from '../../setup/client';
import type { Send } from './world';

const STALE = { 'if-match': '"never-a-tag-of-anything"' };

/** The last request to an operation within some work. */
interface Sent {
  client: Client;
  path: string;
}

/** Runs work whose requests to one operation get further headers, and notes the last of them. */
async function sending(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  headers: Record<string, string>,
  work: Send,
): Promise<{ answer: Answer; sent: Sent | null }> {
  const send = Client.prototype.send;
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`);
  let sent: Sent | null = null;
  Client.prototype.send = function wrapped<T>(
    this: Client,
    given: string,
    address: string,
    options: RequestOptions = {},
  ) {
    if (given !== method || !pattern.test(address))
      return send.call(this, given, address, options) as Promise<Answer<T>>;
    sent = { client: this, path: address };
    const merged = { ...options, headers: { ...options.headers, ...headers } };
    return send.call(this, given, address, merged) as Promise<Answer<T>>;
  };
  try {
    return { answer: await work(), sent };
  } finally {
    Client.prototype.send = send;
  }
}

/** The request of a success, with a tag that its object never had; null where no version is compared. */
export function staleCase(operation: RestOperation, cases: Partial<Record<number, Send>>): Send | null {
  const success = [200, 201, 202, 204].flatMap((status) => cases[status] ?? [])[0];
  if (operation.method === 'GET' || !success || !objectOf(operation)) return null;
  return async () => (await sending(operation, STALE, success)).answer;
}

/** Expects a response that shows an object to have the tag that its GET then has, and HEAD the same. */
export async function expectTag(operation: RestOperation, success: Send): Promise<void> {
  const object = objectShown(operation);
  const { answer, sent } = await sending(operation, {}, success);
  if (!object || answer.status >= 300 || !sent) {
    if (operation.method !== 'GET' && answer.status < 300 && !object)
      expect(answer.headers.etag).toBeUndefined();
    return;
  }
  const depth = object.path.split('/').length;
  const path = answer.headers.location ?? sent.path.split('/').slice(0, depth).join('/');
  const read = await sent.client.get(path);
  // What is gone, or isn't the caller's to read, has no tag to compare.
  if (read.status !== 200) return;
  expect(answer.headers.etag, `${operation.method} ${sent.path}: ${answer.text}\n${read.text}`).toBe(
    read.headers.etag,
  );
  expect(answer.headers.etag).toMatch(/^"[\w-]{22,36}"$/);
  expect((await sent.client.send('HEAD', path)).headers.etag).toBe(read.headers.etag);
}
