import { afterAll, afterEach, expect } from 'vitest';
import { Client, signIn } from './client';
import { openTestDatabase, type TestDatabase } from './database';
import { type ServerProcess, startServer } from './server';

export interface Stage extends Pick<TestDatabase, 'db' | 'sql'> {
  server: ServerProcess;
  /** Somebody without credentials. */
  anybody: Client;
  signIn(user: { email: string; password: string }): Promise<Client>;
}

/**
 * A database and a server for a test file; both end with it. A test fails when the server logged a failed operation
 * or an error that its operation does not declare.
 */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const database = await openTestDatabase();
  const server = await startServer(database.url, env).catch(async (error) => {
    await database.close();
    throw error;
  });
  afterEach(() => expect(server.takeFaults(), 'what the server logged').toEqual([]));
  afterAll(async () => {
    await server.stop();
    await database.close();
  });
  return {
    db: database.db,
    sql: database.sql,
    server,
    anybody: new Client(server.url),
    signIn: (user) => signIn(server.url, user),
  };
}
