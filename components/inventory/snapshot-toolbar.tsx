'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { ListToolbar } from '@/components/data-table/toolbar';
import type { useListState } from '@/components/data-table/use-list-state';
import { FilterSelect } from '@/components/ui/combobox';
import { DateInput } from '@/components/ui/date-range';
import { FilterToggle } from '@/components/ui/filter-toggle';
import { IconButton } from '@/components/ui/icon-button';
import { moveDay, type snapshotList } from './snapshot-definition';
import type { LocationName } from './types';

/** Chooses the day and the location of a snapshot, and whether it is compared with now. */
export function SnapshotToolbar({
  list,
  day,
  today,
  locations,
}: {
  list: ReturnType<typeof useListState<typeof snapshotList.parsers>>;
  day: string;
  today: string;
  locations: readonly LocationName[];
}) {
  const id = useId();
  const { state, setFilters } = list;
  return (
    <ListToolbar
      filtered={state.location_id !== null}
      onClear={() => setFilters({ location_id: null })}
      search={
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="font-medium">
            Date
          </label>
          <DateInput
            id={id}
            value={day}
            max={today}
            onValueChange={(date) => setFilters({ date })}
            className="w-40"
          />
          <div className="flex gap-1">
            <IconButton
              icon={ChevronLeft}
              label="Previous day"
              variant="secondary"
              onClick={() => setFilters({ date: moveDay(day, -1) })}
            />
            <IconButton
              icon={ChevronRight}
              label="Next day"
              variant="secondary"
              disabled={day >= today}
              onClick={() => setFilters({ date: moveDay(day, 1) })}
            />
          </div>
        </div>
      }
    >
      <FilterSelect
        label="Location"
        options={locations.map((place) => ({ value: place.id, label: place.name }))}
        value={state.location_id ? [state.location_id] : []}
        onValueChange={([chosen]) => setFilters({ location_id: chosen ?? null })}
      />
      <FilterToggle
        label="Compare with today"
        pressed={state.compare === true}
        onPressedChange={(pressed) => setFilters({ compare: pressed || null })}
      />
    </ListToolbar>
  );
}
