import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, pidScope } from './processes';

const HEARTBEAT_MS = 3_000;
/**
 * How long a holder in another container may be silent before it counts as dead: its pid can't be looked up from here.
 */
const SILENCE_MS = 15_000;

interface Holder {
  pid: number;
  startedAt: string;
  scope: string;
  /** Makes every lock's content unique. */
  token: string;
}

/** Another running process holds this data folder. */
export class DataFolderHeldError extends Error {
  override name = 'DataFolderHeldError';

  constructor(
    readonly dataDir: string,
    readonly holderPid: number,
  ) {
    super(`The data folder ${dataDir} is held by another process (pid ${holderPid}).`);
  }
}

export interface DataFolderLock {
  /** Releases the folder. */
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process until `release` or exit.
 * @throws DataFolderHeldError when a running process holds it; a holder in another container gets 15 seconds to write a
 *   heartbeat
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const path = join(dataDir, 'embedded.lock');
  const own = await identify(process.pid);
  const holder: Holder = {
    pid: process.pid,
    startedAt: own?.startedAt ?? '',
    scope: await pidScope(),
    token: randomUUID(),
  };
  await take(path, holder, dataDir);

  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await read(path))?.content === JSON.stringify(holder)) await rm(path, { force: true });
    },
  };
}

async function take(path: string, holder: Holder, dataDir: string): Promise<void> {
  const draft = `${path}.${holder.token}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    for (;;) {
      if (await linked(draft, path)) return;
      const found = await read(path);
      if (!found) continue;
      if (found.holder && (await lives(path, found.holder, found.touchedAt, holder.scope))) {
        throw new DataFolderHeldError(dataDir, found.holder.pid);
      }
      // Only one of the processes that saw the same dead holder may replace it. Without this claim, a slower one would
      // replace the lock of a faster one.
      const claim = `${path}.${createHash('sha256').update(found.content).digest('hex').slice(0, 16)}`;
      await take(claim, { ...holder, token: randomUUID() }, dataDir);
      try {
        if ((await read(path))?.content !== found.content) continue;
        await rename(draft, path);
        return;
      } finally {
        await rm(claim, { force: true });
      }
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Creates a complete file under a name atomically; false when the name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

interface Found {
  content: string;
  holder: Holder | undefined;
  touchedAt: number;
}

async function read(path: string): Promise<Found | undefined> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { content, holder: parse(content), touchedAt: mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for a file left empty by a power cut: its writer can't still be running. */
function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return undefined;
  }
}

async function lives(path: string, holder: Holder, touchedAt: number, scope: string): Promise<boolean> {
  if (holder.scope === scope) return isRunning(holder);
  while (Date.now() - touchedAt < SILENCE_MS) {
    await delay(500);
    const now = await read(path);
    if (now?.holder?.token !== holder.token) return false;
    if (now.touchedAt !== touchedAt) return true;
  }
  return false;
}
