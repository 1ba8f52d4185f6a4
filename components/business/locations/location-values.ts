import * as z from 'zod/mini';
import { formOf, noneOf, typedValues } from '@/components/ui/forms/typed';
import { ADDRESS, ADDRESS_LINES, LOCATION, RECEIVING_ROOMS } from '@/server/features/entities/typed.schema';
import { WEEKDAYS } from '@/server/kernel/delivery-days';
import type { NewLocation } from './types';

/** What the form of a location holds, flat. */
export const LocationValues = z.object({
  ...typedValues(LOCATION).shape,
  ...typedValues(ADDRESS).shape,
  receiving_room: z.enum(RECEIVING_ROOMS),
  delivery_days: z.array(z.enum(WEEKDAYS)),
  order_cutoff: z.string(),
  active: z.boolean(),
});
export type LocationValues = z.infer<typeof LocationValues>;

export const NEW_LOCATION: LocationValues = {
  ...noneOf(LOCATION),
  ...noneOf(ADDRESS),
  receiving_room: 'vault',
  delivery_days: [],
  order_cutoff: '',
  active: true,
};

export const locationForm = formOf(NEW_LOCATION, ['license_number', 'receiving_hours', 'order_cutoff'], {
  address: ADDRESS_LINES,
});

/** A new location as the server takes it. */
export function newLocation(values: LocationValues): NewLocation {
  const { active: _, ...location } = locationForm.fields(values);
  return location;
}
