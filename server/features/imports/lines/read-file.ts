import { buffer } from 'node:stream/consumers';
import { ImportFileError } from '../../../kernel/file-error';
import type { Storage } from '../../../kernel/storage';
import { FairQueue } from '../../../platform/rate-limit/fair-queue';
import { programOf, runInThread, Thread, ThreadEnded } from '../../../platform/threads/thread';
import type { FileHead } from '../file/head';
import { isWorkbook } from '../file/signature';
import type { AdaptSettings } from '../migrations/adapt';
import type { LeasedImport } from '../running/leased-import';
import type { Batch, FileQuestion, Outcome } from './file-questions';
import type { KnownLocation } from './locations';

const PROGRAM = programOf(import.meta.url, '../thread.ts', './import-thread.js');
/** For a head or a batch of lines, with the start of the thread. */
const LIMITS = { ms: 15_000, memoryMb: 128 };
/** All cells of a workbook are in memory at once. */
const limitsOf = (contents: Uint8Array) => (isWorkbook(contents) ? { ...LIMITS, memoryMb: 512 } : LIMITS);
const turns = new FairQueue({ perKey: 1, total: 2, waiting: 100, waitMs: 16_000 });

/** The beginning of an uploaded file, or what is wrong with it. */
export type UploadedHead = FileHead | { fault: string };

/**
 * Reads the beginning of a file, or a whole workbook, in a thread of its own, one at a time per entity.
 * @param bytesOf reads it once it is its turn
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function readUploadedHead(
  bytesOf: () => Promise<Buffer>,
  { isWhole, kind }: Pick<FileQuestion<'head'>, 'isWhole' | 'kind'>,
  entityId: string,
): Promise<UploadedHead> {
  return turns.run(entityId, async () => {
    try {
      const head = new Uint8Array(await bytesOf());
      const question: FileQuestion<'head'> = { what: 'head', head, isWhole, kind };
      return resultOf((await runInThread(PROGRAM, limitsOf(head), question)) as Outcome<FileHead>);
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      return { fault: fault.reason };
    }
  });
}

/**
 * Reads a stored file in a thread of its own, batch after batch. The thread waits while a batch is checked.
 * @throws ImportFileError
 */
export async function* readBatches(
  storage: Storage,
  leased: LeasedImport,
  locations: readonly KnownLocation[],
): AsyncGenerator<Pick<Batch, 'lines' | 'skipped'>> {
  const { kind, mapping, fixes, given, locationId, roomType, delimiter, headerLine, columns } = leased;
  const { migrationId, migration } = leased;
  const contents = new Uint8Array(await buffer(await storage.read(leased.storageKey)));
  const thread = new Thread(PROGRAM, limitsOf(contents));
  const ask = async (question: FileQuestion, transfer: ArrayBuffer[] = []) =>
    resultOf((await thread.ask(question, transfer)) as Outcome<Batch>);
  const settings = {
    ...{ kind, mapping, fixes, given, locationId, roomType, locations, migrationId },
    migration: migration && adaptable(migration),
  };
  try {
    let batch = await ask({ what: 'open', contents, delimiter, headerLine, columns, ...settings }, [
      contents.buffer,
    ]);
    for (;;) {
      yield batch;
      if (batch.isLast) return;
      batch = await ask({ what: 'next' });
    }
  } catch (error) {
    throw faultOf(error) ?? error;
  } finally {
    await thread.end();
  }
}

/** What the thread needs of a migration. */
const adaptable = ({ system, source, settings, locationMap, categoryMap }: AdaptSettings): AdaptSettings => ({
  ...{ system, source, settings, locationMap, categoryMap },
});

function resultOf<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value;
  throw new ImportFileError(outcome.fault.message, outcome.fault.line);
}

/** What is wrong with the file; undefined when the reason is another. */
function faultOf(error: unknown): ImportFileError | undefined {
  if (error instanceof ImportFileError) return error;
  if (!(error instanceof ThreadEnded) || error.reason === 'error') return undefined;
  return new ImportFileError(`reading it takes more ${error.reason} than it may; split the file`);
}
