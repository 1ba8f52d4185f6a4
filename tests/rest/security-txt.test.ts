import { expect, test } from 'vitest';
import { openStage } from '../setup/stage';

const { server } = await openStage();

test('says where to report a vulnerability, for less than a year, as RFC 9116 wants it', async () => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields.Contact).toBe('mailto:security@localhost');
  expect(fields.Canonical).toMatch(/^http:\/\/localhost:\d+\/\.well-known\/security\.txt$/);
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});

test('takes GET and HEAD alone (405)', async () => {
  const send = (method: string) => fetch(`${server.url}/.well-known/security.txt`, { method });
  expect((await send('HEAD')).status).toBe(200);
  const rejected = await send('POST');
  expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
