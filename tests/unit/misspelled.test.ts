import { expect, test } from 'vitest';
import { ENV_NAMES } from '../../server/kernel/env';
import { shownSettings } from '../../server/kernel/env-shown';
import { misspelledIn } from '../../server/kernel/misspelled';

test.each([
  ['WEBHOOK_ALLOW_LOOPBAK', 'WEBHOOK_ALLOW_LOOPBACK'],
  ['WEBHOOK_ALOW_LOOPBACKS', 'WEBHOOK_ALLOW_LOOPBACK'],
  ['DATABASE_ULR', 'DATABASE_URL'],
])('%s may be meant for %s', (name, meant) => {
  expect(misspelledIn([name], ENV_NAMES)).toEqual([{ name, meant }]);
});

test.each(['PATH', 'SMTP_ULR'.slice(0, 7), 'HOSTNAME', 'DATABASE_URL', 'NODE_OPTIONS', 'npm_config_cache'])(
  '%s is no misspelled name',
  (name) => {
    expect(misspelledIn([name], ENV_NAMES)).toEqual([]);
  },
);

test('shows no secret of any setting', () => {
  const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
  const texts = [secret, `https://user:${secret}@example.com/${secret}?key=${secret}`];
  for (const text of texts) {
    const source = Object.fromEntries(ENV_NAMES.map((name) => [name, text]));
    const shown = shownSettings(source).filter(({ name }) => !WORDS.has(name));
    expect(JSON.stringify(shown)).not.toContain('hunter2');
  }
});
/** Settings that the start rejects unless they are numbers, addresses of machines or known words. */
const WORDS = new Set(
  shownSettings(Object.fromEntries(ENV_NAMES.map((name) => [name, 'x'])))
    .filter(({ shown }) => shown === 'x')
    .map(({ name }) => name as string),
);

test('shows values only of settings that take no other texts', () => {
  expect([...WORDS].toSorted()).toEqual(
    [
      ...[
        'ANONYMOUS_RATE_LIMIT',
        'BACKUP_SCHEDULE',
        'DATABASE_POOL',
        'DATABASE_PREPARE',
        'DEFAULT_TIER',
        'DEMO',
      ],
      ...[
        'HEALTH_PORT',
        'HOST',
        'LAME_DUCK_SECONDS',
        'LOG_LEVEL',
        'METRICS_HOST',
        'METRICS_PORT',
        'NODE_ENV',
      ],
      ...[
        'OFFLINE',
        'PORT',
        'ROLE',
        'SANDBOX',
        'SEND_TIMEOUT',
        'SIGN_UP',
        'TRUST_PROXY',
        'WEBHOOK_ALLOW_LOOPBACK',
      ],
      'WEB_CONCURRENCY',
    ].toSorted(),
  );
});
