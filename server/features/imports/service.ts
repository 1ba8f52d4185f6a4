import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest, lacking, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { Context, Upload, WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { actorValues } from '../../platform/db/columns';
import { enqueue } from '../../platform/outbox/enqueue';
import { locationExists } from '../entities/locations/queries';
import { lockEntity } from '../entities/queries';
import { IMPORT_FIELDS, type ImportKind } from './fields';
import type { FileHead } from './file/head';
import { columnNames, headerHash, missingFields, suggestMapping } from './lines/columns';
import { mergedFixes } from './lines/merged-fixes';
import type { UploadedHead } from './lines/read-file';
import { getImport, importLocations } from './queries';
import { lackedFor, rememberMapping } from './queries.sql';
import type { ImportView } from './resource';
import { enqueueImport } from './running/enqueue-import';
import { stopImport } from './running/leased-import.sql';
import {
  type CreateImport,
  type GivenValues,
  MAX_OPEN,
  MAX_SKIPPED,
  type Mapping,
  NO_LINES,
  type UpdateImport,
} from './schema';
import { importMappings, imports } from './tables';

/** A check that has not started after this has lost its job. */
const BEGIN_WITHIN = sql`interval '1 minute'`;
/** What an import has forgotten when it begins again. */
const toBegin = {
  error: null,
  finishedAt: null,
  attempts: 0,
  takeovers: 0,
  leaseToken: null,
  leaseUntil: sql`now() + ${BEGIN_WITHIN}`,
};

/**
 * Stores an uploaded file. If its columns are recognized or were mapped before, its check starts at once; nothing is
 * applied.
 * @throws AppError FORBIDDEN, INVALID_REQUEST for a file that is not a CSV or has no header, NOT_FOUND for the location,
 *   CONFLICT with `details.reason = "too_many"`
 */
export async function createImport(
  ctx: WriteContext & Pick<Context, 'upload'>,
  { kind, location_id, room_type }: z.infer<typeof CreateImport>,
): Promise<ImportView> {
  const { actor, upload } = ctx;
  const lacked = lackedFor(actor, kind);
  if (lacked) throw lacking(lacked);
  if (!upload?.text) throw invalidRequest([{ path: 'file', code: 'required', message: 'is required' }]);
  if (location_id !== undefined) await requireLocation(ctx, location_id);
  const { delimiter, header, headerLine, rows, skipped } = headOf(upload);
  const names = columnNames(header);
  const hash = headerHash(names);
  const mapping =
    (await rememberedMapping(ctx.db, actor.entity.id, kind, hash, names)) ?? suggestMapping(kind, names);
  const isReady = missingFields(kind, mapping).length === 0;
  // Uploads of one business take turns, so that its limit holds.
  await lockEntity(ctx.db, actor.entity.id);
  const open = await ctx.db.$count(
    imports,
    and(eq(imports.entityId, actor.entity.id), isNull(imports.appliedAt)),
  );
  if (open >= MAX_OPEN) {
    throw new AppError(
      'CONFLICT',
      `A business has at most ${MAX_OPEN} imports that aren't applied. Apply or discard one first.`,
      { reason: 'too_many', limit: MAX_OPEN },
    );
  }
  await upload.takeOver(ctx.db);
  const id = newId();
  await ctx.db.insert(imports).values({
    id,
    entityId: actor.entity.id,
    kind,
    status: isReady ? 'checking' : 'mapping',
    fileName: upload.fileName,
    fileSize: upload.size,
    sha256: upload.sha256,
    storageKey: upload.key,
    delimiter,
    columns: names.map((name, at) => ({ name, samples: rows.map((row) => row[at] ?? '') })),
    headerHash: hash,
    mapping,
    headerLine,
    skipped: skipped.slice(0, MAX_SKIPPED),
    locationId: location_id ?? null,
    roomType: room_type ?? 'vault',
    total: upload.text.lines,
    counts: NO_LINES,
    ...actorValues(actor),
    actorKeyId: actor.key?.id ?? null,
    requestId: ctx.request.id,
    leaseUntil: sql`now() + ${BEGIN_WITHIN}`,
  });
  if (isReady) await enqueueImport(ctx.db, { id, entityId: ctx.actor.entity.id });
  ctx.audit({
    action: 'import.created',
    objectId: id,
    locationIds: location_id === undefined ? null : [location_id],
    after: { kind, file_name: upload.fileName, file_size: upload.size, sha256: upload.sha256 },
  });
  return getImport(ctx, id);
}

function headOf({ text }: Upload): FileHead {
  const head = text?.head as UploadedHead;
  if (!('fault' in head)) return head;
  throw invalidRequest([{ path: 'file', code: 'invalid_file', message: `cannot be read: ${head.fault}` }]);
}

async function requireLocation({ db, actor }: WriteContext, id: string): Promise<void> {
  const inReach = actor.locationIds === null || actor.locationIds.includes(id);
  if (!inReach || !(await locationExists(db, actor.entity.id, id))) throw notFound();
}

async function rememberedMapping(
  db: Db,
  entityId: string,
  kind: ImportKind,
  hash: string,
  names: readonly string[],
): Promise<Mapping | undefined> {
  const { mapping } = importMappings;
  const [row] = await db
    .select({ mapping })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.entityId, entityId),
        eq(importMappings.kind, kind),
        eq(importMappings.headerHash, hash),
      ),
    );
  // The header may be written in another case this time.
  return (row?.mapping as Mapping | undefined)?.flatMap(({ column, field }) => {
    const name = names.find((candidate) => candidate.toLowerCase() === column.toLowerCase());
    return name === undefined ? [] : [{ column: name, field }];
  });
}

/**
 * Sets the mapping, values of all lines, the default location or corrected cells, and starts a new check. The mapping is remembered for files of
 * this kind with the same header.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, CONFLICT with `details.reason = "confirmed"` or `"too_many"`
 */
export async function updateImport(
  ctx: WriteContext,
  { id, mapping, values, fixes, location_id, room_type }: z.infer<typeof UpdateImport>,
): Promise<ImportView> {
  const before = await lockOpenImport(ctx, id);
  if ([mapping, values, fixes, location_id, room_type].every((sent) => sent === undefined)) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  const given = values ?? before.values;
  if (mapping) checkMapping(before, mapping, given);
  if (values) checkValues(before, mapping ?? before.mapping, values);
  const fixed = fixes && (await mergedFixes(ctx.db, before, fixes));
  if (location_id) await requireLocation(ctx, location_id);
  const isMoved = before.migration_id !== null;
  const isReady = missingFields(before.kind, mapping ?? before.mapping, given, isMoved).length === 0;
  await ctx.db
    .update(imports)
    .set({
      ...toBegin,
      status: isReady ? 'checking' : 'mapping',
      processed: 0,
      counts: NO_LINES,
      mapping,
      fixes: fixed,
      given: values,
      locationId: location_id,
      roomType: room_type,
    })
    .where(eq(imports.id, id));
  if (mapping) await rememberMapping(ctx.db, id);
  if (isReady) await enqueueImport(ctx.db, { id, entityId: ctx.actor.entity.id });
  const after = await getImport(ctx, id);
  const told = ({ mapping, values, fixed_lines, location_id, room_type }: ImportView) => ({
    ...{ mapping, values, fixed_lines, location_id, room_type },
  });
  ctx.audit({
    action: 'import.mapped',
    objectId: id,
    locationIds: await importLocations(ctx.db, id),
    before: told(before),
    after: told(after),
  });
  return after;
}

function checkMapping(
  { kind, columns, migration_id }: ImportView,
  mapping: Mapping,
  given: GivenValues,
): void {
  const errors: FieldError[] = [];
  const [seenColumns, seenFields] = [new Set<string>(), new Set<string>()];
  for (const [index, { column, field }] of mapping.entries()) {
    const fail = (key: string, code: FieldError['code'], message: string) =>
      errors.push({ path: `mapping[${index}].${key}`, code, message });
    if (!columns.some(({ name }) => name === column))
      fail('column', 'unknown_column', 'is no column of the file');
    else if (seenColumns.has(column)) fail('column', 'repeated', 'must not be repeated');
    if (!(IMPORT_FIELDS[kind] as readonly string[]).includes(field)) {
      fail('field', 'unknown_value', `must be one of ${IMPORT_FIELDS[kind].join(', ')}`);
    } else if (seenFields.has(field)) fail('field', 'repeated', 'must not be repeated');
    seenColumns.add(column);
    seenFields.add(field);
  }
  for (const [index, { field }] of mapping.entries()) {
    if (given.some((one) => one.field === field)) {
      errors.push({ path: `mapping[${index}].field`, code: 'repeated', message: 'has a value of all lines' });
    }
  }
  for (const alternatives of missingFields(kind, mapping, given, migration_id !== null)) {
    errors.push({
      path: 'mapping',
      code: 'incomplete',
      message: `must name a column for ${alternatives.join(' or ')}`,
    });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}

/** A value of all lines is of a field that no column has. */
function checkValues({ kind }: ImportView, mapping: Mapping, values: GivenValues): void {
  const fields: readonly string[] = IMPORT_FIELDS[kind];
  const errors = values.flatMap(({ field }, index): FieldError[] => {
    const path = `values[${index}].field`;
    if (!fields.includes(field)) {
      return [{ path, code: 'unknown_value', message: `must be one of ${fields.join(', ')}` }];
    }
    const isRepeated = values.findIndex((one) => one.field === field) < index;
    if (!isRepeated && !mapping.some((one) => one.field === field)) return [];
    return [{ path, code: 'repeated', message: 'must not have a column or another value' }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * Confirms a checked import: a job applies its valid lines, each once. A failed import resumes where it stopped.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT with `details.reason = "not_ready"` and `details.status`
 */
export async function confirmImport(ctx: WriteContext, id: string): Promise<ImportView> {
  const before = await lockImport(ctx, id);
  const [confirmed] = await ctx.db
    .update(imports)
    .set({
      ...toBegin,
      status: 'applying',
      applierId: ctx.actor.userId,
      applierKeyId: ctx.actor.key?.id ?? null,
      requestId: ctx.request.id,
      processed: sql`case when ${imports.appliedAt} is null then 0 else ${imports.processed} end`,
      appliedAt: sql`coalesce(${imports.appliedAt}, now())`,
    })
    .where(
      and(
        eq(imports.id, id),
        or(eq(imports.status, 'ready'), and(eq(imports.status, 'failed'), isNotNull(imports.appliedAt))),
      ),
    )
    .returning({ id: imports.id });
  if (!confirmed) {
    throw new AppError('CONFLICT', 'Only an import that has been checked can be applied, and only once.', {
      reason: 'not_ready',
      status: before.status,
    });
  }
  await enqueueImport(ctx.db, { id, entityId: ctx.actor.entity.id });
  ctx.audit({
    action: 'import.confirmed',
    objectId: id,
    locationIds: await importLocations(ctx.db, id),
    after: { kind: before.kind, file_name: before.file_name, counts: before.counts },
  });
  return getImport(ctx, id);
}

/**
 * Stops an import that is being applied, without waiting for its batch, or deletes one of which nothing was applied.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT
 */
export async function discardImport(ctx: WriteContext, id: string): Promise<void> {
  if ((await getImport(ctx, id)).status === 'applying' && (await stop(ctx, id))) return;
  const { kind, file_name, status } = await lockOpenImport(ctx, id);
  const locationIds = await importLocations(ctx.db, id);
  const [row] = await ctx.db.delete(imports).where(eq(imports.id, id)).returning({ key: imports.storageKey });
  if (row) {
    const limit = { owner: `files:${ctx.actor.entity.id}`, atOnce: 1 };
    await enqueue(ctx.db, 'remove_file', row, { limit });
  }
  ctx.audit({
    action: 'import.discarded',
    objectId: id,
    locationIds,
    before: { kind, file_name, status },
  });
}

/** @returns false where the import has ended meanwhile */
async function stop(ctx: WriteContext, id: string): Promise<boolean> {
  const [stopped] = await stopImport(ctx.db, id, ctx.actor.name);
  if (!stopped) return false;
  await enqueueImport(ctx.db, { id, entityId: ctx.actor.entity.id });
  ctx.audit({
    action: 'import.stopped',
    objectId: id,
    locationIds: await importLocations(ctx.db, id),
    after: stopped,
  });
  return true;
}

async function lockImport(ctx: WriteContext, id: string): Promise<ImportView> {
  await getImport(ctx, id);
  await ctx.db.select({ id: imports.id }).from(imports).where(eq(imports.id, id)).for('update');
  return getImport(ctx, id);
}

/** @throws AppError CONFLICT once it was confirmed: applied lines stay on record */
async function lockOpenImport(ctx: WriteContext, id: string): Promise<ImportView> {
  const found = await lockImport(ctx, id);
  if (found.applied_at !== null) {
    throw new AppError('CONFLICT', 'This import was confirmed and cannot be changed any more.', {
      reason: 'confirmed',
      status: found.status,
    });
  }
  return found;
}
