import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { build } from '../../scripts/build.mjs';
import { migrateDatabase } from '../../server/platform/db/migrate';
import { findHome } from '../../server/platform/embedded-postgres/cluster';
import { startEmbeddedDatabase } from '../../server/platform/embedded-postgres/start';
import { startMetrc } from '../../simulator/metrc/server';
import { openVendors } from '../../simulator/vendors/server';
import { startPooler } from './pooler';
import { POOLED_SERVER, POOLER_PORT } from './server';
import { openSharedStages } from './shared-stages';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of a PostgreSQL that all tests of a run share. */
    databaseServer: string;
    /** A migrated database without rows, which `openTestDatabase` clones. */
    databaseTemplate: string;
    /** Where `openStage` leases a stage. */
    stages: string;
    /** The server in place of LeafLink and Distru, which the stages use. */
    vendors: string;
    /** The simulator of Metrc, without a facility, which the stages use. */
    metrc: string;
  }
}

const TEMPLATE = 'template_tallyleaf';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

interface Shared {
  url: string;
  stages: string;
  vendors: string;
  metrc: string;
  stop(): Promise<void>;
}

/** Every project of a run loads this file again; shared state is on the process. */
const run = globalThis as { tallyleafTests?: { shared: Promise<Shared>; users: number } };

/** Starts one PostgreSQL with a migrated template and builds the server, once for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.tallyleafTests ??= { shared: start(), users: 0 };
  const current = run.tallyleafTests;
  current.users++;
  const shared = await current.shared;
  project.provide('databaseServer', shared.url);
  project.provide('databaseTemplate', TEMPLATE);
  project.provide('stages', shared.stages);
  project.provide('vendors', shared.vendors);
  project.provide('metrc', shared.metrc);
  return async () => {
    current.users--;
    if (current.users > 0) return;
    run.tallyleafTests = undefined;
    await shared.stop();
  };
}

async function start(): Promise<Shared> {
  const [database, built] = await Promise.allSettled([startDatabase(), build({ parts: ['server'] })]);
  if (database.status === 'rejected') throw database.reason;
  const { url, stop } = database.value;
  if (built.status === 'rejected') {
    // Nothing else would end it.
    await stop();
    throw built.reason;
  }
  const pooler = process.env.TEST_POOLER
    ? await startPooler(url, process.env.TEST_POOLER === 'prepared')
    : null;
  if (pooler) Object.assign(process.env, { [POOLER_PORT]: pooler.port, [POOLED_SERVER]: new URL(url).port });
  const vendors = await openVendors();
  const metrc = await startMetrc({ empty: true });
  const stages = await openSharedStages({
    ...{ server: url, template: TEMPLATE, vendors: vendors.url, metrc: metrc.url },
  });
  return {
    url,
    stages: stages.url,
    vendors: vendors.url,
    metrc: metrc.url,
    async stop() {
      await stages.close();
      await vendors.close();
      await metrc.close();
      await pooler?.stop();
      await stop();
    },
  };
}

/** The embedded PostgreSQL, or that of `TEST_DATABASE_URL`: of another version, whose superuser it names. */
async function startDatabase(): Promise<Pick<Shared, 'url' | 'stop'>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await makeTemplate(given);
    return { url: given, stop: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-tests-'));
  // PostgreSQL may run as a user of its own, who must reach the folder.
  await chmod(folder, 0o755);
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    log: quiet,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Servers of several files, three processes of one among them, have up to thirty each.
      max_connections: '500',
    },
  });
  await makeTemplate(database.url);
  return {
    url: database.url,
    async stop() {
      const home = await findHome(folder);
      await database.stop();
      for (const path of [home?.folder, folder]) {
        if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(TEMPLATE)} with (force)`;
  await admin`create database ${admin(TEMPLATE)}`;
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrateDatabase(url.href, { log: quiet });
  await runMigrations({ connectionString: url.href });
}
