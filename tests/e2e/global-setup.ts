import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHome } from '../../server/platform/embedded-postgres/cluster';
import { startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';
import { startProduct } from './product';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Starts the product as a newcomer does, in an empty folder, and stops it again. PostgreSQL then serves the demo that
 * it left as a template: each worker of Playwright clones it. `E2E_TEMPLATE`, `E2E_TEMPLATE_DATA` and `E2E_SECRET` say
 * where it is. With `E2E_URL` given from outside, the specs take the product that runs there.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-e2e-'));
  // PostgreSQL may run as a user of its own, who must reach the folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const remove = async () => {
    const home = await findHome(dataDir);
    for (const path of [home?.folder, folder]) {
      if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    const first = await startProduct({ DATA_DIR: dataDir });
    await first.stop();
    first.expectNoFaults();
    const database = await startEmbeddedDatabase({
      dataDir,
      log: quiet,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '250' },
    });
    process.env.E2E_TEMPLATE = database.url;
    process.env.E2E_TEMPLATE_DATA = dataDir;
    process.env.E2E_SECRET = await readFile(join(dataDir, 'auth-secret'), 'utf8');
    return async () => {
      await database.stop();
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
