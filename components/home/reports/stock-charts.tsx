import type { inferRouterOutputs } from '@trpc/server';
import { partsText } from '@/components/catalog/goods/amounts';
import { ROOM } from '@/components/stock/inventory/labels';
import type { RoomType } from '@/components/stock/inventory/types';
import { formatAmount, formatCount, formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import type { AppRouter } from '@/server/transport/router';
import { BarList } from './bar-list';
import { ChartCard } from './chart-card';
import { StackedBars } from './stacked-bars';

type Report = inferRouterOutputs<AppRouter>['reports']['stock'];

const ROOM_COLOR: Record<RoomType, string> = {
  sales_floor: 'bg-chart-1',
  vault: 'bg-chart-2',
  quarantine: 'bg-chart-3',
  secret_menu: 'bg-chart-4',
};
const ROOMS = Object.keys(ROOM) as RoomType[];
const stockOf = (locationId: string) => `/inventory?location_id=${locationId}`;

/** Stock by what it is worth and how fast it sells. */
export function StockCharts({ report }: { report: Report }) {
  return (
    <>
      <ValueByPlace report={report} />
      <div className="grid gap-4 sm:grid-cols-2 lg:col-span-3">
        <Pace
          report={report}
          title="How often does our stock turn?"
          testId="chart-stock-turn"
          unit="Turns a year"
          of="turn"
          color="bg-chart-5"
          summary={({ turn, sold_value }, days) =>
            turn === null
              ? 'Nothing in stock.'
              : `Sold ${formatMoney(sold_value)} at cost in ${days} days: the stock turns ${formatNumber(turn)} times a year.`
          }
          text={(turn) => `${formatNumber(turn)} a year`}
        />
        <Pace
          report={report}
          title="How long does our stock last?"
          testId="chart-days-on-hand"
          unit="Days"
          of="days_on_hand"
          color="bg-chart-4"
          summary={({ days_on_hand }, days) =>
            days_on_hand === null
              ? `Nothing sold in the last ${days} days.`
              : `At the pace of the last ${days} days, the stock lasts ${formatNumber(Math.round(days_on_hand))} days.`
          }
          text={(left) => `${formatNumber(Math.round(left))} days`}
        />
      </div>
    </>
  );
}

function ValueByPlace({ report: { rooms, locations, total } }: { report: Report }) {
  const stocked = locations.filter(({ units }) => units > 0);
  const used = ROOMS.filter((room) => rooms.some(({ room_type }) => room_type === room));
  return (
    <ChartCard
      title="Where is our stock?"
      testId="chart-stock-value"
      summary={
        total.units === 0
          ? 'Nothing in stock.'
          : `${formatMoney(total.value)} at cost in ${partsText(total.amounts)} at ${formatCount(stocked.length, 'location')}.`
      }
      className="lg:col-span-3"
      columns={[
        { label: 'Location' },
        { label: 'Room' },
        { label: 'Stock', align: 'right' },
        { label: 'Value', align: 'right' },
      ]}
      rows={rooms.map(({ location_id, location_name, room_type, amounts, value }) => ({
        key: `${location_id}/${room_type}`,
        values: [location_name, ROOM[room_type], partsText(amounts), value],
        cells: [location_name, ROOM[room_type], partsText(amounts), formatMoney(value)],
      }))}
    >
      <StackedBars
        series={used.map((room) => ({ key: room, label: ROOM[room], color: ROOM_COLOR[room] }))}
        bars={stocked.map(({ location_id, location_name, value }) => ({
          key: location_id,
          label: location_name,
          text: formatMoney(value),
          href: stockOf(location_id),
          parts: used.map((room) => ({
            key: room,
            value: rooms.find((one) => one.location_id === location_id && one.room_type === room)?.value ?? 0,
          })),
        }))}
      />
    </ChartCard>
  );
}

/** One figure of how fast stock sells, by location. */
function Pace({
  report: { locations, total, period },
  title,
  testId,
  unit,
  of,
  color,
  summary,
  text,
}: {
  report: Report;
  title: string;
  testId: string;
  unit: string;
  of: 'turn' | 'days_on_hand';
  color: string;
  summary: (total: Report['total'], days: number) => string;
  text: (value: number) => string;
}) {
  return (
    <ChartCard
      title={title}
      testId={testId}
      summary={summary(total, period.days)}
      columns={[
        { label: 'Location' },
        { label: 'Sold', align: 'right' },
        { label: 'Sold at cost', align: 'right' },
        { label: 'Stock at cost', align: 'right' },
        { label: unit, align: 'right' },
      ]}
      rows={locations.map((location) => ({
        key: location.location_id,
        values: [
          location.location_name,
          location.sold_amount,
          location.sold_value,
          location.value,
          location[of],
        ],
        cells: [
          location.location_name,
          location.sold_amount === null ? UNKNOWN : formatAmount(location.sold_units, location),
          formatMoney(location.sold_value),
          formatMoney(location.value),
          formatNumber(location[of]),
        ],
      }))}
    >
      <BarList
        bars={locations.map((location) => ({
          key: location.location_id,
          label: location.location_name,
          value: location[of] ?? 0,
          text: location[of] === null ? UNKNOWN : text(location[of]),
          href: stockOf(location.location_id),
          color,
        }))}
      />
    </ChartCard>
  );
}
