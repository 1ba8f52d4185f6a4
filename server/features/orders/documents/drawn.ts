import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client';
import { deleteInBatches, olderThan } from '../../../platform/db/purge';
import { writeInThread } from '../../../platform/pdf/reader';
import { programOf } from '../../../platform/threads/thread';
import { readLogos } from '../../entities/logo/queries';
import { logoOf } from '../../entities/logo/schema';
import { keepDrawn } from './drawn.sql';
import type { PrintedSheet } from './schema';
import { drawnDocuments } from './tables';

const PROGRAM = programOf(import.meta.url, './thread.ts', './document-thread.js');

/** What draws is part of a version: a release may draw the same sheet otherwise. */
let program: Buffer | undefined;
const programHash = () => {
  // What makes the sheets is in this file once it is built.
  program ??= createHash('sha256')
    .update(readFileSync(PROGRAM))
    .update(readFileSync(new URL(import.meta.url)))
    .digest();
  return program;
};

/** For whom is drawn: a member's business, or that of a job. */
export interface DrawContext {
  db: Db;
  actor: { entity: { id: string } };
  /** Whether no one waits for it. */
  patient?: boolean;
}

/** A larger document is drawn each time: there would be room for few. */
const LARGEST = 8 * 1024 * 1024;

/**
 * The PDF of sheets that the caller may see. What was drawn for the business is kept by what it shows, so that it can't be
 * out of date: names, licenses, addresses, lots and the logo's address are in the sheets as they are now.
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function drawn(ctx: DrawContext, sheets: readonly PrintedSheet[]): Promise<Buffer> {
  return drawnOf(ctx, sheets, () => sheets);
}

/**
 * The same of what sheets are made from: they are made only where no document of it is kept (decision 910).
 * @param source all that the sheets show
 */
export async function drawnOf(
  { db, actor, patient }: DrawContext,
  source: unknown,
  sheetsOf: () => readonly PrintedSheet[],
): Promise<Buffer> {
  const version = versionOf(source);
  const entityId = actor.entity.id;
  const kept = await keptOf(db, entityId, version);
  if (kept) return kept;
  const sheets = sheetsOf();
  // Thousands of rows are worked on in several pieces: others are served between them.
  await turn();
  const data = new TextEncoder().encode(JSON.stringify(sheets));
  const logos = new Set(sheets.flatMap(({ logo_url }) => (logo_url && logoOf(logo_url)) ?? []));
  const pictures = await readLogos(db, [...logos]);
  const contents = Buffer.from(await writeInThread(PROGRAM, { data, pictures }, entityId, { patient }));
  if (contents.length <= LARGEST) await keepDrawn(db, entityId, version, contents);
  return contents;
}

/** The kept PDF of what sheets would be made from; null without one. */
export const keptDrawn = ({ db, actor }: DrawContext, source: unknown): Promise<Buffer | null> =>
  keptOf(db, actor.entity.id, versionOf(source));

function versionOf(source: unknown): string {
  const named = new TextEncoder().encode(JSON.stringify(source));
  return createHash('sha256').update(programHash()).update(named).digest('hex');
}

async function keptOf(db: Db, entityId: string, version: string): Promise<Buffer | null> {
  const [kept] = await db
    .select({ contents: drawnDocuments.contents })
    .from(drawnDocuments)
    .where(and(eq(drawnDocuments.entityId, entityId), eq(drawnDocuments.version, version)));
  return kept?.contents ?? null;
}

/** Deletes documents that were drawn a week ago. */
export async function purgeDrawn(db: Db): Promise<void> {
  await deleteInBatches(db, drawnDocuments, olderThan(drawnDocuments.createdAt, '7 days'));
}
