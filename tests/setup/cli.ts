import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { readEnv } from '../../server/kernel/env';
import type { Db } from '../../server/platform/db/client';
import {
  type Command,
  type CommandContext,
  CommandError,
  UsageError,
} from '../../server/process/commands/command';
import { verifyLedgerCommand } from '../../server/process/commands/verify-ledger';
import { connectReactions } from '../../server/transport/reactions';
import { IS_SHORT } from './full';
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

/**
 * Runs commands of the operator: by the built CLI, in `npm test` in this process, as the start of another takes a second of
 * CPU time.
 */
export function commandsOn({ db, url }: { db: Db; url: string }, env: Record<string, string> = {}) {
  const settings = { ...onDatabase(url), ...env };
  return (command: Command, ...args: string[]) =>
    IS_SHORT
      ? runHere(command, args, db, settings)
      : runCli(settings, command.usage.split(' ')[0] ?? '', ...args);
}

async function runHere(command: Command, args: string[], db: Db, settings: Record<string, string>) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const into = (written: string[]) => ({ write: (text: string) => written.push(text) });
  const context = { env: readEnv(settings), withDb: (work: (db: Db) => unknown) => work(db) };
  connectReactions();
  const code = await command
    .run(args, { ...context, out: into(stdout), err: into(stderr) } as unknown as CommandContext)
    .catch((error: Error) => {
      if (!(error instanceof CommandError || error instanceof UsageError)) throw error;
      stderr.push(`${command.usage.split(' ')[0]}: ${error.message}\n`);
      return error instanceof UsageError ? 2 : 1;
    });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** Runs `verify-ledger` in this process. */
export async function verifyLedgerOn(db: Db): Promise<{ code: number; stdout: string }> {
  const { code, stdout } = await runHere(verifyLedgerCommand, [], db, onDatabase('postgres://of-the-test/'));
  return { code, stdout };
}
