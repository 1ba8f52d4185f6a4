import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey } from '../../../server/platform/backup/keys';
import { readLastRuns } from '../../../server/platform/backup/runs';
import { crontab } from '../../../server/transport/worker/schedule';
import { openBucket } from '../../setup/bucket';
import { onDatabase, runCli } from '../../setup/cli';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { eventually } from '../../setup/eventually';
import { IS_SHORT } from '../../setup/full';

const KEY = 'a backup key of at least 32 characters';
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const ANCIENT = '2020-01-01T00-00-00Z';
const RULES = { BACKUP_KEEP: '1', BACKUP_KEEP_DAYS: '0' };
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-scheduled-'));
const to = join(folder, 'to');
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await mkdir(join(folder, 'data'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (env: Record<string, string>, ...args: string[]) =>
  runCli(
    {
      ...onDatabase(database.url),
      DATA_DIR: join(folder, 'data'),
      BACKUP_TO: to,
      BACKUP_KEY: KEY,
      ...RULES,
      ...env,
    },
    ...args,
  );
const lastBackup = async () => (await readLastRuns(database.db)).find(({ kind }) => kind === 'backup');

test('of two processes that make the scheduled backup at once, one makes it; it replaces what is no longer kept', async () => {
  await mkdir(join(to, ANCIENT), { recursive: true });
  await writeFile(join(to, ANCIENT, 'SHA256SUMS.mac'), '');
  const waiting = () =>
    database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const [first, second] = await database.sql.begin(async (tx) => {
    // The first one waits for its tables while the second one comes.
    await tx`lock table entities in access exclusive mode`;
    const begun = run({}, 'backup', '--scheduled');
    await eventually(waiting, (rows) => expect(rows).toHaveLength(1));
    return [begun, await run({}, 'backup', '--scheduled')] as const;
  });
  expect(second).toEqual({ code: 0, stdout: 'Another process is making a backup.\n', stderr: '' });
  const { stdout, ...made } = await first;
  expect(made).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`removed ${ANCIENT}\n`);
  const names = await readdir(to);
  expect(names).toEqual([expect.stringMatching(NAME)]);
  expect(await lastBackup()).toMatchObject({ good: { name: names[0] }, isFailing: false });
  expect((await lastBackup())?.good?.bytes).toBeGreaterThan(1_000);
  const manifest = JSON.parse(await readFile(join(to, names[0] ?? '', 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ format: 2, encryption: { key: backupKey(KEY).id } });
});

test('a backup that fails removes none and is recorded', async () => {
  const [name = ''] = await readdir(to);
  const failed = await run({ BACKUP_TO: join(to, name, 'manifest.json') }, 'backup', '--scheduled');
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^backup: E/) });
  expect(await readdir(to)).toEqual([name]);
  expect(await lastBackup()).toMatchObject({ good: { name }, isFailing: true });
});

test.skipIf(IS_SHORT)('a bucket keeps backups and lets go of old ones', async () => {
  const bucket = await openBucket();
  try {
    const ancient = `/coas/of-tests/${ANCIENT}/`;
    for (const name of ['SHA256SUMS.mac', 'tables/x']) bucket.objects.set(ancient + name, Buffer.from('x'));
    const { code, stdout } = await run({ BACKUP_TO: bucket.url }, 'backup', '--scheduled');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`removed ${ANCIENT}\n`) });
    const keys = [...bucket.objects.keys()];
    expect(keys.filter((key) => key.includes(ANCIENT))).toEqual([]);
    expect(keys.filter((key) => key.endsWith('SHA256SUMS.mac'))).toHaveLength(1);
    expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('backup-'))).toEqual([]);
  } finally {
    await bucket.close();
  }
});

test('the schedule has a backup and its weekly trial once over all workers, and neither without BACKUP_SCHEDULE', () => {
  expect(crontab(undefined)).not.toContain('backup');
  expect(crontab('30 3 * * *').split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^30 3 \* \* \* take_backup \?.*queue=backups/),
      expect.stringMatching(/^\S+ \S+ \* \* 0 verify_backup \?.*queue=backups/),
    ]),
  );
});
