import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The operating system user that PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** `useradd` of the common distributions, `adduser` of Alpine and of BusyBox, `adduser` of Debian. */
const WAYS_TO_ADD: [string, string[]][] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']],
  ['adduser', ['-S', '-H', '-D', '-s', '/bin/false', 'postgres']],
  ['adduser', ['--system', '--group', '--no-create-home', '--shell', '/bin/false', 'postgres']],
];

/**
 * Finds the user that PostgreSQL runs as, since it does not run as root: undefined when this process is not root;
 * otherwise `postgres`, created when absent, or `nobody` where no command can create a user.
 */
export async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await lookUp('postgres');
  if (present) return present;
  for (const [command, args] of WAYS_TO_ADD) {
    try {
      await run(command, args);
    } catch {
      continue;
    }
    const added = await lookUp('postgres');
    if (added) return added;
  }
  const nobody = await lookUp('nobody');
  if (nobody) return nobody;
  throw new Error(
    'PostgreSQL does not run as root, and no user "postgres" could be made: run as another user.',
  );
}

/** Looks up a system user; undefined when absent. */
async function lookUp(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
    );
    return uid === undefined || gid === undefined ? undefined : { name: user, uid, gid };
  } catch {
    return undefined;
  }
}

/**
 * Runs a program to completion as an account (undefined: as this process's user), in a folder that the account can
 * enter.
 */
export async function runAs(
  account: Account | undefined,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout } = await run(command, args, { cwd: '/', env, ...idsOf(account) });
  return stdout;
}

export function idsOf(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}
