import { expect, test } from 'vitest';
import { loggablePath } from '../../server/transport/http/request';

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
