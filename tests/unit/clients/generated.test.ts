import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const KEPT = join(ROOT, 'clients/typescript/src/generated');

test('what is generated is of this code’s document: else run `npm run clients`', {
  timeout: 90_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-generated-'));
  try {
    const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
    await promisify(execFile)(process.execPath, [tsx, 'scripts/clients.ts', folder], { cwd: ROOT });
    const list = async (of: string) => (await readdir(of, { recursive: true })).sort();
    const names = await list(KEPT);
    expect(await list(folder)).toEqual(names);
    const differing: string[] = [];
    for (const name of names.filter((one) => one.endsWith('.ts'))) {
      const [now, kept] = await Promise.all([folder, KEPT].map((at) => readFile(join(at, name), 'utf8')));
      if (now !== kept) differing.push(name);
    }
    expect(differing).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
