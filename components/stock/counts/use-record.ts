'use client';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { trpc } from '@/components/ui/providers/trpc';
import { dropPending, keepPending, keptPending } from './count-store';
import type { Owner } from './owner';
import { type Act, type Pending, pendingOf } from './pending';
import type { CountLine, CountLines } from './types';

/** Entries of one request. */
const AT_ONCE = 500;
const RETRY_MS = 10_000;
/** A request that takes longer would be taken for a clock that is slow. */
const PATIENCE_MS = 25_000;

/** What became of an act: its line, or null while there is no network. */
export type Record = (act: Act) => Promise<CountLine | null>;

/**
 * Records what is counted: kept on the device first, then sent, one request after the other; without a network, once it is
 * back. The sheet shows each response without being read again.
 */
export function useRecord(id: string, owner: Owner) {
  const queryClient = useQueryClient();
  const { client, inventory } = trpc.useUtils();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const kept = useRef<readonly Pending[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const recorded = useRef(new Map<string, CountLine>());
  const rejected = useRef(new Map<string, unknown>());

  const show = (next: readonly Pending[]) => {
    kept.current = next;
    setPending(next);
  };
  const drop = async (entryIds: readonly string[]) => {
    show(kept.current.filter(({ entry }) => !entryIds.includes(entry.entry_id)));
    for (const entryId of entryIds) await dropPending(owner, id, entryId).catch(() => {});
  };
  const take = async ({ entries, lines }: Awaited<ReturnType<typeof post>>) => {
    const lineOf = new Map(lines.map((line) => [line.inventory_id, line]));
    for (const { entry_id, inventory_id } of entries) {
      const line = lineOf.get(inventory_id);
      if (line) recorded.current.set(entry_id, line);
    }
    queryClient.setQueriesData<CountLines>(
      { queryKey: getQueryKey(trpc.inventory.counts.lines) },
      (sheet) => sheet && { ...sheet, data: sheet.data.map((one) => lineOf.get(one.inventory_id) ?? one) },
    );
    await drop(entries.map(({ entry_id }) => entry_id));
    void inventory.counts.get.invalidate({ id });
  };
  const post = (entries: readonly Pending['entry'][]) =>
    client.inventory.counts.recordEntries.mutate(
      { id, sent_at: new Date().toISOString(), counted_by: owner.userId, entries: [...entries] },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
  const reject = async (error: unknown, entryIds: readonly string[]) => {
    const text = errorText(error);
    for (const entryId of entryIds) rejected.current.set(entryId, error);
    const next = kept.current.map((one) =>
      entryIds.includes(one.entry.entry_id) ? { ...one, problem: text } : one,
    );
    show(next);
    for (const one of next) if (one.problem) await keepPending(owner, id, one).catch(() => {});
  };
  const send = async (): Promise<void> => {
    const batch = kept.current.filter((one) => !one.problem).slice(0, AT_ONCE);
    if (batch.length === 0) return;
    try {
      await take(await post(batch.map(({ entry }) => entry)));
      setProblem(null);
    } catch (error) {
      const failure = failureOf(error);
      const named = failure?.details.entry_ids;
      if (Array.isArray(named) && named.length > 0) {
        await reject(error, named);
      } else {
        if (failure?.code === 'UNAUTHORIZED') sessionGate.open();
        setProblem(failure ? errorText(error) : null);
        return;
      }
    }
    await send();
  };
  const flush = () => {
    const sent = queue.current.then(send);
    queue.current = sent.catch(() => {});
    return sent;
  };

  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => {
    const again = () => {
      if (kept.current.some((one) => !one.problem)) void latest.current();
    };
    void keptPending(owner, id).then(
      (found) => {
        const known = new Set(kept.current.map(({ entry }) => entry.entry_id));
        kept.current = [...found.filter(({ entry }) => !known.has(entry.entry_id)), ...kept.current];
        setPending(kept.current);
        again();
      },
      () => {},
    );
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [id, owner]);

  const record: Record = async (act) => {
    const one = pendingOf(act);
    const { entry_id } = one.entry;
    show([...kept.current, one]);
    await keepPending(owner, id, one).catch(() => {});
    await flush();
    const error = rejected.current.get(entry_id);
    if (error !== undefined) {
      // Its user is looking: it is shown where it was entered.
      await drop([entry_id]);
      throw error;
    }
    return recorded.current.get(entry_id) ?? null;
  };
  return { record, pending, problem, discard: drop };
}
