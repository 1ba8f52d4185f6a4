import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeStaleFolders } from '../../server/features/tenants/export/archive';

test('a folder that an interrupted export left goes after a day; those at work and all else stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exports-'));
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of ['export-aB3x9_', 'export-fresh1', 'files', 'export-of-mine']) {
    await mkdir(join(folder, name, 'tables'), { recursive: true });
    if (name !== 'export-fresh1') await utimes(join(folder, name), old, old);
  }
  await writeFile(join(folder, 'export-abc123'), 'an archive of the command');
  await utimes(join(folder, 'export-abc123'), old, old);
  await removeStaleFolders(folder);
  expect((await readdir(folder)).sort()).toEqual([
    'export-abc123',
    'export-fresh1',
    'export-of-mine',
    'files',
  ]);
  await rm(folder, { recursive: true });
  await removeStaleFolders(folder);
});
