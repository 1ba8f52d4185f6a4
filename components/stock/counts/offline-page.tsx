'use client';
import { useEffect, useState } from 'react';
import { SearchBox } from '@/components/ui/base/search-box';
import { expireKept, type KeptCount, keepPending, keptCounts, keptPending } from './count-store';
import { currentOwner, type Owner } from './owner';
import { type Act, type Pending, pendingOf, unsentText, withPending } from './pending';
import { ScanField } from './scan-field';
import { SheetRow } from './sheet-row';

const ASK_MS = 3_000;
const SHOWN = 50;

type Kept = {
  owner: Owner;
  counts: readonly KeptCount[];
  count: KeptCount | null;
  pending: readonly Pending[];
};

async function readKept(): Promise<Kept | null> {
  const owner = currentOwner();
  if (!owner) return null;
  await expireKept();
  const counts = await keptCounts(owner);
  const count = counts.find(({ id }) => location.pathname === `/inventory/count/${id}`) ?? null;
  return { owner, counts, count, pending: count ? await keptPending(owner, count.id) : [] };
}

/** Loads the page that was wanted as soon as the server responds, unless a number is being typed. */
function useReturn(): void {
  useEffect(() => {
    const timer = setInterval(async () => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement && field.value !== '') return;
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
      if (!answer?.ok) return;
      if (location.pathname === '/offline') location.assign('/');
      else location.reload();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** What every address shows without a network: the count that was open goes on, from what the device keeps. */
export function OfflinePage() {
  const [kept, setKept] = useState<Kept | null>(null);
  const [search, setSearch] = useState('');
  useReturn();
  useEffect(() => {
    const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
    if (theme) document.documentElement.dataset.theme = theme;
    readKept().then(setKept, () => {});
  }, []);
  const count = kept?.count;
  const add = async (act: Act) => {
    if (!kept?.count) return null;
    const one = pendingOf(act);
    await keepPending(kept.owner, kept.count.id, one);
    const pending = [...kept.pending, one];
    setKept((before) => before && { ...before, pending: [...before.pending, one] });
    const named = (line: { sku: string; inventory_id: string }) =>
      'sku' in act ? line.sku === act.sku : line.inventory_id === act.inventory_id;
    return withPending(kept.count.lines.filter(named), pending)[0] ?? null;
  };
  const found = (count?.lines ?? []).filter((line) =>
    `${line.product_name} ${line.sku}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const rows = withPending(found.slice(0, SHOWN), kept?.pending ?? []);
  return (
    <main id="content" className="mx-auto max-w-page px-4 py-5">
      <p role="status" className="mb-4 rounded-md border border-control bg-surface px-4 py-2 font-medium">
        You're offline.{' '}
        {count ? 'What you count is kept on this device.' : 'Pages open again once the network is back.'}
      </p>
      <h1 tabIndex={-1} className="mb-4 font-semibold text-2xl outline-none">
        {count ? count.title : 'No network'}
      </h1>
      {kept && !count && kept.counts.length > 0 && (
        <ul
          aria-label="Counts on this device"
          className="divide-y divide-border rounded-lg border border-border bg-surface"
        >
          {kept.counts.map(({ id, title }) => (
            <li key={id} className="px-4 py-3">
              <a href={`/inventory/count/${id}`} className="text-link hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {count && (
        <section aria-label="Count" className="rounded-lg border border-border bg-surface pt-4">
          <div className="flex flex-col gap-4 px-4 pb-4">
            <ScanField
              onScan={(sku, more) => add({ sku, add: more })}
              lineOf={async (sku) => count.lines.find((line) => line.sku === sku)}
            />
            <SearchBox label="Search items to count" value={search} onSearch={setSearch} />
          </div>
          <ul aria-label="Items to count" className="divide-y divide-border border-border border-t">
            {rows.map((line) => (
              <SheetRow
                key={line.inventory_id}
                line={line}
                onCount={(counted) =>
                  add({
                    inventory_id: line.inventory_id,
                    ...(counted === null ? { clear: true } : { counted }),
                  } as Act)
                }
              />
            ))}
          </ul>
          {found.length > SHOWN && (
            <p className="border-border border-t px-4 py-3 text-muted">Search to see more items.</p>
          )}
          <footer className="sticky bottom-0 border-border border-t bg-surface px-4 py-3">
            <p role="status">{unsentText(kept.pending) || 'Nothing unsent'}</p>
          </footer>
        </section>
      )}
    </main>
  );
}
