import { Expiration } from '@/components/batches/badges';
import { formatNumber, todayIn, UNKNOWN } from '@/components/format';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { InventoryItem } from './types';

const HEADS = ['Batch', 'Package tag', 'Expires', 'On hand', 'Reserved'];

/** The units of an item by lot, and those without one; nothing for an item that doesn't use lots. */
export function ItemLots({ item, timezone }: { item: InventoryItem; timezone: string }) {
  if (item.lots.length === 0) return null;
  const today = todayIn(timezone);
  const blocked = item.available_quantity - item.sellable_quantity;
  return (
    <Card
      title="Lots"
      description={
        blocked > 0
          ? `${formatNumber(blocked)} of the available units are on hold, expired or failed and can't be sold.`
          : undefined
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label="Lots of the item" className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Lots of the item</caption>
          <thead>
            <tr className="border-border border-b text-muted text-xs">
              {HEADS.map((label, index) => (
                <th
                  key={label}
                  scope="col"
                  className={
                    index > 2 ? 'py-1.5 pl-3 text-right font-medium' : 'py-1.5 pr-3 text-left font-medium'
                  }
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {item.lots.map((lot) => (
              <tr key={lot.lot_id} className="border-border border-b last:border-b-0">
                <th scope="row" className="whitespace-nowrap py-2 pr-3 text-left font-medium">
                  <Link
                    href={`/batches?q=${encodeURIComponent(lot.batch_id)}`}
                    className="hover:text-link hover:underline"
                  >
                    {lot.batch_id}
                  </Link>
                </th>
                <td className="py-2 pr-3">{lot.package_tag ?? UNKNOWN}</td>
                <td className="whitespace-nowrap py-2 pr-3">
                  <Expiration expiresOn={lot.expires_on} today={today} />
                </td>
                <td className="py-2 pl-3 text-right tabular-nums">{formatNumber(lot.quantity)}</td>
                <td className="py-2 pl-3 text-right tabular-nums">{formatNumber(lot.reserved_quantity)}</td>
              </tr>
            ))}
            {item.unassigned_quantity > 0 && (
              <tr>
                <th scope="row" colSpan={3} className="py-2 pr-3 text-left font-normal text-muted">
                  Without a lot
                </th>
                <td className="py-2 pl-3 text-right tabular-nums">
                  {formatNumber(item.unassigned_quantity)}
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
