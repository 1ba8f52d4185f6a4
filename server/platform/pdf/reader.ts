import { buffer } from 'node:stream/consumers';
import { AppError } from '../../kernel/errors';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../db/client';
import { begin, count } from '../metrics/metrics';
import { FairQueue } from '../rate-limit/fair-queue';
import { runInThread, ThreadEnded } from '../threads/thread';
import { noteTimeout, recentTimeouts } from './timeouts.sql';

/** With the start of the thread. The machine may be busy: a file that isn't read by then is read again by a job. */
const LIMITS = { cpuMs: 8_000, ms: 16_000, memoryMb: 192 };
/** For a job, for which no one waits. */
const PATIENT = { ...LIMITS, ms: 240_000 };
/** Fifty orders of 200 lines with as much text as they hold take 8 seconds of CPU time. */
const DRAWING = { ms: 25_000, memoryMb: 192 };
/** For a job: a busy machine may take its time. */
const PATIENT_DRAWING = { ...DRAWING, cpuMs: 25_000, ms: PATIENT.ms };
/** A business has one turn at a time. What strangers upload never holds a turn of our own documents. */
const READING = { perKey: 1, total: 2, waiting: 100, waitMs: 16_000 };
const WRITING = { perKey: 1, total: 2, waiting: 100, waitMs: 8_000 };

begin(
  'certificates',
  ['time', 'late', 'memory', 'error'].map((outcome) => ({ outcome })),
);
const reading = new FairQueue(READING);
const writing = new FairQueue(WRITING);
const writingLarge = new FairQueue(WRITING);
/** What a job may take minutes for holds no turn of documents that are waited for. */
const writingPatient = new FairQueue(WRITING);
/** Bytes of documents of a hundred lines with long names. What is larger takes seconds, and holds no turn of the others. */
const LARGE = 32 * 1024;

/**
 * How reading a file ended: `read` with what the program posts, null for a file that can't be read; `waiting` when the machine or the
 * business has no time for it now; `overrun` when it takes more time than it may.
 */
export type Reading = { state: 'read'; contents: unknown } | { state: 'waiting' | 'overrun' };

/**
 * Passes a stored PDF to a program that runs in a thread of its own, one at a time per entity. After two readings that
 * took too long, none of the entity's is read for an hour.
 * @param options.patient whether no one waits for it
 * @throws AppError when the storage can't be reached
 */
export async function readInThread(
  program: URL,
  { db, storage }: { db: Db; storage: Storage },
  key: string,
  entityId: string,
  { patient = false } = {},
): Promise<Reading> {
  const read = async (): Promise<Reading> => {
    if ((await recentTimeouts(db, entityId)).length > 0) {
      count('certificates', { outcome: 'skipped' });
      return { state: 'waiting' };
    }
    // Only the one whose turn it is holds the file in memory.
    const contents = new Uint8Array(await buffer(await storage.read(key)));
    try {
      const found = await readContents(program, contents, { patient });
      count('certificates', { outcome: 'read' });
      return { state: 'read', contents: found };
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      count('certificates', { outcome: error.reason });
      if (error.reason === 'late') return { state: 'waiting' };
      if (error.reason !== 'time') return { state: 'read', contents: null };
      await noteTimeout(db, entityId);
      return { state: 'overrun' };
    }
  };
  return reading.run(entityId, read).catch((error) => {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return { state: 'waiting' };
    throw error;
  });
}

/** Passes a PDF to a program that runs in a thread of its own; the contents are moved there. @throws ThreadEnded */
export function readContents(
  program: URL,
  contents: Uint8Array<ArrayBuffer>,
  { patient = false } = {},
): Promise<unknown> {
  return runInThread(program, patient ? PATIENT : LIMITS, contents, [contents.buffer]);
}

/** What is written, and the pictures in it. */
export interface Written {
  data: Uint8Array;
  /** By the names that the data has for them. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

/**
 * Passes data to a program that writes a PDF in a thread of its own, one at a time per entity.
 * @param options.patient whether no one waits for it
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, or when it takes more time or memory than it may
 */
export async function writeInThread(
  program: URL,
  written: Written,
  entityId: string,
  { patient = false } = {},
): Promise<Uint8Array> {
  // A picture is placed, not drawn: it takes no longer for its size.
  const waited = written.data.length > LARGE ? writingLarge : writing;
  const turns = patient ? writingPatient : waited;
  const pdf = await turns
    .run(entityId, () => runInThread(program, patient ? PATIENT_DRAWING : DRAWING, written))
    .catch((error) => {
      if (!(error instanceof ThreadEnded)) throw error;
    });
  if (pdf instanceof Uint8Array) return pdf;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'The document could not be made. Try again, or print fewer orders.',
  );
}
