import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/client';
import { Client, signIn } from './client';
import { openTestDatabase, type TestDatabase } from './database';
import { FAULT } from './faults';
import { expectEventsAsPublished, expectOrdersAddUp, expectStockAddsUp } from './invariants';
import { type ServerProcess, startServer } from './server';
import type { SharedStage } from './shared-stages';

export interface Stage extends Pick<TestDatabase, 'db' | 'sql' | 'url'> {
  server: { url: string; pid: number };
  /** The server's DATA_DIR. */
  folder: string;
  /** A caller without credentials. */
  anybody: Client;
  signIn(user: { email: string; password: string }): Promise<Client>;
}

/** A stage that no other test file touches. */
export interface OwnStage extends Stage {
  server: ServerProcess;
}

/**
 * Of the shared stages that files of this process had: half of PostgreSQL's CPU would go into opening connections and planning
 * the invariants again for each file. They end with the process.
 */
const databases = new Map<string, Database>();
function databaseOf(url: string): Database {
  const known = databases.get(url) ?? openDatabase({ url, pool: 6, silence: 60 });
  databases.set(url, known);
  return known;
}

/**
 * A database, a data folder and a server for a test file that reads the rows of its own businesses and changes no
 * setting; other files use them before and after it, none at the same time. A test fails when the server
 * logged a failed operation or an error that its operation does not declare; the file fails when an event that it
 * caused is not as published, or when it leaves stock or orders that do not add up.
 */
export async function openStage(): Promise<Stage> {
  const stages = inject('stages');
  const answer = await fetch(stages, { method: 'POST' });
  if (!answer.ok) throw new Error(`no stage: ${await answer.text()}`);
  const { url, databaseUrl, folder, pid, log } = (await answer.json()) as SharedStage;
  const { db, sql } = databaseOf(databaseUrl);
  const [last] = await sql<{ id: string }[]>`select id from events order by id desc limit 1`;
  let read = statSync(log).size;
  const takeFaults = () => {
    const written = readFileSync(log);
    const lines = written.toString('utf8', read).split('\n');
    read = written.length;
    return lines.filter((line) => FAULT.test(line));
  };
  expectNoFaults(takeFaults);
  afterAll(async () => {
    let kept = false;
    try {
      await expectEventsAsPublished(sql, last?.id);
      await expectStockAddsUp(sql);
      await expectOrdersAddUp(sql);
      kept = true;
    } finally {
      // One that does not add up serves no other file.
      await fetch(`${stages}/${pid}${kept ? '' : '?spoiled'}`, { method: 'DELETE' });
    }
  });
  return { ...callersOf(url), db, sql, url: databaseUrl, server: { url, pid }, folder };
}

/** A database, a data folder and a server with these settings for a test file alone; all end with it. */
export async function openOwnStage(env: Record<string, string> = {}): Promise<OwnStage> {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-stage-'));
  const server = await startServer(database.url, { DATA_DIR: folder, ...env }).catch(async (error) => {
    await database.close();
    throw error;
  });
  expectNoFaults(() => server.takeFaults());
  afterAll(async () => {
    await server.stop();
    try {
      await expectEventsAsPublished(database.sql);
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
  const { db, sql, url } = database;
  return { ...callersOf(server.url), db, sql, url, server, folder };
}

function expectNoFaults(takeFaults: () => string[]): void {
  afterEach(() => expect(takeFaults(), 'what the server logged').toEqual([]));
}

const callersOf = (url: string): Pick<Stage, 'anybody' | 'signIn'> => ({
  anybody: new Client(url),
  signIn: (user) => signIn(url, user),
});
