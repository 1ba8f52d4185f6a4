import type { Owner } from './owner';
import type { Pending } from './pending';
import type { CountLine } from './types';

/** What is needed to go on with a count without a network. */
export type KeptCount = { id: string; title: string; lines: readonly CountLine[] };

const NAME = 'tallyleaf-counts';
const ROWS = 'rows';
const DAYS = 7;

type Row = { savedAt: number; value: unknown };
type Kind = 'count' | 'entry';

const keyOf = (kind: Kind, { userId, entityId }: Owner, ...ids: string[]) => [kind, userId, entityId, ...ids];
/** All keys that begin like this one: an array is after every text. */
const below = (key: string[]) => IDBKeyRange.bound(key, [...key, []]);

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let stopped = false;

/** Runs an act on the rows, in a transaction of its own. @throws DOMException where the browser keeps nothing */
async function withRows<T>(
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  if (stopped) throw new DOMException('The member signs out.', 'InvalidStateError');
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(ROWS, mode).objectStore(ROWS)));
  } finally {
    database.close();
  }
}

const put = (key: string[], value: unknown) =>
  withRows('readwrite', (rows) => rows.put({ savedAt: Date.now(), value } satisfies Row, key));

async function read<T>(range: IDBKeyRange | string[]): Promise<T[]> {
  const found = (await withRows('readonly', (rows) => rows.getAll(range))) as Row[];
  return found.map(({ value }) => value as T);
}

/** Removes what was kept for seven days, of every member. */
export async function expireKept(): Promise<void> {
  const keys = await withRows('readonly', (rows) => rows.getAllKeys());
  const found = (await withRows('readonly', (rows) => rows.getAll())) as Row[];
  const oldest = Date.now() - DAYS * 86_400_000;
  for (const [index, { savedAt }] of found.entries()) {
    const key = keys[index];
    if (key !== undefined && savedAt < oldest) await withRows('readwrite', (rows) => rows.delete(key));
  }
}

export const keepCount = (owner: Owner, count: KeptCount) => put(keyOf('count', owner, count.id), count);
export const keptCounts = (owner: Owner) => read<KeptCount>(below(keyOf('count', owner)));
export const dropCount = (owner: Owner, id: string) =>
  withRows('readwrite', (rows) => rows.delete(keyOf('count', owner, id)));

export const keepPending = (owner: Owner, countId: string, pending: Pending) =>
  put(keyOf('entry', owner, countId, pending.entry.entry_id), pending);
/** What wasn't sent, of one count or of all, in the order in which it was counted. */
export async function keptPending(owner: Owner, countId?: string): Promise<Pending[]> {
  const found = await read<Pending>(below(keyOf('entry', owner, ...(countId ? [countId] : []))));
  return found.sort((a, b) => (a.entry.counted_at < b.entry.counted_at ? -1 : 1));
}
export const dropPending = (owner: Owner, countId: string, entryId: string) =>
  withRows('readwrite', (rows) => rows.delete(keyOf('entry', owner, countId, entryId)));

/** Keeps nothing more: what is still under way in a page that is left would write behind the removal. */
export function stopKeeping() {
  stopped = true;
}

/** Keeps again what is counted: signing out failed. */
export function resumeKeeping() {
  stopped = false;
}

/** Removes everything, of every member. */
export const forgetCounts = () => done(indexedDB.deleteDatabase(NAME));
