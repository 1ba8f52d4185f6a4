import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { birthOf } from './cpu-time';

/** How far a thread is behind those that serve requests; what strangers sent is behind what we draw ourselves. */
const NICENESS = { own: 5, stranger: 10 };

/**
 * Makes this module the program of a `Thread`: each question gets the value that `respond` returns. An exception ends the
 * thread.
 */
export function serve<Q>(respond: (question: Q) => unknown, whose: keyof typeof NICENESS = 'stranger'): void {
  // On Linux alone the call is about the calling thread.
  if (process.platform === 'linux') setPriority(NICENESS[whose]);
  const birth = birthOf();
  if (birth) parentPort?.postMessage(birth);
  parentPort?.on('message', async (question: Q) => parentPort?.postMessage(await respond(question)));
}
