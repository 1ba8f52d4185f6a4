import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../server/kernel/env';
import { verifyChecksums } from '../../server/platform/backup/checksums';
import { Draft } from '../../server/platform/backup/draft';
import { BackupKeys, backupKey } from '../../server/platform/backup/keys';
import { openReader } from '../../server/platform/backup/reader';
import { expired, momentOf, nameOf } from '../../server/platform/backup/retention';
import { open, seal } from '../../server/platform/backup/sealed';

const KEY = 'a backup key of at least 32 characters';
const OLD = 'the backup key before it of 32 characters';
const keys = new BackupKeys(KEY);
const root = await mkdtemp(join(tmpdir(), 'tallyleaf-sealed-'));
afterAll(() => rm(root, { recursive: true, force: true }));

/** In parts that fit no chunk. */
const inParts = (bytes: Buffer) => {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 50_001) parts.push(bytes.subarray(at, at + 50_001));
  return Readable.from(parts);
};
const sealed = (bytes: Buffer) => buffer(Readable.from(seal(inParts(bytes), keys.current, 'a/b')));
const opened = (bytes: Buffer, with_ = keys, purpose = 'a/b') =>
  buffer(Readable.from(open(inParts(bytes), with_, purpose)));

describe('a sealed file', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
    'of %i bytes opens to what was sealed',
    async (size) => {
      const contents = randomBytes(size);
      const bytes = await sealed(contents);
      expect((await opened(bytes)).equals(contents)).toBe(true);
      expect(size < 100 || !bytes.includes(contents.subarray(0, 64))).toBe(true);
    },
  );

  test('does not open with a byte changed, cut, repeated or swapped, or under another purpose', async () => {
    const bytes = await sealed(randomBytes(200_000));
    for (const at of [0, 10, 20, 60, 70_000, bytes.length - 1]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await expect(opened(flipped), `byte ${at}`).rejects.toThrow();
    }
    const [head, chunk] = [48, 65_552];
    const first = bytes.subarray(head, head + chunk);
    const second = bytes.subarray(head + chunk, head + 2 * chunk);
    const rest = bytes.subarray(head + 2 * chunk);
    const start = bytes.subarray(0, head);
    const wrong = [
      bytes.subarray(0, -1),
      bytes.subarray(0, head + chunk),
      bytes.subarray(0, head),
      Buffer.concat([start, second, first, rest]),
      Buffer.concat([start, first, first, second, rest]),
      Buffer.concat([bytes, Buffer.from('x')]),
    ];
    for (const changed of wrong) await expect(opened(changed)).rejects.toThrow('changed, cut or moved');
    await expect(opened(bytes, keys, 'a/c')).rejects.toThrow('changed, cut or moved');
  });

  test('names the key that it needs, and opens with an earlier one', async () => {
    const bytes = await sealed(Buffer.from('rows'));
    await expect(opened(bytes, new BackupKeys(OLD))).rejects.toThrow(
      `encrypted with the backup key ${backupKey(KEY).id}`,
    );
    expect(String(await opened(bytes, new BackupKeys(OLD, [KEY])))).toBe('rows');
  });
});

describe('an encrypted backup', () => {
  const draft = async (name: string) => {
    const made = new Draft(join(root, name), {
      key: keys.current,
      id: '0195e6a0-0000-7000-8000-000000000000',
    });
    await made.open();
    await made.write('files/a.pdf', Readable.from([Buffer.from('certificate')]));
    await made.finish({ format: 2 });
    return made.folder;
  };
  const encryption = { key: keys.current.id, backup: '0195e6a0-0000-7000-8000-000000000000' };

  test('shows checksums without its key, and its files with it', async () => {
    const folder = await draft('whole');
    expect(await verifyChecksums(folder)).toContain('files/a.pdf');
    expect(await readFile(join(folder, 'files/a.pdf'), 'latin1')).not.toContain('certificate');
    const read = await openReader(folder, encryption, keys);
    expect(String(await buffer(await read('files/a.pdf')))).toBe('certificate');
    await expect(openReader(folder, encryption, undefined)).rejects.toThrow(`backup key ${keys.current.id}`);
    await expect(openReader(folder, encryption, new BackupKeys(OLD))).rejects.toThrow(
      `encrypted with the backup key ${keys.current.id}`,
    );
  });

  test('is rejected when its list of checksums was written again without the key', async () => {
    const folder = await draft('forged');
    const list = join(folder, 'SHA256SUMS');
    await writeFile(list, (await readFile(list, 'utf8')).split('\n').reverse().join('\n').trimStart());
    await expect(openReader(folder, encryption, keys)).rejects.toThrow('damaged');
    await rm(join(folder, 'SHA256SUMS.mac'));
    await expect(openReader(folder, encryption, keys)).rejects.toThrow('SHA256SUMS.mac is missing');
  });
});

describe('retention', () => {
  const now = new Date('2026-11-26T04:00:00Z');
  const daily = Array.from({ length: 40 }, (_, days) =>
    nameOf(new Date(now.getTime() - days * 86_400_000 - 1_000)),
  );

  test('keeps the newest ones and the younger ones, and names moments', () => {
    expect(momentOf('2026-11-26T03-30-05Z')).toEqual(new Date('2026-11-26T03:30:05Z'));
    expect(expired(daily, { keep: 7, keepDays: 30, now })).toEqual(daily.slice(30));
    expect(expired(daily, { keep: 35, keepDays: 0, now })).toEqual(daily.slice(35));
  });

  test('never removes the last one, or the last that was verified', () => {
    const old = daily.slice(30);
    expect(expired(old, { keep: 1, keepDays: 0, now })).toEqual(old.slice(1));
    expect(expired(old, { keep: 1, keepDays: 0, now, verified: old[5] })).not.toContain(old[5]);
    expect(expired(daily.slice(39), { keep: 1, keepDays: 0, now })).toEqual([]);
    expect(expired([], { keep: 1, keepDays: 0, now })).toEqual([]);
  });
});

describe('BACKUP_SCHEDULE', () => {
  const read = (BACKUP_SCHEDULE: string) =>
    readEnv({ BACKUP_SCHEDULE, BACKUP_TO: '/backups', BACKUP_KEY: KEY }).BACKUP_SCHEDULE;

  test('is a time of day or five fields of cron', () => {
    expect(read('03:30')).toBe('30 3 * * *');
    expect(read(' 30  */6 * * 1-5 ')).toBe('30 */6 * * 1-5');
  });

  test.each(['24:00', '3', '61 * * * *', '* * * * * *', '0 3 * * * rm ?max=9', '0 3 * * *\n* * * * * x'])(
    'rejects %j',
    (text) => expect(() => read(text)).toThrow('BACKUP_SCHEDULE must be a time of day'),
  );

  test('needs a place and a key', () => {
    expect(() => readEnv({ BACKUP_SCHEDULE: '03:30' })).toThrow('BACKUP_TO is required with BACKUP_SCHEDULE');
    expect(() => readEnv({ BACKUP_TO: '/backups' })).toThrow('BACKUP_KEY is required with BACKUP_TO');
    expect(() => readEnv({ BACKUP_TO: 's3://host', BACKUP_KEY: KEY })).toThrow('BACKUP_TO must be a folder');
    expect(() => readEnv({ BACKUP_KEY_PREVIOUS: `${KEY},short` })).toThrow('BACKUP_KEY_PREVIOUS');
  });
});
