import type { ReactNode } from 'react';
import { DateRange } from '@/components/ui/base/date-range';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { MONEY_SIDES, type MoneyParties, type MoneySide } from './sides';

/** The filters of invoices and of payments: the side, the other party, and between which days. */
export function SideFilters({
  list,
  own,
  hasBoth,
  parties,
  days,
  children,
}: {
  list: {
    state: { side: MoneySide | null; party: string | null; from: string | null; to: string | null };
    setFilters: (changes: Partial<Record<'from' | 'to' | 'party', string | null>>) => void;
  };
  /** The side that is shown first. */
  own: MoneySide;
  hasBoth: boolean;
  parties: MoneyParties;
  /** What the range of days is of. */
  days: string;
  children?: ReactNode;
}) {
  const { side, from, to } = list.state;
  const shown = side ?? own;
  // The parties of one side are not those of the other.
  const ofSide = { ...list, setFilters: (changes: object) => list.setFilters({ ...changes, party: null }) };
  return (
    <>
      {hasBoth && <SelectFilter list={ofSide} name="side" label="Bought or sold" options={MONEY_SIDES} />}
      <SelectFilter
        list={list}
        name="party"
        label={shown === 'buying' ? 'Supplier' : 'Customer'}
        options={parties[shown].map(({ id, name }) => ({ value: id, label: name }))}
      />
      {children}
      <DateRange
        label={days}
        from={from}
        to={to}
        today={todayIn(useViewer().entity.timezone)}
        onChange={(range) => list.setFilters({ from: range.from, to: range.to })}
      />
    </>
  );
}
