import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Id } from '../../../kernel/params';
import type { Storage } from '../../../kernel/storage';
import { isMissing } from '../../../platform/storage/storage';
import { ERASURE_KINDS } from '../tables';

/** Beside the stored files, outside of the database: a restored one reads there what had been erased. */
const KEY = 'erasures/list.jsonl';
const Entry = z.object({ id: Id, kind: z.enum(ERASURE_KINDS), subject_id: Id, erased_at: z.iso.datetime() });
type ListedErasure = z.infer<typeof Entry>;

/** Reads what was erased so far, oldest first; it holds ids alone. */
export async function listedErasures(storage: Storage): Promise<ListedErasure[]> {
  const contents = await storage.read(KEY).catch((error: unknown) => {
    if (isMissing(error) || isMissing((error as Error).cause)) return null;
    throw error;
  });
  if (!contents) return [];
  const lines = (await text(contents)).split('\n').filter(Boolean);
  return lines.map((line) => Entry.parse(JSON.parse(line)));
}

/** Adds an erasure to the list, in the transaction that holds the lock of erasures. */
export async function listErasure(storage: Storage, entry: ListedErasure): Promise<void> {
  const all = [...(await listedErasures(storage)), entry];
  const lines = all.map((one) => `${JSON.stringify(one)}\n`);
  await storage.write(KEY, Readable.from([Buffer.from(lines.join(''))]), {
    contentType: 'application/x-ndjson',
  });
}
