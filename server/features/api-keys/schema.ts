import { z } from 'zod';
import { Confirmation, Id, Moment, text, unchanged, wholeNumber } from '../../kernel/params';
import { KEY_PERMISSIONS, PERMISSIONS, type Permission } from '../../kernel/permissions';
import { rule } from '../../kernel/rules';
import { LocationLimit } from '../entities/locations/schema';

export const MAX_KEYS = 100;
/** 7 days. */
export const MAX_OVERLAP_HOURS = 168;

export const KeyPermission = z
  .enum(KEY_PERMISSIONS as [Permission, ...Permission[]])
  .meta({ id: 'ApiKeyPermission', description: 'A permission that a key may have' });

export const ApiKeyId = z.strictObject({ id: Id });

const Name = text(100).meta({ description: 'What it is for' });
const Permissions = z
  .array(KeyPermission)
  .min(1, 'must name at least one permission')
  .max(PERMISSIONS.length)
  .refine((all) => new Set(all).size === all.length, rule('duplicate', 'must name each permission once'))
  .meta({ uniqueItems: true, description: 'Permissions that you have' });

export const NewApiKey = z
  .strictObject({
    name: Name,
    permissions: Permissions,
    location_ids: LocationLimit.meta({ description: 'Limits it to these locations; your own when absent' }),
    expires_at: Moment.nullish().meta({
      format: 'date-time',
      description: 'When it stops working; never when absent',
    }),
    personal: z.boolean().default(false).meta({
      description:
        'true: it acts for you, with its permissions as far as you have them, and ends when you leave. false: it belongs to the business, and goes on',
    }),
    ...Confirmation,
  })
  .meta({
    examples: [
      {
        name: 'ERP sync',
        permissions: ['read:inventory', 'read:products', 'update:inventory'],
        expires_at: '2027-01-02T15:04:05.000Z',
      },
    ],
  });

/** Fields that a PATCH accepts only unchanged (decision 34); `last_used_at` changes meanwhile, so any value passes. */
export const API_KEY_READ_ONLY = [
  'prefix',
  'previous_secret_until',
  'created_by',
  'created_by_role',
  'created_at',
  'updated_at',
] as const;
export const UpdateApiKey = z
  .strictObject({
    id: Id,
    name: Name.optional(),
    permissions: Permissions.optional(),
    location_ids: LocationLimit.meta({ description: 'null removes the limit' }),
    expires_at: Moment.nullish().meta({ format: 'date-time', description: 'null for never' }),
    personal: z.boolean().optional().meta({
      description: 'false gives a key of a member to the business, for owners; never the other way',
    }),
    ...unchanged([...API_KEY_READ_ONLY, 'last_used_at']),
    ...Confirmation,
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
    ...Confirmation,
  })
  .meta({ examples: [{ overlap_hours: 48 }] });
