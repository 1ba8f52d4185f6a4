import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type postgres from 'postgres';
import type { Storage } from '../../kernel/storage';
import { ownVersion } from '../db/lineage';
import { withConnection } from '../db/migrate';
import { isMissing } from '../storage/storage';
import { CHECKSUMS } from './checksums';
import { BackupError, filePath, MANIFEST, type Manifest, type StoredFiles, tablePath } from './manifest';
import {
  inParallel,
  namedFiles,
  prepareSession,
  readQueueRevision,
  readSequences,
  readTables,
  stillNamed,
} from './tables';

const FILES_AT_ONCE = 8;
/** So many missing files mean another storage than the database's. */
const MAX_MISSING = 1_000;
const NEWLINE = 10;

interface Source {
  /** A direct connection of the tables' owner. */
  url: string;
  storage: Storage;
  files: readonly StoredFiles[];
  /** `fingerprintOf` the secret. */
  secret: string;
}

/**
 * Writes what the database held at one moment, and the files that it names, to a new folder; the application may go on
 * (decision 270). The folder gets its name when it is complete.
 * @throws BackupError
 */
export async function takeBackup(folder: string, { url, storage, files, secret }: Source): Promise<Manifest> {
  if (existsSync(folder)) throw new BackupError(`${folder} already exists. Name a new folder.`);
  const draft = new Draft(`${folder}.partial-${process.pid}`);
  await draft.open();
  try {
    const manifest = await withConnection(url, async (sql) => {
      const copied = await sql.begin('isolation level repeatable read read only', async (tx) => {
        await prepareSession(tx);
        const tables = await readTables(tx);
        if (!tables.some(({ name }) => name === 'public.entities')) {
          throw new BackupError('This database holds no data of Tallyleaf.');
        }
        // A migration waits, so that every table is as the snapshot saw it.
        await tx`lock table ${tables.map(({ name }, index) => (index === 0 ? tx`${tx(name)}` : tx`, ${tx(name)}`))} in access share mode`;
        const head = await readHead(tx);
        const copies: Manifest['tables'] = [];
        for (const { name, columns } of tables) {
          const rows = await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable();
          copies.push({ name, columns, rows: await draft.writeRows(tablePath(name), rows) });
        }
        return { ...head, tables: copies, ...(await copyFiles(tx, draft, storage, files)) };
      });
      // Read last: a sequence follows no snapshot, and must not give out what a row already has.
      const sequences: Manifest['sequences'] = [];
      for (const name of await readSequences(sql)) {
        const [{ value, is_called }] = await sql<[{ value: string; is_called: boolean }]>`
          select last_value::text as value, is_called from ${sql(name)}`;
        sequences.push({ name, value, is_called });
      }
      // An import may be discarded, with its file, after the snapshot.
      const missing = copied.missing.length > 0 ? await stillNamed(sql, files, copied.missing) : [];
      return { format: 1 as const, version: ownVersion(), secret, ...copied, sequences, missing };
    });
    await draft.finish(manifest);
    await rename(draft.folder, folder);
    return manifest;
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true });
    throw error;
  }
}

async function readHead(tx: postgres.TransactionSql) {
  const [{ taken_at }] = await tx<[{ taken_at: Date }]>`select transaction_timestamp() as taken_at`;
  const migrations = await tx<{ hash: string; when: number }[]>`
    select hash, created_at::float8 as "when" from drizzle.__drizzle_migrations order by created_at`;
  return {
    taken_at: taken_at.toISOString(),
    migrations: [...migrations],
    queue_revision: await readQueueRevision(tx),
  };
}

async function copyFiles(
  tx: postgres.TransactionSql,
  draft: Draft,
  storage: Storage,
  sources: readonly StoredFiles[],
): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = [];
  let files = 0;
  for await (const batch of namedFiles(tx, sources)) {
    await inParallel(batch, FILES_AT_ONCE, async ({ key }) => {
      try {
        await draft.write(filePath(key), await storage.read(key));
        files += 1;
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing.push(key);
      }
    });
    if (missing.length > MAX_MISSING) {
      throw new BackupError(
        `More than ${MAX_MISSING} files are missing, among them ${missing[0]}. Set S3_URL or DATA_DIR as the server has it.`,
      );
    }
  }
  return { files, missing };
}

/** A backup that is being written: readable by its owner alone, with the checksum of each file. */
class Draft {
  constructor(readonly folder: string) {}

  async open(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 });
    await mkdir(join(this.folder, 'tables'), { mode: 0o700 });
  }

  /** Compresses rows in COPY's text format. @returns their number */
  async writeRows(path: string, rows: Readable): Promise<number> {
    let count = 0;
    const counted = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
        yield chunk;
      }
    };
    await this.write(path, Readable.from(counted(rows), { objectMode: false }), createGzip());
    // The driver leaves its socket paused when the last rows filled the stream; reading resumes it.
    rows._read(0);
    return count;
  }

  async write(path: string, contents: Readable, gzip?: Gzip): Promise<void> {
    const target = join(this.folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
    await (gzip ? pipeline(contents, gzip, hashed, file) : pipeline(contents, hashed, file));
    await appendFile(join(this.folder, CHECKSUMS), `${hash.digest('hex')}  ${path}\n`, { mode: 0o600 });
  }

  /** Writes the manifest and brings the list of checksums to the disk. */
  async finish(manifest: Manifest): Promise<void> {
    await this.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
    const list = await open(join(this.folder, CHECKSUMS), 'r+');
    await list.sync();
    await list.close();
  }
}
