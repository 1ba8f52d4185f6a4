import { type Env, EnvError } from '../../kernel/env';
import { isForOwn } from '../../kernel/tiers';
import { archiveOf } from '../../platform/backup/wal/setup';
import { type Database, isUnreachable, openDatabase } from '../../platform/db/client';
import { checkDatabase, migrateDatabase } from '../../platform/db/migrate';
import { UnusableDatabaseError } from '../../platform/db/unusable';
import type { EmbeddedLog } from '../../platform/embedded-postgres/log';
import {
  DataFolderHeldError,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../../platform/embedded-postgres/start';
import { CommandError, type Login } from './command';

const quiet: EmbeddedLog = { info: () => {}, warn: () => {}, error: () => {} };

export interface Address {
  /** For operations, possibly through a transaction pooler. */
  url: string;
  /** For migrations and long transactions. */
  direct: string;
  prepare: boolean;
  /** True when a server uses the embedded database at this moment. */
  isRunning: boolean;
  /** Call it after migrating. */
  noteSchema(): Promise<void>;
}

/**
 * Works with the address of the server's database: the operator's, the embedded one of a running server, or the
 * embedded one started for the duration of the work. Neither checks nor migrates the schema.
 * @throws CommandError when no database is available, UnusableDatabaseError when the data folder is damaged
 */
export async function withAddress<T>(env: Env, work: (address: Address) => Promise<T>): Promise<T> {
  const noteSchema = async () => {};
  if (env.DATABASE_URL) {
    const direct = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    const { DATABASE_URL: url, DATABASE_PREPARE: prepare } = env;
    return reachable(direct, work({ url, direct, prepare, isRunning: false, noteSchema }));
  }
  const running = await findRunningDatabase(env.DATA_DIR);
  if (running) {
    const address = { url: running, direct: running, prepare: true, isRunning: true, noteSchema };
    return reachable(running, work(address));
  }
  const embedded = await startEmbeddedDatabase({
    dataDir: env.DATA_DIR,
    log: quiet,
    archive: archiveOf(env),
  }).catch((error: Error) => {
    if (error instanceof UnusableDatabaseError || error instanceof EnvError) throw error;
    if (!(error instanceof DataFolderHeldError)) {
      throw new CommandError(`the embedded database does not start: ${error.message}`);
    }
    throw new CommandError(`${error.message} It is starting or stopping; try again in a moment.`);
  });
  try {
    const { url } = embedded;
    const address = {
      url,
      direct: url,
      prepare: true,
      isRunning: false,
      noteSchema: () => embedded.noteSchema(),
    };
    return await reachable(url, work(address));
  } finally {
    await embedded.stop();
  }
}

/**
 * Works with the server's database. Migrates the schema unless a running server has already done so.
 * @param login the application's, or that of the tables' owner
 */
export function withDatabase<T>(
  env: Env,
  work: (database: Database) => Promise<T>,
  login: Login = 'application',
): Promise<T> {
  return withAddress(env, async ({ url, direct, prepare, isRunning, noteSchema }) => {
    const database = openDatabase({ url: login === 'owner' ? direct : url, pool: 4, prepare });
    try {
      await (isRunning
        ? checkDatabase(url)
        : migrateDatabase(direct, {
            log: quiet,
            isForOwn: isForOwn(env),
            ...(direct !== url && { pooledUrl: url }),
          }));
      await noteSchema();
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

async function reachable<T>(url: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const { hostname, port } = new URL(url);
    throw new CommandError(`no database responds at ${hostname}:${port || 5432}`);
  }
}
