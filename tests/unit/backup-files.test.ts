import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isKey, verifyChecksums } from '../../server/platform/backup/checksums';

const root = await mkdtemp(join(tmpdir(), 'tallyleaf-backup-files-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const FILES = {
  'manifest.json': '{}',
  'tables/public.users.copy.gz': 'rows',
  'files/2026/07/0195e6a0.pdf': 'certificate',
};
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
const lineOf = (path: string, text: string) => `${sumOf(text)}  ${path}\n`;
const SUMS = Object.entries(FILES)
  .map(([path, text]) => lineOf(path, text))
  .join('');

let folder: string;
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'copy-'));
  for (const [path, text] of Object.entries(FILES)) await put(path, text);
  await put('SHA256SUMS', SUMS);
});

test('takes a folder of exactly the listed plain files', async () => {
  expect([...(await verifyChecksums(folder))].sort()).toEqual(Object.keys(FILES).sort());
});

const PDF = 'files/2026/07/0195e6a0.pdf';
const WRONG: [string, () => Promise<unknown>, RegExp][] = [
  [
    'a link to a file of the same contents',
    async () => {
      await writeFile(join(root, 'elsewhere'), 'certificate');
      await rm(join(folder, PDF));
      await symlink(join(root, 'elsewhere'), join(folder, PDF));
    },
    /0195e6a0\.pdf", which isn't a plain file/,
  ],
  [
    'a link to a folder of the same files',
    async () => {
      await mkdir(join(root, 'other/07'), { recursive: true });
      await writeFile(join(root, 'other/07/0195e6a0.pdf'), 'certificate');
      await rm(join(folder, 'files/2026'), { recursive: true });
      await symlink(join(root, 'other'), join(folder, 'files/2026'));
    },
    /files\/2026", which isn't a plain file/,
  ],
  [
    'a list that is a link',
    async () => {
      await writeFile(join(root, 'sums'), SUMS);
      await rm(join(folder, 'SHA256SUMS'));
      await symlink(join(root, 'sums'), join(folder, 'SHA256SUMS'));
    },
    /SHA256SUMS", which isn't a plain file/,
  ],
  [
    'a socket',
    async () => {
      await rm(join(folder, PDF));
      const server = createServer().listen(join(folder, PDF));
      await once(server, 'listening');
      server.unref();
    },
    /which isn't a plain file/,
  ],
  ['an unlisted file', () => put('files/2026/07/more.pdf', 'x'), /more\.pdf", which isn't in its list/],
  ['a hidden file', () => put('files/.profile', 'x'), /\.profile", which isn't in its list/],
  ['an unlisted file beside the list', () => put('run.sh', 'x'), /run\.sh", which isn't in its list/],
  [
    'a second name of a listed file',
    () => link(join(folder, PDF), join(folder, 'files/again.pdf')),
    /again\.pdf", which isn't in its list/,
  ],
  ['a listed file that is missing', () => rm(join(folder, PDF)), /0195e6a0\.pdf is missing/],
  ...[
    '../outside',
    '/etc/passwd',
    'files/../../outside',
    'files/./x',
    'files//x',
    'files/.ssh/x',
    'files/',
    'x/y',
  ].map((path): [string, () => Promise<unknown>, RegExp] => [
    `a list with the path ${path}`,
    () => put('SHA256SUMS', SUMS + lineOf(path, 'x')),
    /SHA256SUMS doesn't match/,
  ]),
  ['a path that is listed twice', () => put('SHA256SUMS', SUMS + SUMS), /SHA256SUMS doesn't match/],
];

test.each(WRONG)('rejects %s', async (_name, harm, message) => {
  await harm();
  await expect(verifyChecksums(folder)).rejects.toThrow(message);
});

test('rejects keys that lead out of the storage', () => {
  for (const key of ['2026/07/0195e6a0.pdf', 'a', 'images/x-thumb.webp']) expect(isKey(key), key).toBe(true);
  for (const key of ['', '/a', '../a', 'a/../b', 'a/', 'a//b', '.a', 'a/.b', 'a\\b', 'a\nb', 'a b', 'C:a']) {
    expect(isKey(key), key).toBe(false);
  }
});
