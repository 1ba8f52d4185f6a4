import { expect, test } from 'vitest';
import { loggableUrl } from '../../server/transport/http/request';

test.each([
  ['/reset-password/x9-_secret', '/reset-password/…'],
  ['/reset-password/x9-_secret?_rsc=1', '/reset-password/…?_rsc=1'],
  ['/invite/x9-_secret', '/invite/…'],
  ['/orders?status=pending', '/orders?status=pending'],
  [undefined, undefined],
])('logs no token of a mailed link: %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged);
});
