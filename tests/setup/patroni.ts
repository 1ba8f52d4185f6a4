import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { findAccount, idsOf } from '../../server/platform/embedded-postgres/account';
import { POSTGRES_ENV } from '../../server/platform/embedded-postgres/binaries';
import { findFreePort } from '../../server/platform/embedded-postgres/postmaster';
import { installPackages } from './debian';

const DEBIAN_BINARIES = '/usr/lib/postgresql';
const TOOLS = ['patroni', 'etcd', 'haproxy'];
const PACKAGES = ['postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy'];
const PASSWORD = 'cluster';
const DATABASE = 'tallyleaf';

/** Seconds. A leader that vanished is replaced after the first; Patroni takes no less. */
const TERMS = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

interface Member {
  name: string;
  /** Patroni's own API. */
  api: string;
  process: ChildProcess;
  folder: string;
}

/** Two PostgreSQL under Patroni, and addresses that always lead to the primary and to the standby. */
export interface PatroniCluster {
  primaryUrl: string;
  replicaUrl: string;
  /** The name of the leader. */
  leader(): Promise<string>;
  /** Waits until the other member follows the leader synchronously. */
  untilReplicated(): Promise<void>;
  /** An operator's request; the standby becomes the primary. */
  switchOver(): Promise<void>;
  /** As a machine that loses power: kills Patroni and PostgreSQL of the leader. */
  killLeader(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Finds or installs PostgreSQL 15, Patroni, etcd and HAProxy.
 * @throws Error with what to install where that isn't possible
 */
function ensureTools(): string {
  const binaries = () =>
    existsSync(DEBIAN_BINARIES)
      ? readdirSync(DEBIAN_BINARIES)
          .filter((version) => Number(version) >= 15)
          .map((version) => join(DEBIAN_BINARIES, version, 'bin'))
          .find((folder) => existsSync(join(folder, 'postgres')))
      : undefined;
  const isMissing = (tool: string) =>
    !['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(join(folder, tool)));
  if (TOOLS.some(isMissing) || !binaries()) {
    try {
      installPackages(PACKAGES);
    } catch (error) {
      const missing = TOOLS.filter(isMissing).join(', ') || 'PostgreSQL 15 or later';
      throw new Error(
        `A cluster needs ${missing}. On Debian, as root: apt-get install ${PACKAGES.join(' ')} (${(error as Error).message})`,
      );
    }
  }
  return binaries() ?? '';
}

export async function openPatroniCluster(): Promise<PatroniCluster> {
  const binaries = ensureTools();
  const account = await findAccount();
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-patroni-'));
  await chmod(folder, 0o755);
  const started: ChildProcess[] = [];
  const start = (command: string, args: string[], isRoot = false) => {
    const log = openSync(join(folder, `${command}-${started.length}.log`), 'a');
    const child = spawn(command, args, {
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { ...POSTGRES_ENV, LC_ALL: 'C.UTF-8', PATH: `${binaries}:${POSTGRES_ENV.PATH}` },
      ...(isRoot ? {} : idsOf(account)),
    });
    started.push(child);
    return child;
  };
  const own = async (path: string) => {
    await mkdir(path);
    if (account) await chown(path, account.uid, account.gid);
    return path;
  };
  const ports = new Set<number>();
  while (ports.size < 8) ports.add(await findFreePort());
  const [etcd, peer, apiA, pgA, apiB, pgB, primaryPort, replicaPort] = [...ports] as [
    ...[number, number, number, number, number, number, number, number],
  ];
  start('etcd', [
    ...['--data-dir', await own(join(folder, 'etcd')), '--name', 'one', '--log-level', 'error'],
    ...[
      '--listen-client-urls',
      `http://127.0.0.1:${etcd}`,
      '--advertise-client-urls',
      `http://127.0.0.1:${etcd}`,
    ],
    ...[
      '--listen-peer-urls',
      `http://127.0.0.1:${peer}`,
      '--initial-advertise-peer-urls',
      `http://127.0.0.1:${peer}`,
    ],
    ...['--initial-cluster', `one=http://127.0.0.1:${peer}`],
  ]);

  const places = { a: { api: apiA, port: pgA }, b: { api: apiB, port: pgB } };
  const members = new Map<string, Member>();
  for (const [name, { api, port }] of Object.entries(places)) {
    const home = await own(join(folder, name));
    const config = join(folder, `${name}.yml`);
    await writeFile(config, settingsOf(name, { api, port, etcd, home, binaries }), { mode: 0o644 });
    const child = start('patroni', [config]);
    members.set(name, { name, api: `http://127.0.0.1:${api}`, process: child, folder: join(home, 'data') });
    // The second copies the first.
    if (name === 'a') await untilOk(`http://127.0.0.1:${api}/primary`);
  }
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, balancerOf({ primaryPort, replicaPort, members: Object.entries(places) }));
  start('haproxy', ['-db', '-f', config], true);

  const urlAt = (port: number, database: string) =>
    `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const statusOf = async () => {
    for (const { api } of members.values()) {
      const response = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      );
      if (response?.ok)
        return (await response.json()) as { members: Array<{ name: string; role: string; state: string }> };
    }
    throw new Error('Patroni does not respond');
  };
  const leader = async () =>
    (await statusOf()).members.find(({ role }) => role === 'leader' || role === 'master')?.name ?? '';
  const cluster: PatroniCluster = {
    primaryUrl: urlAt(primaryPort, DATABASE),
    replicaUrl: urlAt(replicaPort, DATABASE),
    leader,
    untilReplicated: () =>
      until(async () => {
        const { members: found } = await statusOf();
        return found.some(
          ({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state),
        );
      }),
    async switchOver() {
      const name = await leader();
      const response = await fetch(`${members.get(name)?.api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      if (!response.ok) throw new Error(`No switchover: ${response.status} ${await response.text()}`);
    },
    async killLeader() {
      const member = members.get(await leader());
      if (!member) throw new Error('There is no leader');
      killAll(member);
      members.delete(member.name);
    },
    async close() {
      for (const member of members.values()) killAll(member);
      for (const child of started.reverse()) await ended(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await until(async () => {
      const admin = postgres(urlAt(primaryPort, 'postgres'), {
        max: 1,
        connect_timeout: 2,
        onnotice: () => {},
      });
      try {
        await admin`create database ${admin(DATABASE)}`;
        return true;
      } finally {
        await admin.end({ timeout: 1 });
      }
    });
    await cluster.untilReplicated();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

interface Place {
  api: number;
  port: number;
  etcd: number;
  home: string;
  binaries: string;
}

/** JSON is YAML. */
function settingsOf(name: string, { api, port, etcd, home, binaries }: Place): string {
  const user = (username: string) => ({ username, password: PASSWORD });
  return JSON.stringify({
    scope: 'tallyleaf',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...TERMS,
        maximum_lag_on_failover: 1_048_576,
        // What is acknowledged is on both.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: false,
          parameters: { max_connections: 200, hot_standby_feedback: 'on', wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, 'data'),
      bin_dir: binaries,
      pgpass: join(home, 'pgpass'),
      basebackup: [{ checkpoint: 'fast' }],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: { superuser: user('postgres'), replication: user('replicator') },
      parameters: { unix_socket_directories: '' },
    },
  });
}

interface Balanced {
  primaryPort: number;
  replicaPort: number;
  members: Array<[string, { api: number; port: number }]>;
}

/** As Patroni's documentation has it: its API says who is the primary, and connections to a former one are closed. */
function balancerOf({ primaryPort, replicaPort, members }: Balanced): string {
  const listen = (role: 'primary' | 'replica', port: number) => [
    `listen ${role}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk OPTIONS /${role}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...members.map(([name, { api, port: to }]) => `  server ${name} 127.0.0.1:${to} check port ${api}`),
  ];
  return [
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout client 30m\n  timeout server 30m\n  timeout connect 2s\n  timeout check 2s',
    ...listen('primary', primaryPort),
    ...listen('replica', replicaPort),
    '',
  ].join('\n');
}

/** Kills Patroni first, so that it starts nothing again. */
function killAll({ process: patroni, folder }: Member): void {
  patroni.kill('SIGKILL');
  const pid = Number(readText(join(folder, 'postmaster.pid')).split('\n')[0]);
  if (!pid) return;
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function untilOk(url: string): Promise<void> {
  return until(async () => (await fetch(url)).ok);
}

async function until(isSo: () => Promise<boolean>, patienceMs = 120_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const [so, error] = await isSo().then(
      (value) => [value, null] as const,
      (failure: unknown) => [false, failure] as const,
    );
    if (so) return;
    if (Date.now() > deadline) throw error ?? new Error('The cluster does not get ready');
    await delay(250);
  }
}
