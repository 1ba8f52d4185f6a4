'use client';
import { ROOM } from '@/components/stock/inventory/labels';
import { Link } from '@/components/ui/base/link';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Recall } from './types';

/** Lots that are listed of each batch. */
const LOTS = 100;

/** Where the units of a recall are that the business has: what there is to walk to. */
export function OwnUnits({
  recall,
  locations,
}: {
  recall: Recall;
  locations: Readonly<Record<string, string>>;
}) {
  const batches = [
    recall.batch,
    ...recall.derived.filter(({ confirmed_at }) => confirmed_at).map(({ batch }) => batch),
  ];
  const queries = trpc.useQueries((t) =>
    batches.map((batch) => t.lots.list({ batch, limit: LOTS }, { refetchInterval: 15_000 })),
  );
  if (queries.some((query) => query.isLoading)) return <Skeleton className="h-20 w-full" />;
  const rows = queries
    .flatMap((query) => query.data?.data ?? [])
    .flatMap((lot) => lot.holdings.map((holding) => ({ lot, ...holding })));
  if (rows.length === 0) return null;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Your units of {recall.batch_id}</caption>
      <thead>
        <tr className="border-border border-b text-left text-muted text-xs">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Where
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Package
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {rows.every(({ lot }) => lot.step) ? 'Amount' : 'Units'}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ lot, inventory_id, location_id, room_type, quantity }) => (
          <tr key={`${lot.id} ${inventory_id}`} className="border-border border-b align-top last:border-b-0">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <Link
                href={`/inventory/${inventory_id}`}
                className="font-medium hover:text-link hover:underline"
              >
                {locations[location_id] ?? 'Closed location'}
              </Link>
              <span className="block text-muted">{ROOM[room_type]}</span>
            </th>
            <td className="break-all py-2 pr-3">
              {lot.package_tag ?? lot.sku ?? UNKNOWN}
              {lot.batch !== recall.batch && <span className="block text-muted">{lot.batch_id}</span>}
            </td>
            <td className="py-2 text-right font-semibold tabular-nums">{formatAmount(quantity, lot)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
