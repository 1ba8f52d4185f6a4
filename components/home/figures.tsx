import { formatCount, formatMoney, formatNumber } from '@/components/format';
import { ORDER_WORDS } from '@/components/reports/order-words';
import type { Period } from '@/components/reports/period';
import { PeriodLinks } from '@/components/reports/period-links';
import type { Overview } from '@/components/reports/types';
import { StatCard } from '@/components/ui/stat-card';
import type { EntityType } from '@/server/kernel/permissions';
import { compare } from './compare';

/** The period in numbers, each against the period before, each with the list that it sums up. */
export function Figures({ overview, type }: { overview: Overview; type: EntityType }) {
  const { figures, inventory, period } = overview;
  const words = ORDER_WORDS[type];
  const orders = `/orders?from=${period.start}&to=${period.end}`;
  const change = (of: keyof typeof figures) => compare(figures[of], period.days, words.moreIsGood);
  return (
    <section aria-labelledby="figures">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="font-semibold text-lg">
          Key figures
        </h2>
        <PeriodLinks days={period.days as Period} path="/" />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label={words.value}
          value={formatMoney(figures.order_value.current)}
          change={change('order_value')}
          href={orders}
        />
        <StatCard
          label="Orders"
          value={formatNumber(figures.orders.current)}
          change={change('orders')}
          href={orders}
        />
        <StatCard
          label="Units ordered"
          value={formatNumber(figures.units.current)}
          change={change('units')}
          href={orders}
        />
        <StatCard
          label="Stock at cost"
          value={formatMoney(inventory.value)}
          note={formatCount(inventory.units, 'unit')}
          href="/inventory"
        />
      </div>
    </section>
  );
}
