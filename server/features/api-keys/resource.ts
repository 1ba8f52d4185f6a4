import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../kernel/params';
import { TEAM_ROLES } from '../../kernel/permissions';
import {
  arrayOf,
  exampleId,
  exampleOf,
  flag,
  id,
  ids,
  object,
  oneOf,
  text,
  time,
} from '../../platform/db/fields';
import { resource } from '../../platform/db/resource';
import { users } from '../auth/tables';
import { prefixOf } from './format';
import { KeyPermission } from './schema';
import { apiKeys } from './tables';

const k = alias(apiKeys, 'k');
const u = alias(users, 'u');

export const apiKey = resource(
  k,
  {
    id: id(k.id, undefined, exampleId('11')),
    name: text(k.name, 'What it is for', 'ERP sync'),
    prefix: text(
      sql`${sql.raw(`'${prefixOf('')}'`)} || k.lookup`,
      'Its first 12 characters, to recognize it by',
      'tlk_7Q4M2XKD',
    ),
    permissions: arrayOf(KeyPermission)(
      k.permissions,
      'Its permissions; of a personal one those that the member who created it has lost have no effect',
      ['read:inventory', 'read:products', 'update:inventory'],
    ),
    location_ids: ids(
      k.locationIds,
      'Locations that it is limited to; null for all, and of a personal one for those of the member who created it',
    ),
    personal: flag(k.personal, 'Whether it acts for the member who created it, and ends with them'),
    expires_at: time(k.expiresAt, 'When it stops working; null for never', '2027-01-02T15:04:05.000Z'),
    last_used_at: time(k.lastUsedAt, 'When it was last used, to the minute'),
    previous_secret_until: time.orNull(
      sql`case when k.previous_until > now() then k.previous_until end`,
      'Until when the secret before the last rotation works; null when it no longer does',
    ),
    created_by: object(
      { id: id(u.id, 'Id of the user', exampleId('12')), name: text(u.name, 'Name', 'Rosa Diaz') },
      'The member who created it; when they are removed, a personal one is deleted',
    ),
    created_by_role: oneOf(z.enum(TEAM_ROLES)).orNull(
      sql`case when u.removed_at is null then u.team_role end`,
      'Role of that member now; null once they have left',
    ),
    created_at: time(k.createdAt),
    updated_at: time(k.updatedAt),
  },
  { joins: sql`join ${users} u on u.id = k.user_id`, id: 'ApiKey' },
);
export const ApiKey = apiKey.schema;
export type KeyView = z.infer<typeof ApiKey>;
export const ApiKeyList = listOf(ApiKey);

export const ApiKeyWithSecret = ApiKey.extend({
  secret: z.string().meta({ description: 'The key itself. Shown this once; send it as a bearer token.' }),
}).meta({
  id: 'ApiKeyWithSecret',
  examples: [{ ...exampleOf(apiKey.fields), secret: 'tlk_7Q4M2XKD_0123456789ABCDEFGHJKMNPQRSTVWXYZY2Y6' }],
});
