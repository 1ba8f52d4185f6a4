import { z } from 'zod';
import { EntityType } from '../auth/schema';
import { isTimezone } from '../kernel/clock';
import {
  CalendarDate,
  Count,
  Id,
  listOf,
  Paging,
  Search,
  sortBy,
  Timestamp,
  text,
  unchanged,
} from '../kernel/params';
import { rule } from '../kernel/rules';

export const SYNC_FREQUENCIES = ['manual', '5min', '15min', '30min', 'hourly', 'daily', 'weekly'] as const;
export const SyncFrequency = z
  .enum(SYNC_FREQUENCIES)
  .meta({ id: 'SyncFrequency', description: 'How often the schedule syncs each location' });

export const Address = z.object({
  street: z.string().meta({ description: 'Street and number' }),
  city: z.string().meta({ description: 'City' }),
  state: z.string().meta({ description: 'State, such as `CA`' }),
  zip: z.string().meta({ description: 'ZIP code' }),
});

/** An address as it is written; a PATCH takes the lines to change. */
export const NewAddress = z.strictObject({
  street: text(200).meta({ description: 'Street and number' }),
  city: text(100).meta({ description: 'City' }),
  state: text(100).meta({ description: 'State, such as `CA`' }),
  zip: text(20).meta({ description: 'ZIP code' }),
});
export const AddressChange = NewAddress.partial();

export const Settings = z.object({
  auto_sync: z.boolean(),
  sync_frequency: SyncFrequency,
  low_stock_threshold: Count,
  timezone: z.string().meta({ description: 'IANA timezone' }),
  tax_rate_bps: Count.meta({ description: 'basis points: 825 is 8.25 %' }),
  require_coa: z.boolean(),
  pending_order_expiry_days: Count.nullable(),
});

export const Entity = z
  .object({
    id: Id,
    type: EntityType,
    name: z.string(),
    legal_name: z.string(),
    license_number: z.string(),
    license_type: z.string().nullable(),
    license_expiry: CalendarDate.nullable(),
    address: Address,
    contact: z.object({ email: z.string(), phone: z.string().nullable() }),
    settings: Settings,
    locations: z.array(z.object({ id: Id, name: z.string(), address: z.string() })),
    created_at: Timestamp,
  })
  .meta({ id: 'Entity' });

/** A business as others see it beside their own objects. */
export const Party = z.object({ id: Id, name: z.string(), type: EntityType });

const ContactChange = z
  .strictObject({
    email: z
      .string()
      .trim()
      .max(254, 'must be at most 254 characters')
      .pipe(z.email('must be an e-mail address'))
      .meta({ format: 'email' }),
    phone: text(50).nullable(),
  })
  .partial();

const SettingsChange = z
  .strictObject({
    auto_sync: z.boolean(),
    sync_frequency: SyncFrequency,
    low_stock_threshold: z.int('must be a whole number').min(0).max(1_000_000),
    timezone: z
      .string()
      .max(64)
      .refine(isTimezone, rule('unknown_timezone', 'must be an IANA timezone such as America/Los_Angeles')),
    tax_rate_bps: z.int('must be a whole number').min(0).max(10_000),
    require_coa: z.boolean(),
    pending_order_expiry_days: z.int('must be a whole number').min(1).max(365).nullable(),
  })
  .partial();

/** Fields that a PATCH takes only as they are (decisions 34 and 46). */
export const ENTITY_READ_ONLY = ['id', 'type', 'locations', 'created_at'] as const;

export const UpdateEntity = z
  .strictObject({
    name: text(200).optional(),
    legal_name: text(200).optional(),
    license_number: text(100).optional(),
    license_type: text(100).nullish(),
    license_expiry: CalendarDate.nullish(),
    address: AddressChange.optional(),
    contact: ContactChange.optional(),
    settings: SettingsChange.optional(),
    ...unchanged(ENTITY_READ_ONLY),
  })
  .meta({ examples: [{ settings: { low_stock_threshold: 25 } }] });

export const DeleteEntity = z.strictObject({
  password: z.string().min(1, 'must not be empty').max(1024, 'must be at most 1024 characters'),
});

/** A business in the directory that one may ask for a connection. */
export const DirectoryEntry = z
  .object({ id: Id, name: z.string(), type: EntityType, city: z.string(), state: z.string() })
  .meta({ id: 'DirectoryEntry' });
export const Directory = listOf(DirectoryEntry);

export const ListDirectory = z.strictObject({
  type: EntityType.optional(),
  search: Search.optional(),
  sort: sortBy(['name', 'type', 'city', 'state']),
  ...Paging,
});

export const NoInput = z.strictObject({});
