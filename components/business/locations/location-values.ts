import * as z from 'zod/mini';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { WEEKDAYS } from '@/server/kernel/delivery-days';
import type { Location, LocationPatch, NewLocation } from './types';

const required = (message: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));

/** What the form of a location holds, flat. */
export const LocationValues = z.object({
  name: required('Enter a name', 200),
  street: required('Enter the street', 200),
  city: required('Enter the city', 100),
  state: required('Enter the state', 100),
  zip: required('Enter the ZIP code', 20),
  license_number: z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters')),
  receiving_room: z.enum(['vault', 'quarantine']),
  receiving_hours: z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters')),
  delivery_days: z.array(z.enum(WEEKDAYS)),
  order_cutoff: z.string(),
  active: z.boolean(),
});
export type LocationValues = z.infer<typeof LocationValues>;

export const NEW_LOCATION: LocationValues = {
  ...{ name: '', street: '', city: '', state: '', zip: '', license_number: '' },
  receiving_room: 'vault',
  receiving_hours: '',
  delivery_days: [],
  order_cutoff: '',
  active: true,
};

export function locationValues({
  name,
  address,
  license_number,
  receiving_room,
  receiving_hours,
  delivery_days,
  order_cutoff,
  active,
}: Location): LocationValues {
  const { street, city, state, zip } = address;
  return {
    ...{ name, street, city, state, zip, receiving_room, active },
    license_number: license_number ?? '',
    receiving_hours: receiving_hours ?? '',
    delivery_days,
    order_cutoff: order_cutoff ?? '',
  };
}

/** A new location as the server takes it. */
export function locationFields({
  name,
  street,
  city,
  state,
  zip,
  license_number,
  receiving_room,
  receiving_hours,
  delivery_days,
  order_cutoff,
}: LocationValues): NewLocation {
  return {
    name,
    address: { street, city, state, zip },
    license_number: license_number || null,
    receiving_room,
    receiving_hours: receiving_hours || null,
    delivery_days,
    order_cutoff: order_cutoff || null,
  };
}

/** What was changed; null for nothing. */
export function locationPatch(before: LocationValues, after: LocationValues): LocationPatch | null {
  const { street, city, state, zip, license_number, receiving_hours, order_cutoff, ...own } = changedFields(
    before,
    after,
  );
  const lines = Object.entries({ street, city, state, zip }).filter(([, line]) => line !== undefined);
  const patch = {
    ...own,
    ...(license_number !== undefined && { license_number: license_number || null }),
    ...(receiving_hours !== undefined && { receiving_hours: receiving_hours || null }),
    ...(order_cutoff !== undefined && { order_cutoff: order_cutoff || null }),
    ...(lines.length > 0 && { address: Object.fromEntries(lines) }),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}
