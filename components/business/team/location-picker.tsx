'use client';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox } from '@/components/ui/base/checkbox';
import { FaultText } from '@/components/ui/base/fault-text';
import { CheckboxField } from '@/components/ui/forms/fields';
import type { AccessValues } from './member-values';
import type { Place } from './types';

/** The locations of the member in the form around it: all of them, or those that are chosen. */
export function LocationPicker({ places, mayGrantAll }: { places: readonly Place[]; mayGrantAll: boolean }) {
  const id = useId();
  const { field: all } = useController<AccessValues, 'all'>({ name: 'all' });
  const { field, fieldState, formState } = useController<AccessValues, 'locations'>({ name: 'locations' });
  const error = fieldState.error?.message;
  const choose = (place: string, chosen: boolean) => {
    const others = field.value.filter((one) => one !== place);
    field.onChange(chosen ? [...others, place] : others);
  };
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Locations</legend>
      {mayGrantAll && (
        <CheckboxField name="all" label="All locations" hint="Includes locations added later." />
      )}
      {!all.value && (
        <ul className="divide-y divide-border rounded-lg border border-border">
          {places.map((place) => (
            <li key={place.id} className="flex items-center gap-3 px-3 py-2">
              <Checkbox
                id={`${id}-${place.id}`}
                checked={field.value.includes(place.id)}
                disabled={formState.isSubmitting}
                aria-invalid={Boolean(error) || undefined}
                onCheckedChange={(chosen) => choose(place.id, chosen)}
              />
              <label htmlFor={`${id}-${place.id}`} className="min-w-0 flex-1 break-words">
                {place.name}
              </label>
            </li>
          ))}
        </ul>
      )}
      <FaultText id={`${id}-error`} message={error} />
    </fieldset>
  );
}
