import { z } from 'zod';
import { CalendarDate, Id, listOf, Paging, Timestamp } from '../kernel/params';
import { ENTITY_TYPES } from '../kernel/permissions';

export const SYNC_FREQUENCIES = ['manual', '5min', '15min', '30min', 'hourly', 'daily', 'weekly'] as const;

export const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});

export const Settings = z.object({
  auto_sync: z.boolean(),
  sync_frequency: z.enum(SYNC_FREQUENCIES),
  low_stock_threshold: z.number().int(),
  timezone: z.string().meta({ description: 'IANA timezone' }),
  tax_rate_bps: z.number().int().meta({ description: 'basis points: 825 is 8.25 %' }),
  require_coa: z.boolean(),
  pending_order_expiry_days: z.number().int().nullable(),
});

export const Entity = z
  .object({
    id: Id,
    type: z.enum(ENTITY_TYPES),
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
export const Party = z.object({ id: Id, name: z.string(), type: z.enum(ENTITY_TYPES) });

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

export const Connection = z
  .object({
    id: Id,
    entity: Party,
    direction: z.enum(['incoming', 'outgoing']),
    status: z.enum(['pending', 'accepted', 'rejected']),
    message: z.string().nullable(),
    created_at: Timestamp,
    responded_at: Timestamp.nullable(),
  })
  .meta({ id: 'Connection' });
export const ConnectionList = listOf(Connection);

export const ListQuery = z.strictObject({ ...Paging });
export const NoInput = z.strictObject({});
