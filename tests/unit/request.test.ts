import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isFromOwnPages, loggablePath } from '../../server/transport/http/request';

test.each([
  ['/reset-password/x9-_secret', '/reset-password/…'],
  ['/reset-password/x9-_secret?_rsc=1', '/reset-password/…'],
  ['/invite/x9-_secret', '/invite/…'],
  ['/orders?search=Harbor%20%26%20Pine', '/orders'],
  ['/orders', '/orders'],
  [undefined, undefined],
])('logs no token of a mailed link and no query: %s', (url, logged) => {
  expect(loggablePath(url)).toBe(logged);
});

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://tallyleaf.example' }, false],
  [{ origin: 'https://tallyleaf.example' }, true],
  [{ origin: 'https://tallyleaf.example.evil.test' }, false],
  [{ origin: 'null' }, false],
  [{}, true],
])('takes requests that a browser sends for our own pages alone: %j is %j', (headers, expected) => {
  const req = { headers: { host: 'tallyleaf.example', ...headers } } as unknown as IncomingMessage;
  expect(isFromOwnPages(req)).toBe(expected);
});
