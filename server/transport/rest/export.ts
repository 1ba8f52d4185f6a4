import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import type { Replica } from '../../platform/db/replica';
import type { Slots } from '../../platform/rate-limit/slots';
import { type CsvColumn, csvHeader, csvLines, presentColumns, type Row } from './csv';
import { Spool } from './spool';

/** How long an export may keep its snapshot, and with it a connection. */
const SNAPSHOT_MS = 120_000;

interface Export {
  db: Db;
  replica: Replica | null;
  slots: Slots;
  entityId: string;
  columns: readonly CsvColumn[];
  /** Whether it begins with a byte order mark. */
  marked: boolean;
  /** Reads pages of the rows in the given transaction. */
  pages: (db: Db) => AsyncIterable<readonly Row[]>;
  dataDir: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Sends rows of one snapshot as CSV through a file: the connection is released when the last row is written, however
 * slowly the client reads.
 * @throws AppError before anything was sent; later failures end the connection
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
  { db, replica, columns, marked, pages, signal }: Export,
  firstPageOnly: boolean,
): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_MS;
  let present: readonly CsvColumn[] | null = null;
  const rowsOf = async (tx: Db) => {
    // Rows of another snapshot can't follow those that may have been sent.
    if (present !== null) throw interrupted();
    for await (const rows of pages(tx)) {
      const lead = present === null;
      present ??= presentColumns(columns, rows);
      await spool.append((lead ? csvHeader(present, marked) : '') + csvLines(present, rows));
      if (firstPageOnly || signal.aborted) return;
      if (performance.now() > deadline) throw tooLong();
    }
  };
  const onPrimary = () =>
    db.transaction(rowsOf, { isolationLevel: 'repeatable read', accessMode: 'read only' });
  await (replica ? replica.read(rowsOf, onPrimary, 'repeatable read') : onPrimary());
}

/** Delays the headers until there is data to send, so that an earlier failure gets its own response. */
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

function interrupted(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The export was interrupted. Start it again.');
}
