import { and, desc, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { StoredFile } from '../../../kernel/storage';
import { refusedKey } from '../../../operation/authorize';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { enqueue } from '../../../platform/outbox/enqueue';
import { lockEntity } from '../../entities/queries';
import { entityExports } from '../tables';
import type { EntityExport } from './schema';

type ExportView = z.infer<typeof EntityExport>;
type ExportRow = typeof entityExports.$inferSelect;

const DAY_MS = 24 * 60 * 60 * 1000;

/** @throws AppError FORBIDDEN for an API key, and an owner who is limited to locations */
function checkOwner(actor: Actor): void {
  if (actor.key) throw refusedKey();
  rejectLimited(actor, 'An export has what is');
}

/**
 * Asks for an archive of the business's data, which a job makes: one a day, unless it failed.
 * @throws AppError FORBIDDEN as `checkOwner`, RATE_LIMITED with Retry-After in seconds
 */
export async function startExport(ctx: WriteContext): Promise<ExportView> {
  const { db, actor, audit } = ctx;
  checkOwner(actor);
  const entityId = actor.entity.id;
  // Parallel requests take turns here.
  await lockEntity(db, entityId);
  const [last] = await db
    .select({ createdAt: entityExports.createdAt })
    .from(entityExports)
    .where(
      and(
        eq(entityExports.entityId, entityId),
        ne(entityExports.status, 'failed'),
        gt(entityExports.createdAt, sql`now() - interval '1 day'`),
      ),
    )
    .orderBy(desc(entityExports.createdAt))
    .limit(1);
  if (last) throw tooSoon(last.createdAt);
  const id = newId();
  const [row] = await db.insert(entityExports).values({ id, entityId, userId: actor.userId }).returning();
  // Two of the installation: large ones take disk, and turns of everyone's imports.
  const limit = { owner: 'exports', atOnce: 2 };
  await enqueue(db, 'export_entity', { export_id: id }, { maxAttempts: 3, limit });
  audit({ action: 'entity.export_requested', objectId: entityId, after: { export_id: id } });
  return viewOf(row as ExportRow);
}

function tooSoon(last: Date): AppError {
  const seconds = Math.max(1, Math.ceil((last.getTime() + DAY_MS - Date.now()) / 1000));
  return new AppError(
    'RATE_LIMITED',
    'Your business can ask for one export a day. Download the last one, or try again later.',
    { retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

/** Reads the business's latest export. @throws AppError NOT_FOUND without one */
export async function latestExport({ db, actor }: ReadContext): Promise<ExportView> {
  checkOwner(actor);
  const [row] = await db
    .select()
    .from(entityExports)
    .where(eq(entityExports.entityId, actor.entity.id))
    .orderBy(desc(entityExports.createdAt))
    .limit(1);
  if (!row) throw notFound();
  return viewOf(row);
}

/** Finds the archive of the business's latest complete export. @throws AppError NOT_FOUND without one, or once it is gone */
export async function exportFile({ db, actor }: ReadContext): Promise<z.infer<typeof StoredFile>> {
  checkOwner(actor);
  const [row] = await db
    .select()
    .from(entityExports)
    .where(
      and(
        eq(entityExports.entityId, actor.entity.id),
        isNotNull(entityExports.storageKey),
        gt(entityExports.finishedAt, sql`now() - interval '1 day'`),
      ),
    )
    .orderBy(desc(entityExports.createdAt))
    .limit(1);
  if (!row?.storageKey || row.size === null) throw notFound();
  return {
    key: row.storageKey,
    file_name: `tallyleaf-${row.createdAt.toISOString().slice(0, 10)}.tar`,
    file_size: row.size,
    content_type: 'application/x-tar',
  };
}

/** SQL: exports whose archive has expired. */
export const EXPIRED = and(
  isNotNull(entityExports.storageKey),
  lt(entityExports.finishedAt, sql`now() - interval '1 day'`),
);

function viewOf({ id, status, size, sha256, createdAt, finishedAt, storageKey }: ExportRow): ExportView {
  const expires = finishedAt && storageKey !== null ? new Date(finishedAt.getTime() + DAY_MS) : null;
  return {
    id,
    status,
    size,
    sha256,
    created_at: createdAt.toISOString(),
    expires_at: expires?.toISOString() ?? null,
  };
}
