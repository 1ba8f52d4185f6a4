import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EnvError } from '../kernel/env';

/**
 * Makes the data folder and those above it.
 * @throws EnvError when it can't be made, written or entered
 */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvError(`DATA_DIR ${path} can't be used: ${reasonOf(code)}. Set DATA_DIR to another folder.`);
  }
}

/**
 * Makes a folder and those above it. `recursive` would repeat forever where a file system rejects new folders with
 * ENOENT, as /proc does.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || (await isThere(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path, mode);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function reasonOf(code: string | undefined): string {
  const reasons: Record<string, string> = {
    EACCES: `user ${process.getuid?.() ?? ''} may not write there; start Tallyleaf as the user that owns the folder`,
    EEXIST: 'it is a file, not a folder',
    ENOENT: 'no folder can be made there',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EROFS: 'the file system is read-only',
  };
  return reasons[code ?? ''] ?? `${code}`;
}
