import { z } from 'zod';
import { Id, listOf, Paging, sortBy, Timestamp, text, unchanged } from '../../kernel/params';
import { Address, AddressChange, NewAddress } from '../schema';

export const Location = z
  .object({
    id: Id,
    name: z.string(),
    address: Address,
    license_number: z.string().nullable(),
    active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'Location' });
export const LocationList = listOf(Location);

export const ListLocations = z.strictObject({ sort: sortBy(['name', 'created_at']), ...Paging });

export const NewLocation = z
  .strictObject({ name: text(200), address: NewAddress, license_number: text(100).nullish() })
  .meta({
    examples: [
      {
        name: 'Harbor warehouse',
        address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
        license_number: 'C11-0000001',
      },
    ],
  });

/** Fields that a PATCH takes only as they are (decision 34). */
export const LOCATION_READ_ONLY = ['created_at'] as const;

export const UpdateLocation = z.strictObject({
  id: Id,
  name: text(200).optional(),
  address: AddressChange.optional(),
  license_number: text(100).nullish(),
  active: z.boolean().optional(),
  ...unchanged(LOCATION_READ_ONLY),
});

export const LocationId = z.strictObject({ id: Id });
