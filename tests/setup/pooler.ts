import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { installPackages } from './debian';

/** PgBouncer does not run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** The first version that keeps prepared statements in transaction mode. */
const KEEPS_STATEMENTS = [1, 21];

/** PgBouncer in transaction mode before a PostgreSQL. */
export interface Pooler {
  port: number;
  stop(): Promise<void>;
}

/** @throws Error with what to install */
function findProgram(isPrepared: boolean): string {
  const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
  if (!existsSync(program)) {
    try {
      installPackages(['pgbouncer']);
    } catch {
      throw new Error(`There is no ${program}. Install PgBouncer, or name its program in PGBOUNCER.`);
    }
  }
  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.map(Number) ?? [];
  const [least = 0, leastMinor = 0] = KEEPS_STATEMENTS;
  if (isPrepared && (major < least || (major === least && minor < leastMinor))) {
    throw new Error(
      `PgBouncer ${major}.${minor} keeps no prepared statements. Name one of ${KEEPS_STATEMENTS.join('.')} or later in PGBOUNCER.`,
    );
  }
  return program;
}

/** @param server the address of a superuser, whose password the pooler uses to look up others */
export async function startPooler(server: string, isPrepared: boolean): Promise<Pooler> {
  const program = findProgram(isPrepared);
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-pooler-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: to, username, password } = new URL(server);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  const config = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${to} auth_user=${username}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = scram-sha-256\nauth_file = ${users}`,
    'auth_query = select usename, passwd from pg_shadow where usename = $1',
    'default_pool_size = 16\nmax_client_conn = 2000\nserver_idle_timeout = 20',
    ...(isPrepared ? ['max_prepared_statements = 500'] : []),
  ];
  await writeFile(config, lines.join('\n'), { mode: 0o644 });
  const child: ChildProcess = spawn(program, [config], { stdio: 'ignore', ...NOBODY });
  await once(child, 'spawn');
  return {
    port,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
