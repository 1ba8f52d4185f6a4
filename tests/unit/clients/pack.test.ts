import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { IS_SHORT } from '../../setup/full';

const run = promisify(execFile);
const CLIENT = resolve(import.meta.dirname, '../../../clients/typescript');

test.skipIf(IS_SHORT)(
  'is packed with its operations, and imported by a program of another folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-pack-'));
    try {
      await run('npm', ['pack', '--pack-destination', folder], { cwd: CLIENT });
      const [file = ''] = await readdir(folder);
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, file)], {
        cwd: folder,
      });
      const program = `import { Tallyleaf } from '@tallyleaf/client';
        import { ordersList } from '@tallyleaf/client/operations';
        console.log(typeof Tallyleaf, typeof ordersList);`;
      await writeFile(join(folder, 'program.js'), program);
      const { stdout } = await run(process.execPath, [join(folder, 'program.js')]);
      expect(stdout).toBe('function function\n');
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rm(join(CLIENT, 'dist'), { recursive: true, force: true });
    }
  },
  120_000,
);
