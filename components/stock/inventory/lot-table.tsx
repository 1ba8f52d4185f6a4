'use client';
import { CertificateMark, Expiration } from '@/components/stock/batches/badges';
import { Badge } from '@/components/ui/base/badge';
import { Link } from '@/components/ui/base/link';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, todayIn, UNKNOWN } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ROOM } from './labels';
import { LEVEL_ROOMS, levelName } from './level';
import type { InventoryItem, StockLevel } from './types';

type Lot = InventoryItem['lots'][number];

const BLOCKED: Record<NonNullable<Lot['blocked']>, string> = {
  held: 'On hold',
  expired: 'Expired',
  failed: 'Failed test',
};
const HEADS = ['Batch', 'Package tag', 'Expires', 'Certificate', 'Status', 'Room', 'On hand', 'Reserved'];
const NUMBERS = 6;

function Status({ blocked }: { blocked: Lot['blocked'] }) {
  if (!blocked) return 'Sellable';
  return (
    <Badge tone="danger" icon={blocked === 'held' ? 'lock' : 'alert'}>
      {BLOCKED[blocked]}
    </Badge>
  );
}

/** The lots of one variant at one location, by room. */
export function LotTable({ level }: { level: StockLevel }) {
  const today = todayIn(useViewer().entity.timezone);
  const { data, error } = trpc.inventory.list.useQuery({
    location_id: level.location.id,
    product_id: level.product.id,
    sku: level.variant.sku,
    limit: LEVEL_ROOMS.length,
  });
  if (error) return <p role="alert">{errorText(error)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  const rows = data.data.flatMap((item) => item.lots.map((lot) => ({ item, lot })));
  return (
    <ScrollRegion label={`Lots of ${levelName(level)}`} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Lots of {levelName(level)}</caption>
        <thead>
          <tr className="text-muted text-xs">
            {HEADS.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`whitespace-nowrap py-1 pr-4 font-medium ${index < NUMBERS ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:whitespace-nowrap [&_td]:py-1 [&_td]:pr-4">
          {rows.map(({ item, lot }) => (
            <tr key={item.id + lot.lot_id}>
              <th scope="row" className="whitespace-nowrap py-1 pr-4 text-left font-medium">
                <Link href={`/batches/${lot.batch}`} className="hover:text-link hover:underline">
                  {lot.batch_id}
                </Link>
              </th>
              <td>{lot.package_tag ?? UNKNOWN}</td>
              <td>
                <Expiration expiresOn={lot.expires_on} today={today} />
              </td>
              <td>
                <CertificateMark present={lot.has_coa} />
              </td>
              <td>
                <Status blocked={lot.blocked} />
              </td>
              <td>{ROOM[item.room_type]}</td>
              <td className="text-right tabular-nums">{formatAmount(lot.quantity, item)}</td>
              <td className="text-right tabular-nums">{formatAmount(lot.reserved_quantity, item)}</td>
            </tr>
          ))}
          {level.unassigned_quantity > 0 && (
            <tr>
              <th scope="row" colSpan={NUMBERS} className="py-1 pr-4 text-left font-normal text-muted">
                Without a lot
              </th>
              <td className="text-right tabular-nums">{formatAmount(level.unassigned_quantity, level)}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
