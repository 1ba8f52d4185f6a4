'use client';
import { FilterSelect } from '@/components/ui/base/combobox';
import { FilterToggle } from '@/components/ui/base/filter-toggle';

type Filterable = { state: object; setFilters: (changes: never) => void };

const filterOf = (list: Filterable, name: PropertyKey) => (list.state as Record<PropertyKey, unknown>)[name];

function set<List extends Filterable>(list: List, name: PropertyKey, value: unknown): void {
  (list.setFilters as (changes: Record<PropertyKey, unknown>) => void)({ [name]: value });
}

/** A filter of a list by one of some values. @param name of the filter in the list's definition */
export function SelectFilter<List extends Filterable, Name extends keyof List['state']>({
  list,
  name,
  label,
  options,
}: {
  list: List;
  name: Name;
  label: string;
  options: readonly { value: NonNullable<List['state'][Name]> & string; label: string }[];
}) {
  const value = filterOf(list, name);
  return (
    <FilterSelect
      label={label}
      options={options}
      value={typeof value === 'string' ? [value] : []}
      onValueChange={([chosen]) =>
        set(list, name, options.find((option) => option.value === chosen)?.value ?? null)
      }
    />
  );
}

/** A filter of a list that is on or off. @param name of the filter in the list's definition */
export function ToggleFilter<List extends Filterable>({
  list,
  name,
  label,
}: {
  list: List;
  name: keyof List['state'];
  label: string;
}) {
  return (
    <FilterToggle
      label={label}
      pressed={filterOf(list, name) === true}
      onPressedChange={(pressed) => set(list, name, pressed || null)}
    />
  );
}
