import { z } from 'zod';
import { WEEKDAYS } from '../../../kernel/delivery-days';
import { CalendarDate, Id, listOf, Paging, sortBy, Timestamp, text, unchanged } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { ExternalIdFilter, ExternalIds, ExternalIdsChange, NewExternalIds } from '../external-ids/schema';
import { Address, AddressChange, LicenseWarnings, NewAddress } from '../schema';
import { LOCATION, RECEIVING_ROOMS } from '../typed.schema';

/** Of one business: each of its requests may read them all. */
export const MAX_LOCATIONS = 500;
/** What a key or an endpoint is limited to; null for no limit. */
export const LocationLimit = z
  .array(Id)
  .min(1, 'must name at least one location')
  .max(MAX_LOCATIONS, `must name at most ${MAX_LOCATIONS} locations`)
  .nullish();
const ReceivingRoom = z.enum(RECEIVING_ROOMS).meta({
  id: 'ReceivingRoom',
  description: 'Room in which deliveries arrive: `vault`, or `quarantine` where goods are inspected first',
});

const Weekdays = z.enum(WEEKDAYS).meta({ id: 'Weekday', description: 'A day of the week' });
const DeliveryDays = z
  .array(Weekdays)
  .max(WEEKDAYS.length, 'must name each day once')
  .refine((days) => new Set(days).size === days.length, rule('duplicate', 'must name each day once'))
  .overwrite((days) => WEEKDAYS.filter((day) => days.includes(day)))
  .optional()
  .meta({ description: 'Days on which your goods leave it; empty for none in particular' });
const OrderCutoff = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 14:00')
  .nullish()
  .meta({
    description:
      "Time of the day, in your business's timezone: what is ordered by then is delivered from the next day on, later orders a day later; null for the end of the day",
  });

export const NextDeliveryDates = z.array(CalendarDate).meta({
  description:
    "The supplier's next delivery days for what is ordered now, at most 5; empty when it names none",
});

export const Location = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'Name of the location' }),
    address: Address.meta({ description: 'Address of the premises' }),
    license_number: z.string().nullable().meta({ description: 'License of the premises' }),
    active: z
      .boolean()
      .meta({ description: 'Whether the location is in use; an inactive one keeps its stock' }),
    created_at: Timestamp,
    license_warnings: LicenseWarnings,
    receiving_room: ReceivingRoom,
    receiving_hours: z
      .string()
      .nullable()
      .meta({ description: 'When deliveries are accepted, such as `Mon–Fri 8 AM–4 PM`' }),
    delivery_days: z
      .array(Weekdays)
      .meta({ description: 'Days on which your goods leave it, in the order of the week' }),
    order_cutoff: z
      .string()
      .nullable()
      .meta({ description: 'Until when an order can be delivered from the next day on, as `HH:MM`' }),
    external_ids: ExternalIds,
  })
  .meta({
    id: 'Location',
    description: 'A location of your business',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b32',
        name: 'Harbor warehouse',
        address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
        license_number: 'C11-0000001',
        active: true,
        created_at: '2026-01-02T15:04:05.000Z',
        license_warnings: [],
        receiving_room: 'vault',
        receiving_hours: null,
        delivery_days: ['mon', 'thu'],
        order_cutoff: '14:00',
        external_ids: {},
      },
    ],
  });
export const LocationList = listOf(Location);

export const ListLocations = z.strictObject({
  external_id: ExternalIdFilter.optional(),
  sort: sortBy(['name', 'created_at']),
  ...Paging,
});

export const NewLocation = z
  .strictObject({
    name: text(LOCATION.name.most).meta({ description: 'Name of the location' }),
    address: NewAddress.meta({ description: 'Address of the premises' }),
    license_number: text(LOCATION.license_number.most)
      .nullish()
      .meta({ description: 'License of the premises' }),
    receiving_room: ReceivingRoom.optional().meta({
      description: 'Room in which deliveries arrive; `vault` when absent',
    }),
    receiving_hours: text(LOCATION.receiving_hours.most)
      .nullish()
      .meta({ description: 'When deliveries are accepted' }),
    delivery_days: DeliveryDays,
    order_cutoff: OrderCutoff,
    external_ids: NewExternalIds.optional(),
  })
  .meta({
    examples: [
      {
        name: 'Harbor warehouse',
        address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
        license_number: 'C11-0000001',
      },
    ],
  });

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const LOCATION_READ_ONLY = ['license_warnings', 'created_at'] as const;

export const UpdateLocation = z
  .strictObject({
    id: Id,
    name: text(LOCATION.name.most).optional().meta({ description: 'Name of the location' }),
    address: AddressChange.optional().meta({ description: 'Address lines to change' }),
    license_number: text(LOCATION.license_number.most)
      .nullish()
      .meta({ description: 'License of the premises; null clears it' }),
    active: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the location is in use; an inactive one keeps its stock' }),
    receiving_room: ReceivingRoom.optional(),
    receiving_hours: text(LOCATION.receiving_hours.most)
      .nullish()
      .meta({ description: 'When deliveries are accepted; null clears it' }),
    delivery_days: DeliveryDays,
    order_cutoff: OrderCutoff,
    external_ids: ExternalIdsChange.optional(),
    ...unchanged(LOCATION_READ_ONLY),
  })
  .meta({ examples: [{ name: 'Harbor warehouse', active: true }] });

export const LocationId = z.strictObject({ id: Id });
