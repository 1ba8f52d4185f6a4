import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { createBusiness, createMember } from '../factories/business';
import { onDatabase, runCli } from '../setup/cli';
import { eventually } from '../setup/eventually';
import { openMailServer } from '../setup/mail';
import { openOwnStage } from '../setup/stage';

const RULES = resolve(import.meta.dirname, '../../deploy/monitoring/alerts.yml');
/** Debian's prometheus; `npm run test:alerts` says how to install it. */
const isInstalled = !spawnSync('prometheus', ['--version']).error;
const [metrics, web] = [String(await findFreePort()), String(await findFreePort())];
const mail = await openMailServer();
const stage = await openOwnStage({ ...mail.env, METRICS_PORT: metrics });
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-alerts-'));
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];

/** Prometheus with our rules as they are, and a second between two looks. */
beforeAll(async () => {
  if (!isInstalled) return;
  const config = join(folder, 'prometheus.json');
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: [{ job_name: 'tallyleaf', static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] }],
    }),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${web}`,
    ],
    { stdio: 'ignore' },
  );
  closing.unshift(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await eventually(targetsUp, (up) => expect(up).toEqual(['up']), { patienceMs: 60_000 });
}, 90_000);
afterAll(async () => {
  for (const close of closing) await close();
});

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${web}/api/v1/${path}`);
  return ((await response.json()) as { data: T }).data;
}
const targetsUp = () =>
  ask<{ activeTargets: { health: string }[] }>('targets').then(
    ({ activeTargets }) => activeTargets.map(({ health }) => health),
    () => [],
  );
const firing = async () => {
  const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
  return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
};
const PATIENCE = { patienceMs: 60_000 };

test.skipIf(!isInstalled)(
  'a backup that fails fires its alert, and one that succeeds ends it',
  async () => {
    expect(await firing()).toEqual([]);
    const to = join(folder, 'backups');
    const backUp = (BACKUP_TO: string) =>
      runCli(
        {
          ...{ ...onDatabase(stage.url), DATA_DIR: stage.folder, NODE_NO_WARNINGS: '1' },
          ...{ BACKUP_TO, BACKUP_KEY: 'a backup key of at least 32 characters' },
        },
        'backup',
        '--scheduled',
      );
    await writeFile(join(folder, 'a-file'), '');
    expect((await backUp(join(folder, 'a-file'))).code).toBe(1);
    await eventually(firing, (names) => expect(names).toEqual(['TallyleafBackupFails']), PATIENCE);
    expect((await backUp(to)).code).toBe(0);
    await eventually(firing, (names) => expect(names).toEqual([]), PATIENCE);
  },
  150_000,
);

test.skipIf(!isInstalled)(
  'a mail server that rejects mails fires its alert',
  async () => {
    mail.refusing = true;
    const business = await createBusiness(stage.db, 'retailer');
    for (let count = 0; count < 12; count++) {
      const { email } = await createMember(stage.db, business, 'viewer');
      expect((await stage.anybody.post('/auth/password/reset-request', { email })).status).toBeLessThan(300);
    }
    await eventually(firing, (names) => expect(names).toContain('TallyleafMailFails'), PATIENCE);
  },
  120_000,
);
