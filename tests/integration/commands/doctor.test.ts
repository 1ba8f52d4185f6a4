import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onDatabase, runCli } from '../../setup/cli';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage({ ROLE: 'web' });
const folder = mkdtempSync(join(tmpdir(), 'tallyleaf-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SECRET = 'planted-secret-of-this-test-0123456789';

test('reports facts without a secret into a file of its own, and ends with 1 when a check failed', async () => {
  const file = join(folder, 'doctor.json');
  const env = {
    ...onDatabase(stage.url),
    SMTP_URL: `smtp://user:${SECRET}@127.0.0.1:1`,
    METRC_VENDOR_KEYS: `co:${SECRET}`,
    WEBHOOK_ALLOW_LOOPBAK: SECRET,
  };
  const { code, stdout } = await runCli(env, 'doctor', '--json', '--output', file);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(SECRET);
  const report = JSON.parse(text) as { checks: Array<{ name: string; ok: boolean; detail: string }> };
  expect(report).toMatchObject({
    misspelled: [{ name: 'WEBHOOK_ALLOW_LOOPBAK', meant: 'WEBHOOK_ALLOW_LOOPBACK' }],
    database: { read_only: false },
  });
  const byName = Object.fromEntries(report.checks.map(({ name, ...rest }) => [name, rest]));
  expect(byName).toMatchObject({
    database: { ok: true },
    clock: { ok: true },
    mail: { ok: false, detail: 'ECONNREFUSED' },
    files: { ok: true, detail: 'not set' },
    settings: { ok: false },
  });
});
