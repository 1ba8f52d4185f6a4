'use client';
import { DateTime } from '@/components/ui/date-time';
import { formatMoney, formatNumber, UNKNOWN } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Typed } from '@/server/kernel/typed';

/** An instant, relative while it is recent, else in the timezone of the viewer's business. */
export function Instant({ value }: { value: string | null }) {
  return <DateTime value={value} timezone={useViewer().entity.timezone} relative />;
}

/** How a column shows its values: `column.accessor('price', { header: 'Price', ...MONEY })`. */
const RIGHT = { align: 'right' } as const;
export const NUMBER = {
  meta: RIGHT,
  cell: (info: { getValue: () => number | null }) => formatNumber(info.getValue()),
};
export const MONEY = {
  meta: RIGHT,
  cell: (info: { getValue: () => number | null }) => formatMoney(info.getValue()),
};
export const INSTANT = {
  cell: (info: { getValue: () => string | null }) => <Instant value={info.getValue()} />,
};
/** The column of what is typed: `column.accessor('phone', typed(DRIVER.phone))`. */
export const typed = ({ label, title = label }: Typed) => ({
  header: title,
  cell: (info: { getValue: () => string | null }) => info.getValue() ?? UNKNOWN,
});
