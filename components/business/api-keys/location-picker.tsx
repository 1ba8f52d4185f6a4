'use client';
import { useId } from 'react';
import { Checkbox } from '@/components/ui/base/checkbox';
import type { KeyLocation } from './types';

/** Which locations a key reaches: all of the user's, or those that are chosen. */
export function LocationPicker({
  locations,
  value,
  onValueChange,
}: {
  locations: readonly KeyLocation[];
  /** Ids; none for all. */
  value: readonly string[];
  onValueChange: (ids: string[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Limit to locations</legend>
      <div className="max-h-44 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        <Choice
          label="All your locations"
          checked={value.length === 0}
          onChange={(chosen) => chosen && onValueChange([])}
        />
        {locations.map(({ id, name }) => (
          <Choice
            key={id}
            label={name}
            checked={value.includes(id)}
            onChange={(chosen) => onValueChange(chosen ? [...value, id] : value.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Choice({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-3 px-3 py-2">
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
