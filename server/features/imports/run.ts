import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { ImportFileError } from '../../kernel/file-error';
import type { Storage } from '../../kernel/storage';
import type { Db } from '../../platform/db/client';
import { applyImport } from './apply';
import { checkFile } from './check';
import { enqueueImport } from './enqueue-import';
import { ImportFailure } from './failure';
import {
  findAbandoned,
  type LeasedImport,
  LeaseLost,
  putDown,
  takeLease,
  updateLeased,
  whileLeased,
} from './lease';

/** Tries in all, with a growing pause between them. */
const ATTEMPTS = 4;
/** An import that ends the process so often is not taken up again. */
const TAKEOVERS = 10;
const PAUSES_SECONDS = [2, 6, 15];

interface RunContext {
  db: Db;
  log: Logger;
  storage: Storage;
  stopping: AbortSignal;
}

/** The process is to stop: another takes the import up. */
class Stopping extends Error {}

/** Checks or applies an import, or goes on with one that another process left. */
export async function runImport(ctx: RunContext, importId: string): Promise<void> {
  const leased = await takeLease(ctx.db, importId);
  if (!leased) return;
  const goOn = () => {
    if (ctx.stopping.aborted) throw new Stopping();
  };
  try {
    await whileLeased(ctx.db, leased, async () => {
      if (leased.attempts > TAKEOVERS)
        throw new ImportFailure('interrupted', 'It was interrupted too often.');
      if (leased.status === 'checking') await checkFile(ctx.db, ctx.storage, leased, goOn);
      else await applyImport(ctx.db, leased, goOn);
    }).catch((error) => {
      if (error instanceof LeaseLost) throw error;
      return giveUpOrPostpone(ctx, leased, error);
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

/** Adds jobs for the imports that nobody works on any more. */
export async function resumeImports({ db }: { db: Db }): Promise<void> {
  for (const abandoned of await findAbandoned(db)) {
    await enqueueImport(db, abandoned, { key: `resume_import:${abandoned.id}` });
  }
}

async function giveUpOrPostpone(
  { db, log }: RunContext,
  leased: LeasedImport,
  error: unknown,
): Promise<void> {
  const isLasting = error instanceof ImportFailure || error instanceof ImportFileError;
  const isStopping = error instanceof Stopping;
  if (isStopping || (!isLasting && leased.attempts < ATTEMPTS)) {
    const seconds = isStopping ? 0 : (PAUSES_SECONDS[leased.attempts - 1] ?? 15);
    if (!isStopping) log.warn({ err: error, import: leased.id }, 'an import is tried again');
    await putDown(db, leased, seconds);
    const runAt = new Date(Date.now() + seconds * 1000);
    await enqueueImport(db, leased, { runAt });
    return;
  }
  if (!isLasting) log.error({ err: error, import: leased.id }, 'an import failed');
  const kept = JSON.stringify(errorOf(error));
  await updateLeased(
    db,
    leased,
    sql`status = 'failed', error = ${kept}::jsonb, finished_at = now(), lease_token = null`,
  );
}

function errorOf(error: unknown): { line: number | null; code: string; message: string } {
  if (error instanceof ImportFileError) {
    const message = error.message.replace(/^line \d+: /, '');
    return {
      line: error.line ?? null,
      code: 'invalid_file',
      message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    };
  }
  if (error instanceof ImportFailure) return { line: null, code: error.code, message: error.message };
  return { line: null, code: 'internal', message: 'Something went wrong on our side. Try it again.' };
}
