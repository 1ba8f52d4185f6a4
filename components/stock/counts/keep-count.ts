import type { trpc } from '@/components/ui/providers/trpc';
import { loadScanner } from '@/components/ui/scanner/load-scanner';
import { expireKept, type KeptCount, keepCount } from './count-store';
import { noteKeeping, type Owner } from './owner';
import { sheetInput } from './reads';
import type { CountLine } from './types';

/** Items that a count takes. */
const MOST = 1_000;

/** Keeps a count on the device, with the page and the scanner, so that it goes on without a network. */
export async function keepForOffline(
  { inventory }: ReturnType<typeof trpc.useUtils>,
  owner: Owner,
  { id, title }: Omit<KeptCount, 'lines'>,
): Promise<void> {
  await expireKept();
  const lines: CountLine[] = [];
  for (let page = 1; lines.length < MOST; page++) {
    const { data, pagination } = await inventory.counts.lines.fetch(sheetInput(id, { page }));
    lines.push(...data);
    if (data.length === 0 || lines.length >= (pagination.total ?? 0)) break;
  }
  await keepCount(owner, { id, title, lines });
  noteKeeping();
  if (process.env.NODE_ENV !== 'production') return;
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  // A sign-out removes the files, but the browser may reuse the worker.
  if (!(await caches.match('/offline'))) active?.postMessage('install');
  if (matchMedia('(pointer: coarse)').matches) await loadScanner();
}
