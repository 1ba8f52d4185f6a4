import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Id } from '../../../kernel/params';
import type { Storage } from '../../../kernel/storage';
import { isMissing } from '../../../platform/storage/storage';
import { ERASURE_KINDS } from '../tables';

/**
 * An erasure as it is listed outside of the database: begun before its transaction commits, done afterward. One that is
 * only begun may have failed (decision 570).
 */
const Entry = z.object({
  id: Id,
  kind: z.enum(ERASURE_KINDS),
  subject_id: Id,
  erased_at: z.iso.datetime(),
  state: z.enum(['begun', 'done']).default('done'),
});
export type ListedErasure = z.infer<typeof Entry>;

/** A place of the list; a restored database reads there what had been erased. It holds ids alone. */
export interface ErasureList {
  /** Null before the first erasure. */
  read(): Promise<string | null>;
  write(lines: string): Promise<void>;
}

/** The list beside the stored files. */
export function listInStorage(storage: Storage): ErasureList {
  const key = 'erasures/list.jsonl';
  return {
    async read() {
      const contents = await storage.read(key).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return contents && text(contents);
    },
    write: (lines) =>
      storage.write(key, Readable.from([Buffer.from(lines)]), { contentType: 'application/x-ndjson' }),
  };
}

/** Reads what any of the lists names, oldest first: one that missed an erasure takes no other along. */
export async function listedErasures(lists: readonly ErasureList[]): Promise<ListedErasure[]> {
  const known = new Map<string, ListedErasure>();
  for (const list of lists) {
    for (const line of ((await list.read()) ?? '').split('\n').filter(Boolean)) {
      const entry = Entry.parse(JSON.parse(line));
      if (known.get(entry.id)?.state !== 'done') known.set(entry.id, entry);
    }
  }
  return [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Gives every list these entries. */
export async function writeLists(
  lists: readonly ErasureList[],
  entries: readonly ListedErasure[],
): Promise<void> {
  const lines = entries.map((one) => `${JSON.stringify(one)}\n`).join('');
  for (const list of lists) await list.write(lines);
}
