import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type postgres from 'postgres';
import type { Storage } from '../../kernel/storage';
import { ownVersion } from '../db/lineage';
import { withConnection } from '../db/migrate';
import { isMissing } from '../storage/storage';
import {
  inParallel,
  namedFiles,
  prepareSession,
  readQueueRevision,
  readSequences,
  readTables,
  stillNamed,
} from './contents';
import { type Draft, drafted } from './draft';
import type { BackupKey } from './keys';
import { BackupError, filePath, type Manifest, type StoredFiles, tablePath } from './manifest';

const FILES_AT_ONCE = 8;
/** So many missing files mean another storage than the database's. */
const MAX_MISSING = 1_000;

interface Source {
  /** A direct connection of the tables' owner. */
  url: string;
  storage: Storage;
  files: readonly StoredFiles[];
  /** `fingerprintOf` the secret. */
  secret: string;
  /** Encrypts the backup. */
  key?: BackupKey | undefined;
}

/**
 * Writes what the database held at one moment, and the files that it names, to a new folder; the application may go on
 * (decision 270). The folder gets its name when it is complete.
 * @throws BackupError
 */
export async function takeBackup(
  folder: string,
  { url, storage, files, secret, key }: Source,
): Promise<Manifest> {
  if (existsSync(folder)) throw new BackupError(`${folder} already exists. Name a new folder.`);
  const sealed = key && { key, id: randomUUID() };
  const encryption = sealed && { key: sealed.key.id, backup: sealed.id };
  return drafted(folder, sealed, (draft) =>
    withConnection(url, async (sql) => {
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
      const head = encryption ? { format: 2 as const, encryption } : { format: 1 as const };
      return { ...head, version: ownVersion(), secret, ...copied, sequences, missing };
    }),
  );
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
