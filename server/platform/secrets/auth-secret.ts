import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../../kernel/env';

/**
 * Reads the secret that signs tokens and cookies: the operator's, or one generated once and kept in the data folder.
 */
export async function authSecret(env: Env): Promise<string> {
  if (env.AUTH_SECRET) return env.AUTH_SECRET;
  const path = join(env.DATA_DIR, 'auth-secret');
  await mkdir(env.DATA_DIR, { recursive: true });
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
