import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, isOneOf, reference } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { entities, locations } from '../entities/tables';
import { CONNECTION_AUTHS, CONNECTION_STATUSES, SYSTEMS } from './systems';

/** Connections with systems that are no POS: of the whole business, or of a location. */
export const integrationConnections = pgTable(
  'integration_connections',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    locationId: uuid('location_id'),
    system: text('system', { enum: SYSTEMS }).notNull(),
    config: personal(jsonb('config')).notNull().default({}),
    /** Encrypted; null without any. */
    credentials: withheld(text('credentials')),
    auth: text('auth', { enum: CONNECTION_AUTHS }).notNull().default('none'),
    status: text('status', { enum: CONNECTION_STATUSES }).notNull().default('active'),
    /** What was read last, by list. */
    cursors: withheld(jsonb('cursors')).notNull().default({}),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
    lastOkAt: instant('last_ok_at'),
    /** `{code, message}` of the last failure; null once it works again. */
    lastError: plain(jsonb('last_error')),
    /** When the credentials were entered. */
    credentialsAt: instant('credentials_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'integration_connections_location',
      columns: [t.entityId, t.locationId],
      foreignColumns: [locations.entityId, locations.id],
    }),
    index('integration_connections_of_entity').on(t.entityId, t.createdAt, t.id),
    uniqueIndex('integration_connections_metrc').on(t.locationId).where(sql`${t.system} = 'metrc'`),
    check('integration_connections_system', isOneOf(t.system, SYSTEMS)),
    check('integration_connections_auth', isOneOf(t.auth, CONNECTION_AUTHS)),
    check('integration_connections_status', isOneOf(t.status, CONNECTION_STATUSES)),
  ],
);
keep(integrationConnections, { rows: 'entity_id', kept: 'working', erase: 'delete' });
