import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { partsText } from '@/components/catalog/goods/amounts';
import { ORDER_WORDS } from '@/components/home/reports/order-words';
import type { Overview } from '@/components/home/reports/types';
import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { formatMoney, formatNumber } from '@/components/ui/format';
import type { EntityType } from '@/server/kernel/permissions';
import { countsUnits } from '@/server/kernel/weights';
import { type Change, compare } from './compare';

const TREND = { up: ArrowUpRight, down: ArrowDownRight, flat: ArrowRight };

/** The period in four numbers, each against the period before, each with the list that it sums up. */
export function Figures({ overview, type }: { overview: Overview; type: EntityType }) {
  const { figures, inventory, period } = overview;
  const { value: ordered, moreIsGood } = ORDER_WORDS[type];
  const orders = `/orders?from=${period.start}&to=${period.end}`;
  // Steps of a weight and jars make no number together.
  const hasUnits = countsUnits(overview);
  const change = (of: keyof typeof figures) => compare(figures[of], moreIsGood);
  return (
    <dl
      className={cn(
        'mb-5 grid grid-cols-2 gap-x-4 gap-y-3',
        hasUnits ? 'sm:grid-cols-4' : 'sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2',
      )}
    >
      <Figure
        label={ordered}
        value={formatMoney(figures.line_value.current)}
        change={change('line_value')}
        href={orders}
      />
      <Figure
        label="Orders"
        value={formatNumber(figures.orders.current)}
        change={change('orders')}
        href={orders}
      />
      {hasUnits && (
        <Figure
          label="Units ordered"
          value={formatNumber(figures.units.current)}
          change={change('units')}
          href={orders}
        />
      )}
      <Figure
        label="Stock at cost"
        value={formatMoney(inventory.value)}
        note={partsText(inventory.amounts)}
        href="/inventory"
      />
    </dl>
  );
}

function Figure({
  label,
  value,
  change,
  note,
  href,
}: {
  label: string;
  value: string;
  change?: Change;
  note?: string;
  href: string;
}) {
  const Arrow = change && TREND[change.direction];
  return (
    <div className="relative min-w-0">
      <dt className="text-muted text-sm">
        <Link
          href={href}
          className="rounded-sm after:absolute after:inset-0 after:rounded-md hover:text-link"
        >
          {label}
        </Link>
      </dt>
      <dd className="truncate font-semibold text-xl tabular-nums">{value}</dd>
      <dd
        className={cn(
          'flex items-center gap-1 text-sm tabular-nums',
          change?.good === undefined ? 'text-muted' : change.good ? 'text-link' : 'text-destructive',
        )}
      >
        {Arrow && <Arrow aria-hidden className="size-3.5 shrink-0" />}
        {change?.text ?? note}
      </dd>
    </div>
  );
}
