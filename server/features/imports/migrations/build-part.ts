import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import type { Db } from '../../../platform/db/client';
import { notePending, takeOver } from '../../../platform/storage/pending';
import { IMPORT_FIELDS } from '../fields';
import type { FileHead } from '../file/head';
import { columnNames, headerHash, missingFields, suggestMapping } from '../lines/columns';
import { enqueueImport } from '../running/enqueue-import';
import { type GivenValues, MAX_SKIPPED, type Mapping, NO_LINES } from '../schema';
import { importMappings, imports } from '../tables';
import { NO_TYPE, SOURCE_COLUMN } from './adapt';
import { columnWords } from './column-words';
import { type LeasedMigration, type RunContext, readerOf } from './read-source';
import { openRows } from './rows';
import { migrationFiles } from './tables';
import type { VendorLine } from './vendors/row';
import type { MigrationKind } from './words';

const NAMES = { leaflink: 'LeafLink', distru: 'Distru', apex: 'Apex Trading', quickbooks: 'QuickBooks' };

/**
 * Makes the import of a kind, from the rows that were read or from an uploaded file, and starts its check in the same transaction.
 * @param held the transaction's first statement: it holds the migration
 * @returns false where the migration has nothing of the kind
 */
export async function buildPart(
  ctx: RunContext,
  leased: LeasedMigration,
  kind: MigrationKind,
  held: (tx: Db) => Promise<unknown>,
): Promise<boolean> {
  const { db } = ctx;
  const [file] = await db
    .select()
    .from(migrationFiles)
    .where(and(eq(migrationFiles.migrationId, leased.id), eq(migrationFiles.kind, kind)));
  if (leased.source === 'files' && !file) return false;
  if (file?.format === 'csv') return ofFile(ctx, leased, kind, file, held);
  return ofRows(ctx, leased, kind, held);
}

type Stored = typeof migrationFiles.$inferSelect;

const memberOf = ({ memberId, memberName, keyId, requestId }: LeasedMigration) => ({
  ...{ actorId: memberId, actorName: memberName, actorKeyId: keyId, requestId },
});

async function ofFile(
  { db }: RunContext,
  leased: LeasedMigration,
  kind: MigrationKind,
  { fileName, fileSize, sha256, storageKey, head }: Stored,
  held: (tx: Db) => Promise<unknown>,
): Promise<boolean> {
  const { delimiter, header, headerLine, rows, skipped, lines } = head as FileHead & { lines: number };
  const names = columnNames(header);
  const hash = headerHash(names);
  const [remembered] = await db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.entityId, leased.entityId),
        eq(importMappings.kind, kind),
        eq(importMappings.headerHash, hash),
      ),
    );
  const mapping =
    (remembered?.mapping as Mapping | undefined) ??
    suggestMapping(kind, names, columnWords(leased.system, kind));
  const given: GivenValues =
    kind === 'customers' && !mapping.some(({ field }) => field === 'type')
      ? [{ field: 'type', value: NO_TYPE }]
      : [];
  const isReady = missingFields(kind, mapping, given, true).length === 0;
  await db.transaction(async (tx) => {
    await held(tx);
    const id = newId();
    await tx.insert(imports).values({
      ...{
        id,
        entityId: leased.entityId,
        kind,
        fileName,
        fileSize,
        sha256,
        storageKey,
        delimiter,
        headerLine,
      },
      ...{ migrationId: leased.id, source: 'files', mapping, headerHash: hash, counts: NO_LINES },
      ...memberOf(leased),
      given: given.length > 0 ? given : null,
      status: isReady ? 'checking' : 'mapping',
      columns: names.map((name, at) => ({ name, samples: rows.map((row) => row[at] ?? '') })),
      skipped: skipped.slice(0, MAX_SKIPPED),
      total: lines,
      leaseUntil: sql`now() + interval '1 minute'`,
    });
    if (isReady) await enqueueImport(tx, { id, entityId: leased.entityId });
  });
  return true;
}

async function ofRows(
  { db, storage }: RunContext,
  leased: LeasedMigration,
  kind: MigrationKind,
  held: (tx: Db) => Promise<unknown>,
): Promise<boolean> {
  const reader = readerOf(leased);
  if (!reader) return false;
  const rows = await openRows(db, leased.id);
  const fields = IMPORT_FIELDS[kind];
  const columns = [...fields, SOURCE_COLUMN];
  const hash = createHash('sha256');
  const written = { bytes: 0, lines: 0 };
  const lines = reader.lines(kind, rows, { relationships: leased.settings.relationships });
  async function* contents(): AsyncGenerator<Buffer> {
    const text = (cells: readonly string[]) => Buffer.from(`${cells.map(quoted).join(',')}\n`);
    const chunks = [text(columns)];
    for await (const line of lines) {
      written.lines += 1;
      chunks.push(
        text([
          ...fields.map((field) => line.values[field as keyof VendorLine['values']] ?? ''),
          JSON.stringify(line.source),
        ]),
      );
      if (chunks.length >= 200) yield taken(chunks);
    }
    yield taken(chunks);
  }
  const taken = (chunks: Buffer[]) => {
    const chunk = Buffer.concat(chunks.splice(0));
    hash.update(chunk);
    written.bytes += chunk.length;
    return chunk;
  };
  const key = `${new Date().toISOString().slice(0, 7).replace('-', '/')}/${newId()}.csv`;
  await notePending(db, key);
  await storage.write(key, Readable.from(contents()), { contentType: 'text/csv' });
  await db.transaction(async (tx) => {
    await held(tx);
    await takeOver(tx, key);
    const id = newId();
    await tx.insert(imports).values({
      ...{
        id,
        entityId: leased.entityId,
        kind,
        fileName: `${NAMES[leased.system]}: ${kind}`,
        storageKey: key,
      },
      ...{
        fileSize: written.bytes,
        sha256: hash.digest('hex'),
        delimiter: 44,
        headerHash: headerHash(columns),
      },
      ...{
        migrationId: leased.id,
        source: 'api',
        counts: NO_LINES,
        status: 'checking',
        total: written.lines,
      },
      ...memberOf(leased),
      columns: columns.map((name) => ({ name, samples: [] })),
      mapping: fields.map((field) => ({ column: field, field })),
      leaseUntil: sql`now() + interval '1 minute'`,
    });
    await enqueueImport(tx, { id, entityId: leased.entityId });
  });
  return true;
}

const quoted = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);
