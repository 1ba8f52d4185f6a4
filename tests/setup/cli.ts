import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Db } from '../../server/platform/db/client';
import type { CommandContext } from '../../server/process/commands/command';
import { verifyLedgerCommand } from '../../server/process/commands/verify-ledger';
import { TEST_SECRET } from './server';

const ROOT = resolve(import.meta.dirname, '../..');

/** Environment of a command on a test database. */
export const onDatabase = (url: string) => ({
  DATABASE_URL: url,
  PUBLIC_URL: 'http://localhost:3000',
  AUTH_SECRET: TEST_SECRET,
});

/** Runs a command of the built CLI, with nothing in its environment but what is given. */
export async function runCli(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
}

/** Runs `verify-ledger` in this process, which saves the start of one. */
export async function verifyLedgerOn(db: Db): Promise<{ code: number; stdout: string }> {
  const written: string[] = [];
  const code = await verifyLedgerCommand.run([], {
    env: { DATABASE_URL: 'of the test' },
    withDb: (work: (db: Db) => unknown) => work(db),
    out: { write: (line: string) => written.push(line) },
  } as unknown as CommandContext);
  return { code, stdout: written.join('') };
}
