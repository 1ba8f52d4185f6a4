import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, reference } from '../../platform/db/columns';
import { keep, personal, plain, withheld } from '../../platform/db/marks';
import { apiKeys } from '../api-keys/tables';
import { entities } from '../entities/tables';
import {
  ATTEMPT_KINDS,
  type Batching,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  type EventFilter,
} from './schema';

/** Where a business wants its events. One process at a time delivers to an endpoint: the one that holds its lease. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    entityId: reference('entity_id', () => entities.id),
    url: personal(text('url')).notNull(),
    description: personal(text('description')),
    events: plain(text('events')).array().notNull(),
    /** Events about other locations are not sent; null for no limit. */
    locationIds: uuid('location_ids').array(),
    /** How many events a request carries; null for one. */
    batch: plain(jsonb('batch').$type<Batching>()),
    /** Which of the events are sent; null for all. */
    filter: plain(jsonb('filter').$type<EventFilter>()),
    active: boolean('active').notNull().default(true),
    disabledReason: text('disabled_reason', { enum: DISABLED_REASONS }),
    /** Of an app: the key behind its grant, with which it ends. */
    grantKeyId: uuid('grant_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    secret: withheld(text('secret')).notNull(),
    previousSecret: withheld(text('previous_secret')),
    previousSecretUntil: withheld(instant('previous_secret_until')),
    /** Since when every attempt failed; null after a success. */
    failingSince: instant('failing_since'),
    leaseToken: withheld(uuid('lease_token')),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('webhook_endpoints_of_entity').on(t.entityId, t.createdAt, t.id),
    index('webhook_endpoints_of_grant').on(t.grantKeyId).where(sql`${t.grantKeyId} is not null`),
  ],
);
keep(webhookEndpoints, { rows: 'entity_id', kept: 'working', erase: 'delete' });

/** An event on its way to an endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id').notNull(),
    /** The name under which the endpoint subscribed to it. */
    eventType: plain(text('event_type')).notNull(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('pending'),
    /** Rises with each replay: an attempt of an earlier round decides nothing. */
    round: integer('round').notNull().default(0),
    /** Attempts of this round. */
    tries: integer('tries').notNull().default(0),
    nextKind: text('next_kind', { enum: ATTEMPT_KINDS }).notNull().default('scheduled'),
    /** Null of a pending one that waits behind all whose time has come. */
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    lastAttemptAt: instant('last_attempt_at'),
    /** Those that are sent in one request, from its first attempt on; the request's id. */
    batchId: uuid('batch_id'),
    /** Status of the last response; 0 without one, null before the first attempt. */
    responseCode: integer('response_code'),
    /** Of a test event, which is no event of the business. */
    testData: personal(jsonb('test_data')),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.endpointId, t.eventId),
    index('webhook_deliveries_due')
      .on(t.endpointId, t.nextAttemptAt, t.id)
      .where(sql`${t.status} = 'pending'`),
    index('webhook_deliveries_of_endpoint').on(t.endpointId, t.createdAt, t.id),
    index('webhook_deliveries_age').on(t.createdAt),
    index('webhook_deliveries_of_batch')
      .on(t.batchId)
      .where(sql`${t.batchId} is not null and ${t.status} = 'pending'`),
    index('webhook_deliveries_failing')
      .on(t.endpointId, t.responseCode, t.createdAt)
      .where(sql`${t.responseCode} not between 200 and 299`),
  ],
);
keep(webhookDeliveries, { rows: 'endpoint_id>webhook_endpoints', kept: 'days30', erase: 'delete' });

/** One request to an endpoint, and its response. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind', { enum: ATTEMPT_KINDS }).notNull(),
    statusCode: integer('status_code'),
    durationMs: integer('duration_ms').notNull(),
    responseBody: personal(text('response_body')),
    error: personal(text('error')),
    /** The batch that it was sent in. */
    batchId: uuid('batch_id'),
    /** The webhook-signature header that was sent. */
    signature: withheld(text('signature')).notNull(),
  },
  (t) => [
    index('webhook_attempts_of_delivery').on(t.deliveryId, t.at),
    index('webhook_attempts_of_batch').on(t.batchId).where(sql`${t.batchId} is not null`),
  ],
);
keep(webhookAttempts, { rows: 'delivery_id>webhook_deliveries', kept: 'days30', erase: 'delete' });
