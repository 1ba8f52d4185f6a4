import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { findFreePort } from '../../../server/platform/embedded-postgres/postmaster';
import { onDatabase, runCli } from '../../setup/cli';
import { openPrometheus, watched } from '../../setup/prometheus';
import { openOwnStage } from '../../setup/stage';

const metrics = await findFreePort();
const stage = await openOwnStage({ METRICS_PORT: String(metrics) });
const prometheus = await openPrometheus([metrics]);
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-alerts-backups-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const to = join(folder, 'backups');
await writeFile(join(folder, 'a-file'), '');

/** As jobs of BACKUP_SCHEDULE do it. @returns its exit code */
const run = async (BACKUP_TO: string, ...args: string[]) => {
  const { code } = await runCli(
    {
      ...{ ...onDatabase(stage.url), DATA_DIR: stage.folder, NODE_NO_WARNINGS: '1' },
      ...{ BACKUP_TO, BACKUP_KEY: 'a backup key of at least 32 characters' },
    },
    ...args,
  );
  return code;
};

watched('a backup that fails fires TallyleafBackupFails, and one that succeeds ends it', async () => {
  await prometheus.ends();
  expect(await run(join(folder, 'a-file'), 'backup', '--scheduled')).toBe(1);
  await prometheus.fires('TallyleafBackupFails');
  expect(await run(to, 'backup', '--scheduled')).toBe(0);
  await prometheus.ends();
});

watched(
  'without the next backup TallyleafBackupOld fires, without a trial TallyleafRestoreUnverified',
  async () => {
    await prometheus.fires('TallyleafBackupOld');
    await prometheus.fires('TallyleafRestoreUnverified', ['TallyleafBackupOld']);
    expect(await run(to, 'verify-backup')).toBe(0);
    await prometheus.ends('TallyleafRestoreUnverified');
    expect(await run(to, 'backup', '--scheduled')).toBe(0);
    await prometheus.ends('TallyleafBackupOld');
  },
);
