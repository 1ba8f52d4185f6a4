import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MARK } from '../ensure-installed.mjs';
import { run } from '../process.mjs';
import { LEFTOVERS } from '../runtime.mjs';
import { commandOutput } from './commands.mjs';

/** Extracts what Git has at a commit into a new folder. */
export function extractSources(folder, commit) {
  mkdirSync(folder, { recursive: true });
  const input = commandOutput('git', ['archive', '--format=tar', commit]);
  commandOutput('tar', ['-x', '-C', folder], { input });
}

/**
 * Builds extracted sources with dependencies that npm installs there, and adds what was built to a copy of the sources.
 * @param {string} sources
 * @param {string} target a new folder
 * @throws Error when npm or the build fails
 */
export async function assemble(sources, target) {
  await inside(sources, 'npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund']);
  await inside(sources, process.execPath, ['scripts/build.mjs']);
  const skipped = /^(?:node_modules|dist\/\.(?!\w+\.stamp$))/;
  cpSync(sources, target, {
    recursive: true,
    filter: (path) => {
      const name = path.slice(sources.length + 1);
      return !skipped.test(name) && !LEFTOVERS.test(name) && name !== 'next-env.d.ts';
    },
  });
  writeFileSync(join(target, RELEASE_MARK), '');
}

async function inside(cwd, command, args) {
  const env = { INIT_CWD: cwd, NEXT_TELEMETRY_DISABLED: '1' };
  const code = await run('env', ['-C', cwd, command, ...args], { env });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}
