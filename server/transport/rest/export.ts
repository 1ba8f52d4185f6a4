import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import type { Slots } from '../../platform/rate-limit/slots';
import { csvHeader, csvLines, type Row } from './csv';
import { Spool } from './spool';

/** How long an export may keep its snapshot, and with it a connection. */
const SNAPSHOT_MS = 120_000;

interface Export {
  db: Db;
  slots: Slots;
  entityId: string;
  columns: readonly string[];
  /** Pages of the rows as the given transaction sees them. */
  pages: (db: Db) => AsyncIterable<readonly Row[]>;
  dataDir: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

/**
 * Sends rows of one snapshot as CSV. A file sits between database and client: the connection goes back when the
 * last row is in it, however slowly the client reads.
 * @throws AppError while nothing was sent; later failures end the connection
 */
export async function sendExport(res: ServerResponse, parts: Export, headOnly: boolean): Promise<void> {
  const { slots, entityId, signal, dataDir } = parts;
  await slots.exports.run(
    entityId,
    async () => {
      const spool = await Spool.open(join(dataDir, 'spool'));
      const filled = slots.spools
        .run(entityId, () => fill(spool, parts, headOnly), signal)
        .then(
          () => spool.end(),
          (error) => spool.end(error),
        );
      try {
        await send(res, spool, headOnly);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        await filled;
        await spool.close();
      }
    },
    signal,
  );
}

async function fill(
  spool: Spool,
  { db, columns, pages, signal }: Export,
  firstPageOnly: boolean,
): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_MS;
  await db.transaction(
    async (tx) => {
      let lead = csvHeader(columns);
      for await (const rows of pages(tx)) {
        await spool.append(lead + csvLines(columns, rows));
        if (firstPageOnly || signal.aborted) return;
        if (performance.now() > deadline) throw tooLong();
        lead = '';
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Sends no header before there is something to send, so that a failure until then has a response of its own. */
async function send(res: ServerResponse, spool: Spool, headOnly: boolean): Promise<void> {
  const chunks = spool.chunks();
  const first = await chunks.next();
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('Content-Disposition', 'attachment');
  if (headOnly || first.done) {
    res.end();
    return;
  }
  async function* all() {
    yield first.value;
    yield* chunks;
  }
  await pipeline(Readable.from(all(), { objectMode: false }), res);
}

function tooLong(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The export takes too long. Narrow it with filters.');
}
