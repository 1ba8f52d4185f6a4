import { chmod, statfs, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { ENV_NAMES, type Env, givenVariables, namesInUnit } from '../../kernel/env';
import { shownSettings } from '../../kernel/env-shown';
import { unknownNames } from '../../kernel/misspelled';
import type { Db } from '../../platform/db/client';
import {
  backupFacts,
  databaseFacts,
  hasStatementCounts,
  jobFacts,
  topStatements,
} from '../../platform/db/doctor.sql';
import { VERSION } from '../../platform/version';
import { type Command, CommandError, readArguments } from './command';

/** Milliseconds for a connection to mail or files. */
const REACH_MS = 5_000;
/** Below it the disk is a failed check, in bytes. */
const LEAST_FREE = 1024 ** 3;
/** Seconds between two clocks that sign-in codes and tokens bear. */
const MOST_SKEW = 30;

interface Check {
  name: string;
  ok: boolean;
  /** Facts and codes alone: no name of a person, no payload, of an address its host. */
  detail: string;
}

export const doctor: Command = {
  usage: 'doctor [--output FILE]',
  summary:
    'check settings, database, jobs, backups, disk, mail and files, without secrets, names or payloads; ends with 1 when a check failed',

  async run(args, { env, withDb, json, out }) {
    const { values } = readArguments({ args, options: { output: { type: 'string' } } });
    const report = await examine(env, withDb);
    const text = json ? `${JSON.stringify(report, null, 2)}\n` : linesOf(report);
    if (values.output === undefined) out.write(text);
    else await save(values.output, text);
    return report.checks.every(({ ok }) => ok) ? 0 : 1;
  },
};

/** @throws CommandError with the code of the system's error */
async function save(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600 });
    await chmod(file, 0o600);
  } catch (error) {
    throw new CommandError(`the file can't be written: ${codeOf(error)}`);
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'failed');

type WithDb = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

async function examine(env: Env, withDb: WithDb) {
  const inDatabase = await withDb(async (db) => readFacts(db)).catch((error: unknown) => ({
    checks: [{ name: 'database', ok: false, detail: codeOf(error) }],
    ...{ database: null, jobs: [], backups: [], statements: null },
  }));
  const { checks, ...facts } = inDatabase;
  const wrong = unknownNames(Object.keys(givenVariables()), namesInUnit(), ENV_NAMES);
  return {
    program: { version: VERSION, node: process.version, platform: `${process.platform}-${process.arch}` },
    settings: shownSettings(givenVariables()),
    misspelled: wrong,
    ...facts,
    checks: [
      ...checks,
      { name: 'settings', ok: wrong.length === 0, detail: wrong.map(({ name }) => name).join(', ') },
      await checkDisk(env.DATA_DIR),
      await checkReach('mail', env.SMTP_URL),
      await checkReach('files', env.S3_URL),
    ] satisfies Check[],
  };
}

async function readFacts(db: Db) {
  const [database] = await databaseFacts(db);
  const jobs = await jobFacts(db);
  const backups = await backupFacts(db);
  const [counts] = await hasStatementCounts(db);
  const statements = counts?.present ? await topStatements(db) : null;
  const skew = Math.abs((database?.seconds ?? 0) - Date.now() / 1_000);
  const failed = jobs.reduce((sum, job) => sum + job.failed, 0);
  const checks: Check[] = [
    { name: 'database', ok: database?.read_only === false, detail: `PostgreSQL ${database?.version}` },
    { name: 'clock', ok: skew <= MOST_SKEW, detail: `${skew.toFixed(1)} s from the database's` },
    { name: 'jobs', ok: failed === 0, detail: `${failed} failed for good` },
  ];
  return { checks, database: database ?? null, jobs, backups, statements };
}

async function checkDisk(folder: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    return { name: 'disk', ok: free >= LEAST_FREE, detail: `${(free / 1024 ** 3).toFixed(1)} GB free` };
  } catch (error) {
    // A folder that the first start makes.
    return { name: 'disk', ok: codeOf(error) === 'ENOENT', detail: codeOf(error) };
  }
}

/** Ports of the protocols whose addresses may leave them out. */
const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465, 's3:': 443 };

/** Whether a server takes connections; without one nothing is wrong. */
async function checkReach(name: string, address: string | undefined): Promise<Check> {
  if (address === undefined) return { name, ok: true, detail: 'not set' };
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const detail = await new Promise<string>((resolve) => {
    const socket = connect({ host, port: Number(port) || (PORTS[protocol] ?? 443) });
    const end = (said: string) => {
      socket.destroy();
      resolve(said);
    };
    socket.setTimeout(REACH_MS, () => end('ETIMEDOUT'));
    socket.once('connect', () => end('reachable'));
    socket.once('error', (error) => end(codeOf(error)));
  });
  return { name, ok: detail === 'reachable', detail };
}

type Report = Awaited<ReturnType<typeof examine>>;

function linesOf({ program, settings, jobs, backups, checks, misspelled }: Report): string {
  const lines = [
    `Tallyleaf ${program.version}, Node ${program.node}, ${program.platform}`,
    ...settings.filter(({ shown }) => shown !== 'not set').map(({ name, shown }) => `${name}\t${shown}`),
    ...misspelled.map(({ name, meant }) => `${name} is not known${meant ? `: was ${meant} meant?` : ''}`),
    ...jobs.map(
      (job) => `${job.task}\t${job.waiting} waiting, ${job.age.toFixed(0)} s, ${job.failed} failed`,
    ),
    ...backups.map(({ kind, outcome, finished_at: at }) => `backup ${kind}\t${outcome}\t${at}`),
    ...checks.map(({ name, ok, detail }) => `${ok ? 'ok' : 'FAILED'}\t${name}\t${detail}`),
  ];
  return `${lines.join('\n')}\n`;
}
