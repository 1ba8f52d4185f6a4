import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../kernel/env';
import { makeDataDir } from '../data-dir';

/** What signs and encrypts, and what did so before: its tokens are still accepted, and what it sealed is still opened. */
export interface Secrets {
  current: string;
  /** Null unless the operator rotates the secret (decision 250). */
  previous: string | null;
}

/** Reads the operator's secrets. Without any, the current one is generated once and kept in the data folder. */
export async function authSecrets(env: Env): Promise<Secrets> {
  const current = env.AUTH_SECRET ?? (await makeSecret(env.DATA_DIR));
  const previous = env.AUTH_SECRET_PREVIOUS ?? null;
  return { current, previous: previous === current ? null : previous };
}

/** The current and the previous secret, if they are known; none is made. */
export async function knownSecrets(env: Env): Promise<string[]> {
  const current = env.AUTH_SECRET ?? (await readFile(pathOf(env.DATA_DIR), 'utf8').catch(() => undefined));
  return [current, env.AUTH_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

const pathOf = (dataDir: string) => join(dataDir, 'auth-secret');

async function makeSecret(dataDir: string): Promise<string> {
  const path = pathOf(dataDir);
  await makeDataDir(dataDir);
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
