'use client';
import { ExportButton } from '@/components/data-table/export-button';
import { ListToolbar } from '@/components/data-table/toolbar';
import type { useListState } from '@/components/data-table/use-list-state';
import { FilterSelect } from '@/components/ui/combobox';
import { FilterToggle } from '@/components/ui/filter-toggle';
import { SearchBox } from '@/components/ui/search-box';
import type { inventoryList } from './list-definition';
import type { ListInput, LocationName, RoomType } from './types';
import { CATEGORY, optionsOf, ROOM } from './words';

type ListState = ReturnType<typeof useListState<typeof inventoryList.parsers>>;

const ROOMS = optionsOf(ROOM);
const CATEGORIES = optionsOf(CATEGORY);

/** Search and filters of the inventory list. */
export function InventoryFilters({
  list,
  locations,
  input,
}: {
  list: ListState;
  locations: readonly LocationName[];
  /** What the list was asked for. */
  input: ListInput;
}) {
  const { state, setFilters } = list;
  const chosen = (value: string | null) => (value ? [value] : []);
  return (
    <ListToolbar
      filtered={list.filtered}
      onClear={list.clear}
      end={<ExportButton path="/api/v1/inventory" input={input} fileName="inventory.csv" />}
      search={<SearchBox label="Search products and SKUs" value={state.q} onSearch={list.setSearch} />}
    >
      <FilterSelect
        label="Location"
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen(state.location_id)}
        onValueChange={([id]) => setFilters({ location_id: id ?? null })}
      />
      <FilterSelect
        label="Room"
        options={ROOMS}
        value={chosen(state.room_type)}
        onValueChange={([room]) => setFilters({ room_type: (room as RoomType | undefined) ?? null })}
      />
      <FilterSelect
        label="Category"
        options={CATEGORIES}
        value={chosen(state.category)}
        onValueChange={([category]) =>
          setFilters({ category: (category as keyof typeof CATEGORY | undefined) ?? null })
        }
      />
      <FilterToggle
        label="Low stock"
        pressed={state.low_stock === true}
        onPressedChange={(pressed) => setFilters({ low_stock: pressed || null })}
      />
    </ListToolbar>
  );
}
