import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type postgres from 'postgres';
import { z } from 'zod';
import { ownVersion } from '../db/lineage';
import { withConnection } from '../db/migrate';
import { inParallel } from './contents';
import { type Draft, drafted } from './draft';
import type { BackupKey } from './keys';
import { BackupError, Encryption, MANIFEST } from './manifest';

const FILES_AT_ONCE = 4;
/** Whose contents belong to the running server: made again by the next start. */
const EMPTIED = new Set([
  ...[
    'pg_wal',
    'pg_dynshmem',
    'pg_notify',
    'pg_replslot',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ],
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*|tablespace_map.*|.*\.new)$/;

const BaseManifest = z.object({
  format: z.literal('base-1'),
  encryption: Encryption,
  version: z.string(),
  secret: z.string(),
  /** PostgreSQL's system identifier and major version. */
  cluster: z.string().regex(/^\d+$/),
  major: z.int(),
  started_at: z.iso.datetime(),
  /** The first moment that it can be brought to. */
  taken_at: z.iso.datetime(),
  /** The first segment of the write-ahead log that it needs. */
  first_segment: z.string().regex(/^[0-9A-F]{24}$/),
  /** Folders of the cluster, also empty ones. */
  folders: z.array(z.string().regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/)),
});
export type BaseManifest = z.infer<typeof BaseManifest>;

export const clusterPath = (path: string) => `cluster/${path}`;

/** @throws BackupError */
export async function readBaseManifest(folder: string): Promise<BaseManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8');
  const parsed = BaseManifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${folder} is a base backup of an unknown format.`);
}

interface Source {
  /** A direct connection of a superuser. */
  url: string;
  clusterDir: string;
  secret: string;
  key: BackupKey;
}

/**
 * Copies the files of a running cluster (PostgreSQL's low-level base backup): what changes meanwhile is in the archived
 * write-ahead log, which brings the copy to any later moment (decision 541).
 * @throws BackupError when the cluster doesn't archive
 */
export async function takeBase(
  folder: string,
  { url, clusterDir, secret, key }: Source,
): Promise<BaseManifest> {
  const id = randomUUID();
  return drafted(folder, { key, id }, (draft) =>
    withConnection(url, async (sql) => {
      await sql`set statement_timeout = 0`;
      const [{ archives }] = await sql<
        [{ archives: string }]
      >`select current_setting('archive_mode') as archives`;
      if (archives !== 'on') {
        throw new BackupError(
          'The database does not archive its write-ahead log: restart it with BACKUP_WAL=1.',
        );
      }
      const startedAt = new Date().toISOString();
      await sql`select pg_backup_start('tallyleaf', true)`;
      const folders = await copyCluster(draft, clusterDir);
      const { label, ...end } = await stopBackup(sql);
      await draft.write(clusterPath('backup_label'), Readable.from([Buffer.from(label)]), createGzip());
      const [, firstSegment = ''] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? [];
      const head = {
        format: 'base-1' as const,
        encryption: { key: key.id, backup: id },
        version: ownVersion(),
        secret,
      };
      return { ...head, ...end, started_at: startedAt, first_segment: firstSegment, folders };
    }),
  );
}

/** Waits until the write-ahead log that the copy needs is archived. */
async function stopBackup(sql: postgres.Sql) {
  const [{ label, tablespaces }] = await sql<[{ label: string; tablespaces: string }]>`
    select labelfile as label, spcmapfile as tablespaces from pg_backup_stop(true)`;
  if (tablespaces.trim() !== '')
    throw new BackupError('The database has tablespaces, which no base backup holds.');
  const [end] = await sql<[{ taken_at: Date; cluster: string; major: number }]>`
    select clock_timestamp() as taken_at, (select system_identifier::text from pg_control_system()) as cluster,
      current_setting('server_version_num')::int / 10000 as major`;
  return { label, ...end, taken_at: end.taken_at.toISOString() };
}

/** @returns the cluster's folders */
async function copyCluster(draft: Draft, clusterDir: string): Promise<string[]> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const waiting = ['']; waiting.length > 0; ) {
    const path = waiting.pop() ?? '';
    const entries = await readdir(join(clusterDir, path), { withFileTypes: true }).catch(ignoreMissing);
    for (const entry of entries ?? []) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.isFile()) files.push(inside);
      else if (entry.isDirectory()) {
        folders.push(inside);
        if (!EMPTIED.has(inside)) waiting.push(inside);
      }
    }
  }
  folders.push('pg_wal/archive_status');
  // The control file comes last, as the documentation of base backups asks.
  const control = 'global/pg_control';
  const rest = files.filter((path) => path !== control);
  await inParallel(rest, FILES_AT_ONCE, (path) => copyFile(draft, clusterDir, path));
  await copyFile(draft, clusterDir, control);
  return folders;
}

/** A file that was dropped meanwhile is dropped again by the write-ahead log. */
async function copyFile(draft: Draft, clusterDir: string, path: string): Promise<void> {
  const file = await open(join(clusterDir, path)).catch(ignoreMissing);
  if (file) await draft.write(clusterPath(path), Readable.from(bytesOf(file)), createGzip({ level: 1 }));
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  try {
    const { size } = await file.stat();
    // What is added meanwhile is in the write-ahead log, too.
    if (size > 0) yield* file.createReadStream({ end: size - 1, autoClose: false, highWaterMark: 262_144 });
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
