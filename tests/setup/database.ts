import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/client';
import { cloneDatabase } from './clone';

export interface TestDatabase extends Database {
  url: string;
  /** Closes every connection and drops the database. */
  close(): Promise<void>;
}

/** A database of its own for the caller: migrated, without rows. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await cloneDatabase(inject('databaseServer'), inject('databaseTemplate'));
  const database = openDatabase({ url, pool: 6 });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}
