import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors';
import type { Storage } from '../../kernel/storage';
import { FairQueue } from '../rate-limit/fair-queue';

/** How long a document may be read, with the start of its thread, and how long one waits for its turn. */
const READ_MS = 8_000;
const WAIT_MS = 8_000;
const READING = 2;
const WAITING = 100;

/** For what the engine allocates in a thread; buffers have a limit of their own (confined.ts). */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const turns = new FairQueue({ perKey: 1, total: READING, waiting: WAITING, waitMs: WAIT_MS });

/**
 * Passes a stored PDF to a program that runs in a thread of its own, one at a time per entity.
 * @returns what the program posts; null when it can't be read or takes more time or memory than it may
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when the storage can't be reached
 */
export function readInThread(
  program: URL,
  storage: Storage,
  key: string,
  entityId: string,
): Promise<unknown> {
  // Only the one whose turn it is holds the file in memory.
  return turns.run(entityId, async () => runProgram(program, await buffer(await storage.read(key))));
}

/**
 * Passes data to a program that writes a PDF in a thread of its own, within the same limits and turns.
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when it takes more time or memory than it may
 */
export async function writeInThread(program: URL, data: Uint8Array, entityId: string): Promise<Uint8Array> {
  const written = await turns.run(entityId, () => runProgram(program, data));
  if (written instanceof Uint8Array) return written;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'The document could not be made. Try again, or print fewer orders.',
  );
}

function runProgram(program: URL, contents: Uint8Array): Promise<unknown> {
  const data = new Uint8Array(contents);
  // From the sources, tsx has to be registered in the thread first.
  const fromSources = program.pathname.endsWith('.ts');
  const registered = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program}'); })`;
  const thread = new Worker(fromSources ? registered : program, {
    eval: fromSources,
    workerData: data,
    transferList: [data.buffer],
    resourceLimits: MEMORY,
    // pdf.js would load a native canvas, which reading text has no use for.
    execArgv: ['--no-addons'],
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const settle = (message: unknown) => {
      clearTimeout(limit);
      thread.removeAllListeners();
      thread.on('error', () => {});
      // The place is free only once the thread is gone: a thread that hangs keeps a core until then.
      thread.terminate().then(() => resolve(message));
    };
    const limit = setTimeout(() => settle(null), READ_MS);
    thread.once('message', settle);
    thread.once('error', () => settle(null));
    thread.once('exit', () => settle(null));
  });
}
