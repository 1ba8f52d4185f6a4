import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { failureOf } from '@/components/ui/forms/failure';

/** After so long something moves. */
export const MOVES_AFTER_MS = 300;
/** After so long the wait is said, with a way to try again. */
export const SLOW_AFTER_MS = 8_000;

export type Connection = 'fine' | 'busy' | 'slow' | 'unreachable' | 'offline';

/** Follows what a page waits for: how long, and whether the last call had a response at all. */
export function watchConnection(client: QueryClient, onChange: (state: Connection) => void): () => void {
  const since = new Map<object, number>();
  let unreachable = false;
  let shown: Connection = 'fine';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    clearTimeout(timer);
    const now = Date.now();
    const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
    const sent = client.getMutationCache().findAll({ status: 'pending' });
    const waiting: object[] = [...reads, ...sent];
    for (const one of since.keys()) if (!waiting.includes(one)) since.delete(one);
    for (const one of waiting) if (!since.has(one)) since.set(one, now);
    const longest = (of: readonly object[]) => Math.max(0, ...of.map((one) => now - (since.get(one) ?? now)));
    const all = longest(waiting);
    // A poll behind rows that are there moves nothing.
    const first = longest([...reads.filter(({ state }) => state.data === undefined), ...sent]);
    const state: Connection = !onlineManager.isOnline()
      ? 'offline'
      : unreachable
        ? 'unreachable'
        : all >= SLOW_AFTER_MS
          ? 'slow'
          : first >= MOVES_AFTER_MS
            ? 'busy'
            : 'fine';
    if (state !== shown) {
      shown = state;
      onChange(state);
    }
    const next = [MOVES_AFTER_MS - first, SLOW_AFTER_MS - all].filter((left) => left > 0);
    if (waiting.length > 0 && next.length > 0) timer = setTimeout(check, Math.min(...next));
  };
  /** Observers are called while others render. */
  const later = () => queueMicrotask(check);
  const note = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    if (event.type === 'updated' && event.action?.type === 'success') unreachable = false;
    if (event.type === 'updated' && (event.action?.type === 'error' || event.action?.type === 'failed'))
      unreachable = event.action.error !== undefined && failureOf(event.action.error) === null;
    later();
  };
  const ends = [
    client
      .getQueryCache()
      .subscribe(note as Parameters<ReturnType<QueryClient['getQueryCache']>['subscribe']>[0]),
    client
      .getMutationCache()
      .subscribe(note as Parameters<ReturnType<QueryClient['getMutationCache']>['subscribe']>[0]),
    onlineManager.subscribe(later),
  ];
  later();
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** Asks again for what the page shows. What is being sent is left alone: sent twice, it could happen twice. */
export async function tryAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ fetchStatus: 'fetching' });
  await client.refetchQueries({ type: 'active' });
}
