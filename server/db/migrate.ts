import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const LOCK = 7_214_001;

/**
 * Brings the schema up to date. Processes that start at once take turns by an advisory lock.
 * @param url a direct connection, not one through a transaction pooler
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: migrationsFolder() });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The compiled server lies in `dist/`, the source in `server/db/`; the migrations are read from the source tree. */
function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'server/db/migrations');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error('server/db/migrations is missing');
  }
}
