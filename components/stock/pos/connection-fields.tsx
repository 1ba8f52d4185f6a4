'use client';
import { useFormContext } from 'react-hook-form';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { NumberField } from '@/components/ui/forms/number-field';
import { TextField } from '@/components/ui/forms/text-field';
import { type ConnectionValues, DEFAULTS } from './connection-values';
import { DutchieFields } from './dutchie-fields';

const ROOMS = optionsOf(ROOM);
const ADDRESS = {
  http: 'The base URL of your POS: a public https address.',
  square: "Square's production by default. Enter the sandbox address to use it.",
  dutchie: "Dutchie's own by default.",
};

/** What a connector needs to know, beside its credentials. */
export function ConnectionFields() {
  const provider = useFormContext<ConnectionValues>().watch('provider');
  const pageSize = (
    <NumberField
      name="page_size"
      label="Items per request (optional)"
      hint="Use fewer for a slow POS."
      suffix="items"
      className="sm:max-w-48"
    />
  );
  if (provider === 'simulator') {
    return (
      <>
        <NumberField
          name="delay_ms"
          label="Delay (optional)"
          hint="How long each response takes."
          suffix="ms"
          className="sm:max-w-48"
        />
        {pageSize}
        <CheckboxField
          name="outage"
          label="Simulate an outage"
          hint="Every sync fails until you turn this off."
        />
      </>
    );
  }
  return (
    <>
      <TextField
        name="base_url"
        label={provider === 'http' ? 'Address' : 'Address (optional)'}
        required={provider === 'http'}
        hint={ADDRESS[provider]}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={provider === 'http' ? 'https://pos.example.com/tallyleaf' : DEFAULTS[provider].base_url}
      />
      <TextField
        name="location_id"
        label="Location ID in the POS"
        required
        hint={
          provider === 'dutchie'
            ? 'The location that the API key is for. Test the connection to see it.'
            : "The POS's own ID for this location. Test the connection to list them."
        }
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        name="room_type"
        label="Room"
        hint="Room for stock that the POS lists without a room."
        options={ROOMS}
      />
      {provider === 'dutchie' ? <DutchieFields /> : pageSize}
    </>
  );
}
