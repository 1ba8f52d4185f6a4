import * as z from 'zod/mini';
import {
  LocationValues,
  locationFields,
  locationPatch,
  NEW_LOCATION,
} from '@/components/business/locations/location-values';
import type { CustomerLocation } from './types';

/** What the form of a customer's location holds: of a location's values those that its seller sees. */
export const CustomerLocationValues = z.pick(LocationValues, {
  ...{ name: true, street: true, city: true, state: true, zip: true, license_number: true, active: true },
});
export type CustomerLocationValues = z.infer<typeof CustomerLocationValues>;

export function customerLocationValues(location: CustomerLocation | null): CustomerLocationValues {
  const {
    receiving_room: _,
    receiving_hours: __,
    delivery_days: ___,
    order_cutoff: ____,
    ...none
  } = NEW_LOCATION;
  if (!location) return none;
  const { name, address, license_number, active } = location;
  return { name, ...address, license_number: license_number ?? '', active };
}

/** A new location as the server takes it. */
export function newCustomerLocation(values: CustomerLocationValues) {
  const { name, address, license_number } = locationFields({ ...NEW_LOCATION, ...values });
  return { name, address, license_number };
}

/** What was changed; null for nothing. */
export function customerLocationPatch(before: CustomerLocationValues, after: CustomerLocationValues) {
  return locationPatch({ ...NEW_LOCATION, ...before }, { ...NEW_LOCATION, ...after });
}
