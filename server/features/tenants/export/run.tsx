import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Mailer } from '../../../kernel/mail';
import { plainName } from '../../../kernel/quotation';
import type { Storage } from '../../../kernel/storage';
import type { Db } from '../../../platform/db/client';
import { type Letter, messageOf } from '../../../platform/mail/letter';
import { discard, notePending, takeOver } from '../../../platform/storage/pending';
import { findMember } from '../../auth/queries';
import { entityExports } from '../tables';
import { archiveOf, removeStaleFolders } from './archive';
import { EXPIRED } from './service';

interface ExportContext {
  db: Db;
  storage: Storage;
  mailer: Mailer;
  publicUrl: string;
  dataDir: string;
}

/** Makes the archive of an export and mails its owner; a failed one is tried again by its job. */
export async function exportEntity(
  ctx: ExportContext,
  { export_id: id }: { export_id: string },
): Promise<void> {
  const { db, storage } = ctx;
  const [found] = await db
    .update(entityExports)
    .set({ status: 'running' })
    .where(and(eq(entityExports.id, id), ne(entityExports.status, 'completed')))
    .returning();
  if (!found) return;
  const key = `exports/${id}-${Date.now()}.tar`;
  try {
    const hash = createHash('sha256');
    let size = 0;
    await archiveOf(ctx, found.entityId, async (archive) => {
      const counted = async function* () {
        for await (const chunk of archive as AsyncIterable<Buffer>) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      // Not before: what waits for longer than an hour counts as left over.
      await notePending(db, key);
      await storage.write(key, Readable.from(counted(), { objectMode: false }), {
        contentType: 'application/x-tar',
      });
    });
    const done = {
      status: 'completed',
      storageKey: key,
      size,
      sha256: hash.digest('hex'),
      finishedAt: sql`now()`,
    } as const;
    await db.transaction(async (tx) => {
      await takeOver(tx, key);
      await tx.update(entityExports).set(done).where(eq(entityExports.id, id));
    });
  } catch (error) {
    await discard(db, storage, key);
    await db
      .update(entityExports)
      .set({ status: 'failed', finishedAt: sql`now()` })
      .where(eq(entityExports.id, id));
    throw error;
  }
  const member = await findMember(db, found.userId);
  if (member) await ctx.mailer.send(await messageOf(member.email, readyLetter(member), ctx.publicUrl));
}

/** The mail has no link to the data: downloading takes an owner's session. */
export function readyLetter({ name, business }: { name: string; business: string }): Letter {
  return {
    subject: 'The export of your data is ready',
    business,
    name,
    body: (
      <p>
        The archive of the data of {plainName(business)} can be downloaded for 24 hours, by an owner who is
        signed in.
      </p>
    ),
    action: { label: 'Download', path: '/settings/danger' },
    reason: <p>You get this because you asked for the export.</p>,
  };
}

/** Removes archives that have expired, and what crashes left in the data folder. */
export async function purgeExports(
  db: Db,
  { storage, dataDir }: { storage: Storage; dataDir: string },
): Promise<void> {
  await removeStaleFolders(dataDir);
  for (const { id, storageKey } of await db.select().from(entityExports).where(EXPIRED).limit(500)) {
    if (storageKey) await storage.remove(storageKey);
    await db.update(entityExports).set({ storageKey: null }).where(eq(entityExports.id, id));
  }
}
