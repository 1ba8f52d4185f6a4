import { realpath, rm } from 'node:fs/promises';
import { findHome } from './cluster';
import { findPostmaster, stopPostmaster } from './postmaster';

/** Stops the database of a data folder that is only a trial, also one whose process was killed, and removes both. */
export async function discardDataFolder(dataDir: string): Promise<void> {
  const real = await realpath(dataDir).catch(() => undefined);
  if (real === undefined) return;
  const home = await findHome(real);
  if (home) {
    const postmaster = await findPostmaster(home);
    if (postmaster) await stopPostmaster(home, postmaster);
    await rm(home.folder, { recursive: true, force: true });
  }
  await rm(real, { recursive: true, force: true });
}
