import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** What a page says of its response; Next has no way to render a page with a status other than 200. */
const stated = new AsyncLocalStorage<{ status?: number }>();

/** Gives the response that is being rendered a status. @see withStatedStatus */
export function stateStatus(status: 403 | 404): void {
  const response = stated.getStore();
  if (response) response.status = status;
}

/** Renders a page, and sends the status that it states before its first byte. */
export function withStatedStatus<T>(res: ServerResponse, render: () => T): T {
  const response: { status?: number } = {};
  const { writeHead } = res;
  res.writeHead = (status: number, ...rest: unknown[]) =>
    Reflect.apply(writeHead, res, [response.status ?? status, ...rest]);
  return stated.run(response, render);
}
