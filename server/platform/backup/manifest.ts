import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const MANIFEST = 'manifest.json';

const TableName = z.string().regex(/^(public|graphile_worker)\.[a-z0-9_]+$/);

/** The id of the BACKUP_KEY that encrypts a backup's other files, and of the backup, to which they are bound. */
export const Encryption = z.object({ key: z.string().regex(/^[0-9a-f]{16}$/), backup: z.uuid() });
export type Encryption = z.infer<typeof Encryption>;

/** What a backup holds (decision 270). */
const Manifest = z
  .object({
    /** 2 is encrypted. */
    format: z.union([z.literal(1), z.literal(2)]),
    encryption: Encryption.optional(),
    /** Version of Tallyleaf, for messages. */
    version: z.string(),
    /** Everything that was committed before is in the backup. */
    taken_at: z.iso.datetime(),
    /** Recognizes the AUTH_SECRET that sealed what is in the tables. */
    secret: z.string(),
    migrations: z.array(z.object({ hash: z.string(), when: z.number() })).min(1),
    /** Revision of the job queue's tables; null when they didn't exist yet. */
    queue_revision: z.number().nullable(),
    tables: z.array(z.object({ name: TableName, columns: z.array(z.string()).min(1), rows: z.int().min(0) })),
    sequences: z.array(
      z.object({ name: TableName, value: z.string().regex(/^\d+$/), is_called: z.boolean() }),
    ),
    files: z.int().min(0),
    /** Files that the storage no longer had. */
    missing: z.array(z.string()),
  })
  .refine(({ format, encryption }) => (format === 2) === (encryption !== undefined));
export type Manifest = z.infer<typeof Manifest>;

/** Where tables name stored files. */
export interface StoredFiles {
  table: string;
  column: string;
  contentType: string;
}

/** A backup that can't be made or restored; the message is for the operator. */
export class BackupError extends Error {}

/** Recognizes a secret without giving it away. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('tallyleaf backup').digest('hex');
}

export const tablePath = (name: string) => `tables/${name}.copy.gz`;
export const filePath = (key: string) => `files/${key}`;

/** @throws BackupError */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8');
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(
    `${folder} is a backup of an unknown format. Restore it with the version that made it.`,
  );
}
