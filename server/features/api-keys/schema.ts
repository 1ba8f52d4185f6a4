import { z } from 'zod';
import {
  Id,
  listOf,
  Moment,
  Paging,
  RecentPassword,
  sortBy,
  Timestamp,
  text,
  unchanged,
  wholeNumber,
} from '../../kernel/params';
import { KEY_PERMISSIONS, PERMISSIONS, type Permission } from '../../kernel/permissions';
import { rule } from '../../kernel/rules';

export const MAX_KEYS = 100;
const MAX_LOCATIONS = 500;
/** 7 days. */
export const MAX_OVERLAP_HOURS = 168;

const KeyPermission = z
  .enum(KEY_PERMISSIONS as [Permission, ...Permission[]])
  .meta({ id: 'ApiKeyPermission', description: 'A permission that a key may have' });

const EXAMPLE = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b11',
  name: 'ERP sync',
  prefix: 'tlk_7Q4M2XKD',
  permissions: ['read:inventory', 'read:products', 'update:inventory'],
  location_ids: null,
  expires_at: '2027-01-02T15:04:05.000Z',
  last_used_at: null,
  previous_secret_until: null,
  created_by: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b12', name: 'Rosa Diaz' },
  created_at: '2026-01-02T15:04:05.000Z',
  updated_at: '2026-01-02T15:04:05.000Z',
};

export const ApiKey = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What it is for' }),
    prefix: z.string().meta({ description: 'Its first 12 characters, to recognize it by' }),
    permissions: z.array(KeyPermission).meta({
      description: 'Its permissions; those that the member who created it has lost have no effect',
    }),
    location_ids: z.array(Id).nullable().meta({
      description: 'Locations that it is limited to; null for those of the member who created it',
    }),
    expires_at: Timestamp.nullable().meta({ description: 'When it stops working; null for never' }),
    last_used_at: Timestamp.nullable().meta({ description: 'When it was last used, to the minute' }),
    previous_secret_until: Timestamp.nullable().meta({
      description: 'Until when the secret before the last rotation works; null when it no longer does',
    }),
    created_by: z
      .object({
        id: Id.meta({ description: 'Id of the user' }),
        name: z.string().meta({ description: 'Name' }),
      })
      .meta({ description: 'The member who created it; when they are removed, it is deleted' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ApiKey', examples: [EXAMPLE] });
export const ApiKeyList = listOf(ApiKey);

export const ApiKeyWithSecret = ApiKey.extend({
  secret: z.string().meta({ description: 'The key itself. Shown this once; send it as a bearer token.' }),
}).meta({
  id: 'ApiKeyWithSecret',
  examples: [{ ...EXAMPLE, secret: 'tlk_7Q4M2XKD_0123456789ABCDEFGHJKMNPQRSTVWXYZY2Y6' }],
});

export const ListApiKeys = z.strictObject({ sort: sortBy(['created_at', 'name']), ...Paging });
export const ApiKeyId = z.strictObject({ id: Id });

const Name = text(100).meta({ description: 'What it is for' });
const Permissions = z
  .array(KeyPermission)
  .min(1, 'must name at least one permission')
  .max(PERMISSIONS.length)
  .refine((all) => new Set(all).size === all.length, rule('duplicate', 'must name each permission once'))
  .meta({ uniqueItems: true, description: 'Permissions that you have' });
const LocationIds = z
  .array(Id)
  .min(1, 'must name at least one location')
  .max(MAX_LOCATIONS, `must name at most ${MAX_LOCATIONS} locations`)
  .nullish();

export const NewApiKey = z
  .strictObject({
    name: Name,
    permissions: Permissions,
    location_ids: LocationIds.meta({ description: 'Limits it to these locations; your own when absent' }),
    expires_at: Moment.nullish().meta({
      format: 'date-time',
      description: 'When it stops working; never when absent',
    }),
    password: RecentPassword,
  })
  .meta({
    examples: [{ name: EXAMPLE.name, permissions: EXAMPLE.permissions, expires_at: EXAMPLE.expires_at }],
  });

/** Fields that a PATCH accepts only unchanged (decision 34); `last_used_at` changes meanwhile, so any value passes. */
export const API_KEY_READ_ONLY = [
  'prefix',
  'previous_secret_until',
  'created_by',
  'created_at',
  'updated_at',
] as const;
export const UpdateApiKey = z
  .strictObject({
    id: Id,
    name: Name.optional(),
    permissions: Permissions.optional(),
    location_ids: LocationIds.meta({ description: 'null removes the limit' }),
    expires_at: Moment.nullish().meta({ format: 'date-time', description: 'null for never' }),
    ...unchanged([...API_KEY_READ_ONLY, 'last_used_at']),
    password: RecentPassword,
  })
  .meta({ examples: [{ name: 'ERP sync, warehouse', expires_at: null }] });

export const RotateApiKey = z
  .strictObject({
    id: Id,
    overlap_hours: wholeNumber()
      .min(0)
      .max(MAX_OVERLAP_HOURS, `must be at most ${MAX_OVERLAP_HOURS}`)
      .default(24)
      .meta({ description: 'How long the previous secret keeps working, at most 7 days' }),
    password: RecentPassword,
  })
  .meta({ examples: [{ overlap_hours: 48 }] });
