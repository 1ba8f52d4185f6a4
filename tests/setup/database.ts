import postgres from 'postgres';
import { v7 } from 'uuid';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/client';

export interface TestDatabase extends Database {
  url: string;
  /** Closes every connection and drops the database. */
  close(): Promise<void>;
}

/** A database of its own for the caller: migrated, without rows. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${v7().replaceAll('-', '')}`;
  await asAdmin(
    server,
    (admin) => admin`create database ${admin(name)} template ${admin(inject('databaseTemplate'))}`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href, pool: 6 });
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close();
      await asAdmin(server, (admin) => admin`drop database ${admin(name)} with (force)`);
    },
  };
}

async function asAdmin(url: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
