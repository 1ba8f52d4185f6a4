import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { Client, signIn } from './client';
import { openTestDatabase, type TestDatabase } from './database';
import { expectEventsAsPublished } from './invariants';
import { type ServerProcess, startServer } from './server';

export interface Stage extends Pick<TestDatabase, 'db' | 'sql' | 'url'> {
  server: ServerProcess;
  /** The server's DATA_DIR. */
  folder: string;
  /** A caller without credentials. */
  anybody: Client;
  signIn(user: { email: string; password: string }): Promise<Client>;
}

/**
 * A database, a data folder and a server for a test file; all end with it. A test fails when the server logged a
 * failed operation or an error that its operation does not declare; the file fails when an event that it caused is
 * not as published.
 */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-stage-'));
  const server = await startServer(database.url, { DATA_DIR: folder, ...env }).catch(async (error) => {
    await database.close();
    throw error;
  });
  afterEach(() => expect(server.takeFaults(), 'what the server logged').toEqual([]));
  afterAll(async () => {
    await server.stop();
    try {
      await expectEventsAsPublished(database.sql);
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
  return {
    db: database.db,
    sql: database.sql,
    url: database.url,
    server,
    folder,
    anybody: new Client(server.url),
    signIn: (user) => signIn(server.url, user),
  };
}
