import { Clock, PackageMinus, ShieldAlert, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDate } from '@/components/format';
import { Link } from '@/components/ui/link';
import type { EntityType } from '@/server/kernel/permissions';
import { daysBetween } from './compare';
import { ORDER_WORDS } from './labels';
import type { Overview } from './types';
import { WorkTile } from './work-tile';

const linkStyle = 'rounded-sm py-0.5 text-link underline-offset-4 hover:underline';

/** Today's work, first on the page. */
export function TodaysWork({
  overview,
  type,
  children,
}: {
  overview: Overview;
  type: EntityType;
  /** More tiles. */
  children?: ReactNode;
}) {
  const { today, period } = overview;
  const words = ORDER_WORDS[type];
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="mb-3 font-semibold text-lg">
        Today
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
        {words && (
          <>
            <WorkTile
              icon={Clock}
              tone="warning"
              count={today.pending_orders}
              label={words.pending.toLowerCase()}
              note={words.pendingNote}
              href="/orders?status=pending"
            />
            <WorkTile
              icon={Truck}
              tone="info"
              count={today.shipments_due}
              label={words.due.toLowerCase()}
              note={words.dueNote}
            >
              {today.shipments_due > 0 && (
                <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
                  <Link href="/orders?status=preparing&sort=delivery_date" className={linkStyle}>
                    Preparing, by date
                  </Link>
                  <Link href="/orders?status=accepted&sort=delivery_date" className={linkStyle}>
                    Accepted, by date
                  </Link>
                </p>
              )}
            </WorkTile>
          </>
        )}
        <WorkTile
          icon={PackageMinus}
          tone="danger"
          count={today.low_stock}
          label="low in stock"
          note="below your threshold"
          href="/inventory?low_stock=true"
        />
        {children}
        {today.license_expiry && <License expiry={today.license_expiry} today={period.end} />}
      </ul>
    </section>
  );
}

/** The business's license, from 60 days before it expires: orders can't be placed, accepted or shipped without it. */
function License({ expiry, today }: { expiry: string; today: string }) {
  const days = daysBetween(today, expiry);
  const text =
    days < 0
      ? 'Your license has expired'
      : days === 0
        ? 'Your license expires today'
        : `Your license expires in ${formatCount(days, 'day')}`;
  const tone = days <= 7 ? 'bg-tint-danger text-on-tint-danger' : 'bg-tint-warning text-on-tint-warning';
  return (
    <li className="flex items-start gap-3 rounded-lg border border-border bg-surface p-4 shadow-xs">
      <span className={`grid size-9 shrink-0 place-items-center rounded-full ${tone}`}>
        <ShieldAlert aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0">
        <p className="font-medium leading-6">{text}</p>
        <p className="text-muted text-sm">{formatDate(expiry)} is its last day</p>
      </div>
    </li>
  );
}
