import * as z from 'zod/mini';
import { LocationValues } from '@/components/business/locations/location-values';
import { formOf, noneOf } from '@/components/ui/forms/typed';
import { ADDRESS, ADDRESS_LINES } from '@/server/features/entities/typed.schema';

/** What the form of a customer's location holds: of a location's values those that its seller sees. */
export const CustomerLocationValues = z.pick(LocationValues, {
  ...{ name: true, street: true, city: true, state: true, zip: true, license_number: true, active: true },
});
type CustomerLocationValues = z.infer<typeof CustomerLocationValues>;

export const NEW_CUSTOMER_LOCATION: CustomerLocationValues = {
  ...{ name: '', ...noneOf(ADDRESS), license_number: '' },
  active: true,
};

export const customerLocationForm = formOf(NEW_CUSTOMER_LOCATION, ['license_number'], {
  address: ADDRESS_LINES,
});

/** A new location as the server takes it. */
export function newCustomerLocation(values: CustomerLocationValues) {
  const { active: _, ...location } = customerLocationForm.fields(values);
  return location;
}
