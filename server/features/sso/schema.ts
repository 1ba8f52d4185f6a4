// Pages import this file.
import { z } from 'zod';
import { Id, Timestamp } from '../../kernel/params';

/** Roles that a group of the provider may give: owners are made here alone. */
export const MAPPED_ROLES = ['viewer', 'manager', 'admin'] as const;
export const MAX_MAPPINGS = 100;
export const MAX_DOMAINS = 25;

export const GroupMapping = z
  .strictObject({
    group: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'Name or id of the group, as the provider sends it' }),
    role: z.enum(MAPPED_ROLES).meta({ description: 'Role of its members' }),
    location_ids: z
      .array(Id)
      .min(1)
      .max(200)
      .nullable()
      .meta({ description: 'Locations that they are limited to; null for all' }),
  })
  .meta({ id: 'SsoMapping' });
export type GroupMapping = z.infer<typeof GroupMapping>;

export const SsoDomain = z
  .object({
    id: Id,
    domain: z.string().meta({ description: 'In lower case, with A-labels' }),
    record_name: z.string().meta({ description: 'Name of the TXT record to publish' }),
    record_value: z.string().meta({ description: 'Text of the record' }),
    verified_at: Timestamp.nullable().meta({ description: 'When the record was found; null until then' }),
    missing_since: Timestamp.nullable().meta({
      description: 'Since when the daily check no longer finds it; null while it does',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'SsoDomain' });
