'use client';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuRadioGroup } from '@/components/ui/base/dropdown-menu';
import type { LocationChoice } from './location-choice';

const ALL = 'all';

/** What LocationSwitcher opens. */
export function LocationOptions({
  trigger,
  locations,
  current,
  onChoose,
}: {
  trigger: ReactElement;
  locations: readonly LocationChoice[];
  current: string | null;
  onChoose: (id: string | null) => void;
}) {
  return (
    <DropdownMenu align="start" trigger={trigger} className="w-64">
      <MenuRadioGroup
        label="Location"
        value={current ?? ALL}
        options={[
          { value: ALL, label: 'All locations' },
          ...locations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={(value) => onChoose(value === ALL ? null : value)}
      />
    </DropdownMenu>
  );
}
