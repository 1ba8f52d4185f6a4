'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { DateInput } from '@/components/ui/base/date-range';
import { IconButton } from '@/components/ui/base/icon-button';
import { SelectFilter, ToggleFilter } from '@/components/ui/data-table/list-filters';
import { ListToolbar } from '@/components/ui/data-table/toolbar';
import type { ListState } from '@/components/ui/data-table/use-list-state';
import { moveDay } from '@/components/ui/format';
import type { snapshotList } from './snapshot-list';
import type { LocationName } from './types';

/** Chooses the day and the location of a snapshot, and whether it is compared with now. */
export function SnapshotToolbar({
  list,
  day,
  today,
  locations,
}: {
  list: ListState<typeof snapshotList.parsers>;
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
      <SelectFilter
        list={list}
        name="location_id"
        label="Location"
        options={locations.map((place) => ({ value: place.id, label: place.name }))}
      />
      <ToggleFilter list={list} name="compare" label="Compare with today" />
    </ListToolbar>
  );
}
