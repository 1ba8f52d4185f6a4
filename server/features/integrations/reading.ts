// Other features import this file.
import { FairQueue } from '../../platform/rate-limit/fair-queue';
import { programOf, runInThread, ThreadEnded } from '../../platform/threads/thread';
import type { SourcePage } from './page-of';
import type { PageQuestion, PageReading } from './thread';

const PROGRAM = programOf(import.meta.url, './thread.ts', './vendor-thread.js');
/** 32 MiB of JSON are at most a few hundred MB of objects. */
const LIMITS = { ms: 30_000, cpuMs: 15_000, memoryMb: 512 };
const turns = new FairQueue({ perKey: 1, total: 2, waiting: 1_000, waitMs: 10 * 60_000 });

/**
 * Reads what a vendor sent, or a file of its form, in a thread of its own.
 * @returns the page, or what is wrong with it
 */
export function readPage(
  entityId: string,
  bytes: Uint8Array,
  idFields: readonly string[],
  from = 0,
): Promise<SourcePage | string> {
  return turns.run(entityId, async () => {
    const question: PageQuestion = { bytes: new Uint8Array(bytes), idFields, from };
    try {
      const answer = (await runInThread(PROGRAM, LIMITS, question)) as PageReading;
      return 'page' in answer ? answer.page : answer.fault;
    } catch (error) {
      if (!(error instanceof ThreadEnded) || error.reason === 'error') throw error;
      return 'Reading it takes more time or memory than it may.';
    }
  });
}
