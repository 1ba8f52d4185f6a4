import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { backupKey } from '../../server/platform/backup/keys';
import { readLastRuns } from '../../server/platform/backup/runs';
import { uploadCoa } from '../factories/coa';
import { openTrade, placeOrder, type Trade } from '../factories/trade';
import { addEndpoint } from '../factories/webhook';
import { openBucket } from '../setup/bucket';
import { onDatabase, runCli } from '../setup/cli';
import { ok } from '../setup/client';
import { cloneDatabase } from '../setup/clone';
import { eventually } from '../setup/eventually';
import { openReceiver } from '../setup/receiver';
import { openOwnStage } from '../setup/stage';

const KEY = 'a backup key of at least 32 characters';
const NEXT = 'the backup key after it of 32 characters';
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-verify-'));
const to = join(folder, 'to');
const stage = await openOwnStage({ WEBHOOK_ALLOW_LOOPBACK: '1' });
const receiver = await openReceiver();
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (env: Record<string, string>, ...args: string[]) =>
  runCli(
    {
      ...{
        ...onDatabase(stage.url),
        NODE_NO_WARNINGS: '1',
        DATA_DIR: stage.folder,
        BACKUP_TO: to,
        BACKUP_KEY: KEY,
      },
      ...env,
    },
    ...args,
  );
const lastTrial = async () => (await readLastRuns(stage.db)).find(({ kind }) => kind === 'verify');

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 1_000 });
  ok(await uploadCoa(trade.seller, trade.product.id));
  // Its deliveries wait in the backup.
  receiver.answer((_request, response) => response.writeHead(503).end());
  await addEndpoint(trade.seller, { url: `${receiver.url}/hook`, events: ['order.created'] });
  for (let count = 0; count < 5; count++) await placeOrder(trade);
  await eventually(
    async () => receiver.requests.length,
    (count) => expect(count).toBeGreaterThan(0),
  );
  expect(await run({}, 'backup', '--scheduled')).toMatchObject({ code: 0, stderr: '' });
}, 120_000);

test('a trial restores and verifies the last backup, records it, and leaves and sends nothing', async () => {
  const [name = ''] = await readdir(to);
  const sent = receiver.requests.length;
  receiver.answer((_request, response) => response.writeHead(204).end());
  await stage.sql`update webhook_deliveries set next_attempt_at = now() + interval '1 day' where status = 'pending'`;
  const { code, stdout, stderr } = await run({}, 'verify-backup');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/ledger rows: no differences\n.* audit rows: no differences\n/);
  expect(stdout).toMatch(new RegExp(`${name}: restored and verified in \\d+ s\n$`));
  expect(receiver.requests).toHaveLength(sent);
  expect(await lastTrial()).toMatchObject({ good: { name }, isFailing: false });
  expect((await readdir(stage.folder)).filter((entry) => entry.startsWith('trial'))).toEqual([]);
  expect(await run({}, 'backups')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${name}, verified \\S+Z\n1 backups; `)),
  });
});

test('after the key is rotated, older backups restore with the earlier one, which an error names', async () => {
  const [name = ''] = await readdir(to);
  const without = await run({ BACKUP_KEY: NEXT }, 'verify-backup', name);
  expect(without).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`encrypted with the backup key ${backupKey(KEY).id}`),
  });
  expect(await lastTrial()).toMatchObject({ isFailing: true });
  const { url, drop } = await cloneDatabase(inject('databaseServer'), 'template0');
  try {
    const env = { ...onDatabase(url), DATA_DIR: join(folder, 'restored'), BACKUP_KEY: NEXT };
    const previous = { BACKUP_KEY_PREVIOUS: `${NEXT}, ${KEY}` };
    expect(await run({ ...env, ...previous }, 'restore', '--backup', 'latest')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await run(env, 'verify')).toMatchObject({ code: 0 });
  } finally {
    await drop();
  }
});

test('a trial of a backup with a changed byte fails, is recorded, and shows in the list (1)', async () => {
  const [name = ''] = await readdir(to);
  const table = join(to, name, 'tables/public.orders.copy.gz');
  const bytes = await readFile(table);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(table, bytes);
  expect(await run({}, 'verify-backup')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("public.orders.copy.gz doesn't match its checksum"),
  });
  expect(await run({}, 'backups')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The last attempt failed: verify\n'),
  });
});

test('a backup in a bucket is tried out, too', async () => {
  const bucket = await openBucket();
  try {
    const env = { BACKUP_TO: bucket.url };
    expect(await run(env, 'backup', '--scheduled')).toMatchObject({ code: 0, stderr: '' });
    expect(await run(env, 'verify-backup')).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(stage.folder)).filter((entry) => /^(trial|backup)-/.test(entry))).toEqual([]);
  } finally {
    await bucket.close();
  }
});
