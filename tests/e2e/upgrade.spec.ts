import { get } from 'node:http';
import { expect, test } from './support';

test('ignores an offer to upgrade after a served page', { tag: '@full' }, async ({ page, baseURL }) => {
  await page.goto('/sign-in');
  for (const upgrade of ['h2c', 'websocket']) {
    const status = await new Promise((resolve, reject) => {
      const headers = { Connection: 'Upgrade', Upgrade: upgrade };
      get(`${baseURL}/healthz`, { headers, timeout: 10_000 }, (answer) => resolve(answer.statusCode))
        .once('timeout', () => resolve('no answer'))
        .once('error', reject);
    });
    expect(status, upgrade).toBe(200);
  }
});
