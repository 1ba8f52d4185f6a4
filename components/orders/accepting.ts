'use client';
import { TRPCClientError } from '@trpc/client';
import { useSyncExternalStore } from 'react';
import { delayAct } from '@/components/ui/base/delayed-act';
import { showDone, showLastingFailure, showUndo } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';
import { sessionGate } from '@/components/ui/providers/session-gate';
import type { Order } from './types';

type Acceptable = Pick<Order, 'id' | 'order_number'>;
type State = 'waiting' | 'sent';

/** Calls that a batch of tRPC takes. */
const BATCH = 20;

/** Orders that are being accepted: `waiting` can still be undone. */
const states = new Map<string, State>();
const listeners = new Set<() => void>();

function mark(orders: readonly Acceptable[], state: State | null): void {
  for (const { id } of orders) {
    if (state) states.set(id, state);
    else states.delete(id);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an order is being accepted, and whether that can still be undone. */
export function useAccepting(id: string): State | null {
  return useSyncExternalStore(
    subscribe,
    () => states.get(id) ?? null,
    () => null,
  );
}

let undoLatest: (() => void) | null = null;
/** Undoes what waits; nothing once it is sent. */
export const undoAccepting = () => undoLatest?.();

/**
 * Accepts orders unless that is undone within 8 s (look: Orders).
 * @param settled fetches again what has changed
 */
export function accept(orders: readonly Acceptable[], settled: () => Promise<void>): void {
  const [first] = orders;
  if (!first) return;
  const what = orders.length === 1 ? first.order_number : formatCount(orders.length, 'order');
  const cancel = delayAct(async () => {
    closeMessage();
    mark(orders, 'sent');
    const failed = await send(orders);
    await settled().catch(() => {});
    mark(orders, null);
    report(orders, failed, what);
  });
  const undo = () => {
    if (!cancel()) return;
    closeMessage();
    mark(orders, null);
  };
  undoLatest = undo;
  mark(orders, 'waiting');
  const closeMessage = showUndo(`Accepting ${what}`, undo);
}

/** @returns an error by the number of the order */
async function send(orders: readonly Acceptable[]): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  const batches: Promise<void>[] = [];
  for (let start = 0; start < orders.length; start += BATCH) {
    const batch = orders.slice(start, start + BATCH);
    batches.push(
      sendBatch(batch).then(
        (errors) => {
          for (const [index, error] of errors) failed.set(batch[index]?.order_number ?? '', error);
        },
        (error) => {
          for (const { order_number } of batch) failed.set(order_number, error);
        },
      ),
    );
  }
  await Promise.all(batches);
  return failed;
}

/** tRPC's client sends in a later turn of the event loop, which a page that closes doesn't have. */
async function sendBatch(orders: readonly Acceptable[]): Promise<[index: number, error: unknown][]> {
  const calls = orders.map(({ id }, index) => [
    index,
    { id, status: 'accepted', expected_status: 'pending' },
  ]);
  const response = await fetch(`/api/trpc/${orders.map(() => 'orders.updateStatus').join(',')}?batch=1`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(calls)),
  });
  const results: { error?: { message: string } }[] = await response.json();
  return results.flatMap((result, index) =>
    result.error ? [[index, TRPCClientError.from(result as never)] as [number, unknown]] : [],
  );
}

function report(orders: readonly Acceptable[], failed: ReadonlyMap<string, unknown>, what: string): void {
  if (failed.size < orders.length) {
    const rest = orders.length - failed.size;
    showDone(`${failed.size === 0 ? what : formatCount(rest, 'order')} accepted`);
  }
  if (failed.size === 0) return;
  if ([...failed.values()].some((error) => failureOf(error)?.code === 'UNAUTHORIZED')) sessionGate.open();
  showLastingFailure(...notAccepted(failed));
}

/** A message about orders that the server didn't change: its title, and why, for the first three. */
export function notAccepted(failed: ReadonlyMap<string, unknown>): [title: string, text: string] {
  const texts = [...failed].map(([number, error]) =>
    failed.size === 1 ? errorText(error) : `${number}: ${errorText(error)}`,
  );
  const more = texts.length > 3 ? ` And ${texts.length - 3} more.` : '';
  const [only] = failed.keys();
  return [
    `${failed.size === 1 ? only : formatCount(failed.size, 'order')} not accepted`,
    `${texts.slice(0, 3).join(' ')}${more}`,
  ];
}
