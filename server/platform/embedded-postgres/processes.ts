import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const onLinux = process.platform === 'linux';

/** Identifies a process beyond its pid, which the system may reuse. */
export interface ProcessIdentity {
  pid: number;
  /** Start time of the process in the system's own notation; compare it only for equality. */
  startedAt: string;
}

/**
 * Reads the identity of a running process; undefined when the pid is not running. A zombie counts as exited: in a
 * container whose first process does not reap, it would otherwise exist forever.
 */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  try {
    if (!onLinux) {
      const { stdout } = await run('ps', ['-o', 'state=,lstart=', '-p', String(pid)]);
      const [state = '', ...startedAt] = stdout.trim().split(/\s+/);
      return state === '' || state.startsWith('Z') ? undefined : { pid, startedAt: startedAt.join(' ') };
    }
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field, the command's name, may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 'ZX'.includes(fields[0] ?? 'X') ? undefined : { pid, startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

export async function isRunning(process: ProcessIdentity): Promise<boolean> {
  return (await identify(process.pid))?.startedAt === process.startedAt;
}

/** Identifies the scope in which pids are unique: one boot of one machine and, in containers, one pid namespace. */
export async function pidScope(): Promise<string> {
  if (!onLinux) return (await run('hostname')).stdout.trim();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
}

/**
 * Lists the pids of every PostgreSQL process of a cluster. Backends outlive a killed postmaster, each in its own
 * session, so neither the process group nor the parent finds them.
 * @param clusterDir the cluster's folder without symbolic links, the working directory of every PostgreSQL process
 * @param clusterName the `cluster_name` setting, part of each process title
 */
export async function findClusterProcesses(clusterDir: string, clusterName: string): Promise<number[]> {
  if (!onLinux) {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 });
    const ours = (line: string) =>
      line.includes(`postgres: ${clusterName}:`) || line.includes(`-D ${clusterDir} `);
    return stdout
      .split('\n')
      .filter(ours)
      .map((line) => Number.parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const works = (await readlink(`/proc/${pid}/cwd`)) === clusterDir;
        return works && (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres';
      } catch {
        return false;
      }
    }),
  );
  return pids.filter((_, index) => found[index]).map(Number);
}

/** Sends a signal; ignores a process that has exited. @throws EPERM for another user's process */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
