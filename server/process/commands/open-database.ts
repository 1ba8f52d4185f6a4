import type { Env } from '../../kernel/env';
import { type Database, isUnreachable, openDatabase } from '../../platform/db/client';
import { checkDatabase, migrateDatabase } from '../../platform/db/migrate';
import { UnusableDatabaseError } from '../../platform/db/unusable';
import type { EmbeddedLog } from '../../platform/embedded-postgres/log';
import {
  DataFolderHeldError,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../../platform/embedded-postgres/start';
import { CommandError } from './command';

const quiet: EmbeddedLog = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Works with the server's database: the operator's, the embedded one of a running server, or the embedded one started
 * for the duration of the work. Migrates the schema unless a running server has already done so.
 * @throws CommandError when no database is available, UnusableDatabaseError when this version can't use it
 */
export async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) {
    const direct = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    return use(env.DATABASE_URL, direct, env.DATABASE_PREPARE, work);
  }
  const running = await findRunningDatabase(env.DATA_DIR);
  if (running) return use(running, null, true, work);
  const embedded = await startEmbeddedDatabase({ dataDir: env.DATA_DIR, log: quiet }).catch(
    (error: Error) => {
      if (error instanceof UnusableDatabaseError) throw error;
      if (!(error instanceof DataFolderHeldError)) {
        throw new CommandError(`the embedded database does not start: ${error.message}`);
      }
      throw new CommandError(`${error.message} It is starting or stopping; try again in a moment.`);
    },
  );
  try {
    return await use(embedded.url, embedded.url, true, async (database) => {
      await embedded.noteSchema();
      return work(database);
    });
  } finally {
    await embedded.stop();
  }
}

async function use<T>(
  url: string,
  migrateAt: string | null,
  prepare: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url, pool: 4, prepare });
  try {
    await (migrateAt
      ? migrateDatabase(migrateAt, { log: quiet, ...(migrateAt !== url && { pooledUrl: url }) })
      : checkDatabase(url));
    return await work(database);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const { hostname, port } = new URL(url);
    throw new CommandError(`no database responds at ${hostname}:${port || 5432}`);
  } finally {
    await database.close();
  }
}
