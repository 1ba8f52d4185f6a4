import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, existing, invalidRequest, lacking } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkSeller } from '../../../kernel/sides';
import type { Context, WriteContext } from '../../../operation/context';
import { actorValues } from '../../../platform/db/columns';
import { enqueue } from '../../../platform/outbox/enqueue';
import { lockEntity } from '../../entities/queries';
import { rejectPart } from '../../integrations/whole-business';
import type { UploadedHead } from '../lines/read-file';
import { lackedFor } from '../queries.sql';
import { imports } from '../tables';
import { checkConnection, checkMaps } from './checks';
import { enqueueMigration } from './enqueue';
import { getMigration } from './queries';
import type { AddMigrationFile, CreateMigration, MigrationView, UpdateMigration } from './schema';
import { migrationFiles, migrationRows, migrations } from './tables';
import { MIGRATION_KINDS } from './words';

/** Migrations of a business that aren't applied. */
const MAX_OPEN = 20;

/**
 * Begins a migration: nothing is read yet.
 * @throws AppError FORBIDDEN `whole_business`, `not_a_seller`; INVALID_REQUEST, CONFLICT `too_many`
 */
export async function createMigration(
  ctx: WriteContext,
  {
    system,
    source,
    connection_id,
    kinds,
    location_map,
    category_map,
    settings,
  }: z.infer<typeof CreateMigration>,
): Promise<MigrationView> {
  const { db, actor } = ctx;
  rejectPart(actor);
  checkSeller(actor);
  if (source === 'api') await checkConnection(ctx, system, connection_id);
  else if (connection_id !== undefined) {
    throw invalidRequest([{ path: 'connection_id', code: 'unknown_key', message: 'is not used by files' }]);
  }
  await checkMaps(ctx, { location_map });
  await lockEntity(db, actor.entity.id);
  const open = await db.$count(
    migrations,
    and(eq(migrations.entityId, actor.entity.id), sql`${migrations.appliedAt} is null`),
  );
  if (open >= MAX_OPEN) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_OPEN} open migrations. Delete one first.`, {
      reason: 'too_many',
      limit: MAX_OPEN,
    });
  }
  const id = newId();
  await db.insert(migrations).values({
    ...{ id, entityId: actor.entity.id, system, source, connectionId: connection_id ?? null },
    ...{
      kinds: kinds ?? [...MIGRATION_KINDS],
      locationMap: location_map,
      categoryMap: category_map,
      settings,
    },
    ...actorValues(actor),
    actorKeyId: actor.key?.id ?? null,
    requestId: ctx.request.id,
  });
  ctx.audit({ action: 'migration.created', objectId: id, after: { system, source, kinds: kinds ?? 'all' } });
  return getMigration(ctx, id);
}

/**
 * Changes what a migration brings and how; what was read is then checked once more, without reading the source again.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, CONFLICT `confirmed` once it was applied, `migration_active`
 */
export async function updateMigration(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateMigration>,
): Promise<MigrationView> {
  const before = await lockOpen(ctx, id);
  const { kinds, location_map, category_map, settings } = patch;
  if ([kinds, location_map, category_map, settings].every((sent) => sent === undefined)) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  await checkMaps(ctx, { ...(location_map && { location_map }) });
  const [row] = await ctx.db
    .update(migrations)
    .set({ kinds, locationMap: location_map, categoryMap: category_map, settings })
    .where(eq(migrations.id, id))
    .returning({ isRead: sql<boolean>`${migrations.readAt} is not null` });
  // Other kinds may need lists that weren't read.
  if (kinds) await restart(ctx, id, { from: 'source', status: 'draft' });
  else if (row?.isRead) await begin(ctx, id, 'rows');
  const after = await getMigration(ctx, id);
  ctx.audit({ action: 'migration.updated', objectId: id, before: told(before), after: told(after) });
  return after;
}

const told = ({ settings, location_map, category_map, kinds }: MigrationView) => ({
  ...{ settings, location_map, category_map, kinds: kinds.map(({ kind }) => kind) },
});

/**
 * Adds the file of a kind; another one of the kind is replaced, and what was read is read again.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, CONFLICT
 */
export async function addMigrationFile(
  ctx: WriteContext & Pick<Context, 'upload'>,
  { id, kind }: z.infer<typeof AddMigrationFile>,
): Promise<MigrationView> {
  const { source, system, status, kinds } = await lockOpen(ctx, id);
  const { upload } = ctx;
  if (source !== 'files') {
    throw invalidRequest([
      { path: 'file', code: 'unknown_key', message: 'is not used by a migration from an API' },
    ]);
  }
  if (!upload?.text) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  if (!kinds.some((one) => one.kind === kind)) {
    throw invalidRequest([{ path: 'kind', code: 'unknown_value', message: 'is no kind of this migration' }]);
  }
  const head = upload.text.head as UploadedHead;
  const first = 'fault' in head ? '' : (head.header[0] ?? '');
  const isJson = /\.json$/i.test(upload.fileName) || /^\s*[[{]/.test(first);
  if (isJson && system !== 'leaflink' && system !== 'distru') {
    throw invalidRequest([
      { path: 'file', code: 'invalid_file', message: 'must be CSV or an Excel workbook' },
    ]);
  }
  if (!isJson && 'fault' in head) {
    throw invalidRequest([{ path: 'file', code: 'invalid_file', message: `cannot be read: ${head.fault}` }]);
  }
  await upload.takeOver(ctx.db);
  const file = {
    ...{
      format: isJson ? ('json' as const) : ('csv' as const),
      fileName: upload.fileName,
      fileSize: upload.size,
    },
    ...{
      sha256: upload.sha256,
      storageKey: upload.key,
      head: isJson ? null : { ...head, lines: upload.text.lines },
    },
  };
  const [old] = await ctx.db
    .delete(migrationFiles)
    .where(and(eq(migrationFiles.migrationId, id), eq(migrationFiles.kind, kind)))
    .returning({ key: migrationFiles.storageKey });
  if (old) await removeFile(ctx, old.key);
  await ctx.db.insert(migrationFiles).values({ migrationId: id, kind, ...file });
  if (status !== 'draft') await restart(ctx, id, { from: 'source', status: 'draft' });
  ctx.audit({
    action: 'migration.file_added',
    objectId: id,
    after: { kind, file_name: file.fileName, sha256: file.sha256 },
  });
  return getMigration(ctx, id);
}

/**
 * Reads the source and checks what it would do; a failed one goes on where it stopped.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT `confirmed`, `migration_active`
 */
export async function readMigrationSource(ctx: WriteContext, id: string): Promise<MigrationView> {
  const before = await lockOpen(ctx, id);
  if (before.status === 'reading') return before;
  if (before.status === 'failed') await begin(ctx, id, 'where it stopped');
  else await begin(ctx, id, 'source');
  ctx.audit({ action: 'migration.read', objectId: id });
  return getMigration(ctx, id);
}

/**
 * Applies a migration kind by kind, each line once; a failed one resumes.
 * @throws AppError NOT_FOUND, FORBIDDEN for a kind that the member may not import, CONFLICT `not_ready`, `case_prices_required`,
 *   `migration_active`
 */
export async function applyMigration(ctx: WriteContext, id: string): Promise<MigrationView> {
  const before = await lock(ctx, id);
  const { status, found, settings, kinds, applied_at } = before;
  for (const { kind } of kinds) {
    const lacked = lackedFor(ctx.actor, kind);
    if (lacked) throw lacking(lacked);
  }
  const [row] = await ctx.db
    .select({ readAt: migrations.readAt })
    .from(migrations)
    .where(eq(migrations.id, id));
  const isResumed = status === 'failed' && applied_at !== null;
  // A preview that is being made once more after a change needn't be waited for: each kind is checked before it is applied.
  const isReady = status === 'ready' || (status === 'reading' && row?.readAt != null && found !== null);
  if (!isReady && !isResumed) {
    throw new AppError(
      'CONFLICT',
      'Only a migration whose preview is complete can be applied, and only once.',
      {
        reason: 'not_ready',
        status,
      },
    );
  }
  if (found?.case_prices && settings.case_prices === undefined) {
    throw new AppError(
      'CONFLICT',
      'Say first whether prices of goods with a case size are per case or per unit.',
      {
        reason: 'case_prices_required',
        ...found.case_prices,
      },
    );
  }
  await rejectAnother(ctx, id);
  const isPartial = isResumed && (await resumeParts(ctx, id));
  await ctx.db
    .update(migrations)
    .set({
      ...free,
      status: 'applying',
      ...(!isResumed && { step: 0, rechecked: -1 }),
      // The kind that failed before any of it was applied is checked once more.
      ...(isResumed &&
        !isPartial && { rechecked: sql`least(${migrations.rechecked}, ${migrations.step} - 1)` }),
      applierId: ctx.actor.userId,
      applierKeyId: ctx.actor.key?.id ?? null,
      requestId: ctx.request.id,
      appliedAt: sql`coalesce(${migrations.appliedAt}, now())`,
    })
    .where(eq(migrations.id, id));
  await enqueueMigration(ctx.db, { id, entityId: ctx.actor.entity.id });
  ctx.audit({ action: 'migration.applied', objectId: id, after: told(before) });
  return getMigration(ctx, id);
}

/** Deletes a migration of which nothing was applied, with its files. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT `confirmed` */
export async function deleteMigration(ctx: WriteContext, id: string): Promise<void> {
  const before = await lockOpen(ctx, id);
  await forgetParts(ctx, id);
  const files = await ctx.db
    .delete(migrationFiles)
    .where(eq(migrationFiles.migrationId, id))
    .returning({ key: migrationFiles.storageKey });
  await ctx.db.delete(migrations).where(eq(migrations.id, id));
  for (const { key } of files) await removeFile(ctx, key);
  ctx.audit({ action: 'migration.deleted', objectId: id, before: told(before) });
}

/** Lets a part that failed while it was applied go on. @returns whether there is one */
async function resumeParts({ db }: WriteContext, id: string): Promise<boolean> {
  const resumed = await db
    .update(imports)
    .set({ status: 'ready', error: null })
    .where(and(eq(imports.migrationId, id), eq(imports.status, 'failed'), isNotNull(imports.appliedAt)))
    .returning({ id: imports.id });
  return resumed.length > 0;
}

/** What a migration has forgotten when a job takes it. */
const free = {
  error: null,
  finishedAt: null,
  attempts: 0,
  leaseToken: null,
  leaseUntil: sql`now() + interval '1 minute'`,
};

/** Starts reading: all of it, the checks alone, or what is left. */
async function begin(
  ctx: WriteContext,
  id: string,
  from: 'source' | 'rows' | 'where it stopped',
): Promise<void> {
  await rejectAnother(ctx, id);
  if (from === 'where it stopped') {
    // A part that failed is made again.
    await forgetParts(ctx, id, eq(imports.status, 'failed'));
    await ctx.db
      .update(migrations)
      .set({ ...free, status: 'reading' })
      .where(eq(migrations.id, id));
  } else await restart(ctx, id, { from, status: 'reading' });
  await enqueueMigration(ctx.db, { id, entityId: ctx.actor.entity.id });
}

async function restart(
  ctx: WriteContext,
  id: string,
  { from, status }: { from: 'source' | 'rows'; status: 'draft' | 'reading' },
): Promise<void> {
  if (from === 'source') {
    await forgetParts(ctx, id);
    await ctx.db.delete(migrationRows).where(eq(migrationRows.migrationId, id));
    // Which companies are customers is decided as rows become lines.
  } else await forgetParts(ctx, id, and(eq(imports.kind, 'customers'), eq(imports.source, 'api')));
  await ctx.db
    .update(migrations)
    .set({
      ...free,
      ...{ status, step: 0, rechecked: -1, missing: {} },
      ...(from === 'source' && { lists: {}, readAt: null, found: null }),
    })
    .where(eq(migrations.id, id));
}

/** Deletes the imports of a migration and the files that it made for them. */
async function forgetParts(ctx: WriteContext, id: string, which?: SQL): Promise<void> {
  const gone = await ctx.db
    .delete(imports)
    .where(and(eq(imports.migrationId, id), which))
    .returning({ key: imports.storageKey, source: imports.source });
  for (const { key, source } of gone) if (source === 'api') await removeFile(ctx, key);
}

async function removeFile({ db, actor }: WriteContext, key: string): Promise<void> {
  const limit = { owner: `files:${actor.entity.id}`, atOnce: 1 };
  await enqueue(db, 'remove_file', { key }, { limit });
}

/** @throws AppError CONFLICT `migration_active` while another migration of the business reads or applies */
async function rejectAnother({ db, actor }: WriteContext, id: string): Promise<void> {
  await lockEntity(db, actor.entity.id);
  const [other] = await db
    .select({ id: migrations.id })
    .from(migrations)
    .where(
      and(
        eq(migrations.entityId, actor.entity.id),
        sql`${migrations.id} <> ${id} and ${migrations.status} in ('reading', 'applying')`,
      ),
    );
  if (!other) return;
  throw new AppError(
    'CONFLICT',
    'Another migration of your business is being read or applied. Wait until it ends.',
    {
      reason: 'migration_active',
      migration_id: other.id,
    },
  );
}

async function lock(ctx: WriteContext, id: string): Promise<MigrationView> {
  rejectPart(ctx.actor);
  await existing(
    ctx.db
      .select({ id: migrations.id })
      .from(migrations)
      .where(and(eq(migrations.id, id), eq(migrations.entityId, ctx.actor.entity.id)))
      .for('update'),
  );
  return getMigration(ctx, id);
}

/** @throws AppError CONFLICT once it was applied: what it did stays on record */
async function lockOpen(ctx: WriteContext, id: string): Promise<MigrationView> {
  const found = await lock(ctx, id);
  if (found.applied_at === null) return found;
  throw new AppError('CONFLICT', 'This migration was applied and cannot be changed any more.', {
    reason: 'confirmed',
    status: found.status,
  });
}
