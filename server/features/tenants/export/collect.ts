import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { unhurried } from '../../../platform/db/unhurried';
import { isMissing } from '../../../platform/storage/storage';
import { exportedOf } from '../data/scope.sql';
import { marked, sided, TABLES, type TableData } from '../data/tables';
import type { Entry } from './tar';

/** Rows that are in memory at once. */
const FETCHED = 1_000;

/** Columns that name stored files. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  product_coas: ['storage_key'],
  product_images: ['storage_key'],
  imports: ['storage_key'],
};

/**
 * Writes what a business may take along to a folder: a file of JSON lines for each table, of one snapshot, its stored files, and a manifest
 * with the SHA-256 of each (decision 443). Of partners' rows only those that both share are among them.
 * @returns the files, the manifest first
 */
export async function collectExport(
  { db, storage }: { db: Db; storage: Storage },
  entityId: string,
  folder: string,
): Promise<Entry[]> {
  const draft = new Draft(folder);
  const counts: Record<string, number> = {};
  const keys: string[] = [];
  // The tables are everyone's: finding a small business's rows in them may take longer than a page may.
  const takenAt = await unhurried(
    db,
    async (tx) => {
      const [{ at }] = (await tx.execute(sql`select now()::text as at`)) as unknown as [{ at: string }];
      for (const [table, { rows }] of Object.entries(TABLES)) {
        if (!rows) continue;
        let count = 0;
        const lines = async function* () {
          for await (const batch of readRows(tx, table, entityId)) {
            count += batch.length;
            keys.push(...batch.flatMap(({ files }) => files));
            yield Buffer.from(`${batch.map(({ line }) => line).join('\n')}\n`);
          }
        };
        await draft.write(`tables/${table}.jsonl`, Readable.from(lines(), { objectMode: false }));
        counts[table] = count;
      }
      const [logo] = (await tx.execute(
        sql`select t.contents from ${sql.identifier('entity_logos')} t where ${exportedOf('entity_logos', entityId)}`,
      )) as unknown as { contents: Buffer }[];
      if (logo) await draft.write('files/logo.png', Readable.from([logo.contents]));
      return at;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const missing: string[] = [];
  for (const key of keys) {
    const contents = await storage.read(key).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      missing.push(key);
    });
    if (contents) await draft.write(`files/${key}`, contents);
  }
  const { files } = draft;
  const listed = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  const manifest = {
    format: 1,
    entity_id: entityId,
    taken_at: takenAt,
    rows: counts,
    files: listed,
    missing,
  };
  await draft.write('manifest.json', Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
  return [...files.slice(-1), ...files.slice(0, -1)];
}

/** A table's rows as JSON, in the transaction's snapshot. */
async function* readRows(tx: Db, table: string, entityId: string) {
  const rule = TABLES[table];
  const row = rule ? exportedRow(rule, entityId) : sql`to_jsonb(t)`;
  const named = (FILES[table] ?? []).map((column) => sql`t.${sql.identifier(column)}`);
  const files =
    named.length > 0 ? sql`array_remove(array[${sql.join(named, sql`, `)}], null)` : sql`'{}'::text[]`;
  await tx.execute(sql`declare exported no scroll cursor for
    select (${row})::text as line, ${files} as files from ${sql.identifier(table)} t where ${exportedOf(table, entityId)}`);
  for (;;) {
    const batch = (await tx.execute(
      sql`fetch ${sql.raw(String(FETCHED))} from exported`,
    )) as unknown as Array<{
      line: string;
      files: string[];
    }>;
    if (batch.length > 0) yield batch;
    if (batch.length < FETCHED) break;
  }
  await tx.execute(sql`close exported`);
}

/** SQL: a row (alias `t`) as JSON, without what no export has, and null for what is the other party's. */
function exportedRow(rule: TableData, entityId: string): SQL {
  const hidden = marked(rule, 'withheld');
  const row = hidden.length > 0 ? sql`to_jsonb(t) - ${`{${hidden.join(',')}}`}::text[]` : sql`to_jsonb(t)`;
  const nulls = sided(rule).map(
    ({ column, side }) =>
      sql`case when t.${sql.identifier(side)} = ${entityId}::uuid then '{}' else jsonb_build_object(${column}::text, null) end`,
  );
  return sql.join([row, ...nulls], sql` || `);
}

/** Files of a folder, with their sizes and digests. */
class Draft {
  readonly files: Array<Entry & { sha256: string }> = [];

  constructor(private readonly folder: string) {}

  async write(name: string, contents: Readable): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let size = 0;
    const counted = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await pipeline(contents, counted, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    this.files.push({ name, path, size, sha256: hash.digest('hex') });
  }
}
