'use client';
import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  DropdownMenu,
  MenuCheckboxes,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
} from '@/components/ui/base/dropdown-menu';
import type { ColumnChoice, TableLook } from './shown-columns';

const DENSITIES = [
  { value: 'regular', label: 'Regular' },
  { value: 'compact', label: 'Compact' },
] as const;

/** What TableOptions opens. */
export function TableOptionsItems({
  trigger,
  columns,
  look,
  onChange,
}: {
  trigger: ReactElement;
  columns: readonly ColumnChoice[];
  look: Required<TableLook>;
  onChange: (look: TableLook) => void;
}) {
  const standard = columns.filter(({ optional }) => !optional).map(({ id }) => id);
  const chosen = look.columns ?? standard;
  const choose = (id: string, checked: boolean) => {
    const next = columns
      .map((column) => column.id)
      .filter((one) => (one === id ? checked : chosen.includes(one)));
    onChange({ columns: next.join() === standard.join() ? null : next });
  };
  return (
    <DropdownMenu trigger={trigger}>
      <MenuCheckboxes
        label="Columns"
        options={columns.map(({ id, label }) => ({ value: id, label, checked: chosen.includes(id) }))}
        onCheckedChange={choose}
      />
      <MenuSeparator />
      <MenuLabel>Rows</MenuLabel>
      <MenuRadioGroup
        label="Rows"
        value={look.density ?? 'regular'}
        options={DENSITIES}
        onValueChange={(density) => onChange({ density: density === 'compact' ? density : null })}
      />
      {(look.columns || look.density) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ columns: null, density: null })}>
            <RotateCcw aria-hidden />
            Reset table
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}
