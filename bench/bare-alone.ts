import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { BareConfig } from './bare';
import { insertData } from './data';
import { startDatabase } from './database';
import { POOL } from './servers';

/** Fills a temporary database for a bare server that is started by itself; a signal to end removes it. */
export async function openAlone(): Promise<BareConfig> {
  const database = await startDatabase();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void database.stop().then(() => process.exit()));
  }
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const { wholesaler, retailer } = await insertData(sql, randomBytes(32).toString('hex'));
  await sql.end({ timeout: 5 });
  return { url: database.url, pool: POOL, processes: 1, wholesaler, retailer };
}
