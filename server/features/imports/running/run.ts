import type { Logger } from 'pino';
import { ImportFileError } from '../../../kernel/file-error';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { Interrupted, resumeRun } from '../../../platform/lease/resumable-run';
import { reportProducts } from '../catalog/report-products';
import { checkFile } from '../lines/check';
import { enqueueMigration } from '../migrations/enqueue';
import { applyImport } from './apply';
import { enqueueImport } from './enqueue-import';
import { ImportFailure } from './failure';
import { type LeasedImport, takeImport } from './leased-import';
import {
  abandonedImports,
  endedPart,
  failImport,
  importLeases,
  releaseImport,
  stoppedImport,
} from './leased-import.sql';

/** A check that took its process along this often is not begun again. */
const CHECK_TAKEOVERS = 2;

interface RunContext {
  db: Db;
  log: Logger;
  storage: Storage;
  /** Aborted when the process is stopping. */
  stopping: AbortSignal;
}

/** Checks or applies an import, or resumes an abandoned one. */
export async function runImport(ctx: RunContext, importId: string): Promise<void> {
  const { db, storage } = ctx;
  const taken = await takeImport(db, importId);
  if (!taken) {
    await reportStopped(db, importId);
    return continueMigration(db, importId);
  }
  await resumeRun(ctx, taken, {
    name: 'import',
    leases: importLeases,
    work: (leased, pause) => {
      if (leased.status === 'applying') return applyImport(db, leased, pause);
      if (leased.takeovers >= CHECK_TAKEOVERS) throw new Interrupted();
      return checkFile(db, storage, leased, pause);
    },
    isFinal: isKnown,
    postpone: (leased, seconds) => postpone(db, leased, seconds),
    fail: (leased, error) => fail(ctx, leased, error),
  });
  await continueMigration(db, importId);
}

/** The migration of an import that has ended goes on. */
async function continueMigration(db: Db, importId: string): Promise<void> {
  const [ended] = await endedPart(db, importId);
  if (ended) await enqueueMigration(db, ended);
}

/** Adds jobs for abandoned imports. */
export async function resumeImports({ db }: { db: Db }): Promise<void> {
  for (const abandoned of await abandonedImports(db)) {
    await enqueueImport(db, abandoned, { key: `resume_import:${abandoned.id}` });
  }
}

/** An import that a member has stopped owes events of what it applied. */
async function reportStopped(db: Db, importId: string): Promise<void> {
  const [stopped] = await stoppedImport(db, importId);
  if (stopped) await reportProducts(db, stopped);
}

const isKnown = (error: unknown) => error instanceof ImportFailure || error instanceof ImportFileError;

async function postpone(db: Db, leased: LeasedImport, seconds: number): Promise<void> {
  await releaseImport(db, leased, seconds);
  await enqueueImport(db, leased, { runAt: new Date(Date.now() + seconds * 1000) });
}

async function fail({ db, log }: RunContext, leased: LeasedImport, error: unknown): Promise<void> {
  if (!isKnown(error) && !(error instanceof Interrupted)) {
    log.error({ err: error, import: leased.id }, 'an import failed');
  }
  // What it applied stays.
  await reportProducts(db, leased);
  await failImport(db, leased, errorOf(error));
}

function errorOf(error: unknown): { line: number | null; code: string; message: string } {
  if (error instanceof ImportFileError) {
    const { reason } = error;
    return {
      line: error.line ?? null,
      code: 'invalid_file',
      message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
    };
  }
  if (error instanceof ImportFailure) return { line: null, code: error.code, message: error.message };
  if (error instanceof Interrupted) {
    return {
      line: null,
      code: 'interrupted',
      message: 'The import was interrupted too often. Upload the file again.',
    };
  }
  return { line: null, code: 'internal', message: 'Something went wrong on our side. Try again.' };
}
