// Uploads import this file.
import { FairQueue } from '../../../../platform/rate-limit/fair-queue';
import { programOf, runInThread, ThreadEnded } from '../../../../platform/threads/thread';
import type { BankMapping } from '../schema';
import type { BankFormat } from '../words';
import { type RawHead, type RawStatement, Unreadable } from './raw';
import type { BankAnswer, BankQuestion } from './thread';

const PROGRAM = programOf(import.meta.url, './thread.ts', './bank-thread.js');
/** Of one file (decision 422). */
const LIMITS = { ms: 15_000, memoryMb: 128 };
const turns = new FairQueue({ perKey: 1, total: 2, waiting: 100, waitMs: 16_000 });

/**
 * Reads a bank's file in a thread of its own, one at a time for each business.
 * @throws Unreadable, AppError SERVICE_UNAVAILABLE when too many wait
 */
async function ask(entityId: string, question: BankQuestion): Promise<BankAnswer> {
  return turns.run(entityId, async () => {
    try {
      const answer = (await runInThread(PROGRAM, LIMITS, question)) as BankAnswer;
      if ('fault' in answer) throw new Unreadable(answer.fault.code, answer.fault.message);
      return answer;
    } catch (error) {
      // A parser that gives up on what a stranger wrote ends its thread, too.
      if (!(error instanceof ThreadEnded)) throw error;
      if (error.reason === 'error') throw new Unreadable('invalid_file', 'The file cannot be read.');
      throw new Unreadable('too_costly', 'Reading the file takes more time or memory than it may. Split it.');
    }
  });
}

/** What a bank's file is. @throws as `ask` */
export async function readHead(
  entityId: string,
  bytes: Buffer,
  format: BankFormat | undefined,
): Promise<RawHead> {
  const answer = await ask(entityId, { what: 'head', bytes: new Uint8Array(bytes), format });
  return (answer as { head: RawHead }).head;
}

/** All that a bank's file has. @throws as `ask` */
export async function readStatementFile(
  entityId: string,
  bytes: Buffer,
  { format, mapping }: { format: BankFormat; mapping: BankMapping | null },
): Promise<RawStatement> {
  const answer = await ask(entityId, { what: 'read', bytes: new Uint8Array(bytes), format, mapping });
  return (answer as { statement: RawStatement }).statement;
}
