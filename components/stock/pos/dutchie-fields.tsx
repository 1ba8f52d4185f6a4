'use client';
import { Plus, X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import { Button } from '@/components/ui/base/button';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import type { ConnectionValues } from './connection-values';

const ROOMS = optionsOf(ROOM);
const MOST_ROOMS = 50;

/** What Dutchie alone has: its rooms, its sales and its allocated units. */
export function DutchieFields() {
  const { fields, append, remove } = useFieldArray<ConnectionValues, 'rooms'>({ name: 'rooms' });
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="font-medium">Rooms in Dutchie (optional)</legend>
        <p className="text-muted text-sm">Rooms that aren't listed here follow what Dutchie says of them.</p>
        {fields.map(({ id }, index) => (
          <div key={id} className="flex items-end gap-2">
            <TextField
              name={`rooms.${index}.name`}
              label="Room in Dutchie"
              autoComplete="off"
              spellCheck={false}
            />
            <SelectField name={`rooms.${index}.room`} label="Room here" options={ROOMS} />
            <Button size="sm" aria-label={`Remove room ${index + 1}`} onClick={() => remove(index)}>
              <X aria-hidden />
            </Button>
          </div>
        ))}
        {fields.length < MOST_ROOMS && (
          <Button size="sm" className="self-start" onClick={() => append({ name: '', room: 'sales_floor' })}>
            <Plus aria-hidden />
            Add room
          </Button>
        )}
      </fieldset>
      <CheckboxField
        name="sales"
        label="Read sales"
        hint="Changed counts are then recorded as sales and returns. The key needs Reporting."
      />
      <CheckboxField
        name="count_allocated"
        label="Count allocated units"
        hint="Turn this off if Dutchie's rooms include units of open orders already."
      />
    </>
  );
}
