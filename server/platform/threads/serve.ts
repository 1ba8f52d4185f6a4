import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Of a thread, behind the threads that serve requests. On Linux the call sets it for the calling thread alone. */
const NICENESS = 10;

/**
 * Makes this module the program of a `Thread`: each question gets the value that `respond` returns. An exception ends the
 * thread.
 */
export function serve<Q>(respond: (question: Q) => unknown): void {
  if (process.platform === 'linux') setPriority(NICENESS);
  parentPort?.on('message', async (question: Q) => parentPort?.postMessage(await respond(question)));
}
