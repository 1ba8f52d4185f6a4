import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../kernel/params';
import {
  arrayOf,
  count,
  exampleId,
  exampleOf,
  flag,
  id,
  ids,
  json,
  text,
  time,
  wordOf,
} from '../../platform/db/fields';
import { many, resource } from '../../platform/db/resource';
import {
  AttemptKind,
  Batching,
  DeliveryStatus,
  DisabledReason,
  EventFilter,
  Subscription,
  WebhookEventType,
} from './schema';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from './tables';

const w = alias(webhookEndpoints, 'w');
const d = alias(webhookDeliveries, 'd');
const a = alias(webhookAttempts, 'a');

export const endpoint = resource(
  w,
  {
    id: id(w.id, undefined, exampleId('0b')),
    url: text(w.url, 'Where events are sent', 'https://example.com/tallyleaf'),
    description: text(w.description, 'A note for your team', 'Warehouse screen'),
    events: arrayOf(Subscription)(w.events, 'Names of events, or * for all of them', [
      'inventory.updated',
      'order.created',
    ]),
    active: flag(w.active, 'Whether events are sent', true),
    disabled_reason: wordOf(DisabledReason)(w.disabledReason, DisabledReason.description),
    location_ids: ids(w.locationIds, 'Events about other locations are not sent; null for no limit'),
    batch: json(
      sql`w.batch`,
      Batching.nullable().meta({ description: 'How many events a request carries; null for one' }),
      null,
    ),
    filter: json(
      sql`w.filter`,
      EventFilter.nullable().meta({ description: 'Which of the events are sent; null for all' }),
      null,
    ),
    created_at: time(w.createdAt),
    updated_at: time(w.updatedAt),
  },
  { id: 'WebhookEndpoint' },
);
export const WebhookEndpoint = endpoint.schema;
export type EndpointView = z.infer<typeof WebhookEndpoint>;
export const WebhookEndpointList = listOf(WebhookEndpoint);

const secret = z.string().meta({
  description: 'Shown this once. Deliveries are signed with it (Standard Webhooks).',
});
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret }).meta({
  id: 'WebhookEndpointWithSecret',
  examples: [{ ...exampleOf(endpoint.fields), secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }],
});

const attempt = resource(
  a,
  {
    at: time(a.at, 'When the request was sent'),
    kind: wordOf(AttemptKind)(a.kind),
    status_code: count(a.statusCode, 'Status of the response; null when there was none', 503),
    duration_ms: count(a.durationMs, 'Milliseconds until the response, or until it was given up', 84),
    response_body: text(a.responseBody, 'First 4 KiB of the response', 'try again later'),
    error: text(a.error, 'Why there was no response'),
  },
  { examples: undefined },
);
export const delivery = resource(
  d,
  {
    id: id(d.id, undefined, exampleId('0c')),
    event_id: id(d.eventId, 'Also the webhook-id header, the same at each attempt', exampleId('0d')),
    event_type: wordOf(WebhookEventType)(d.eventType, undefined, 'order.created'),
    status: wordOf(DeliveryStatus)(d.status),
    batch_id: id(
      d.batchId,
      'The request that carries it with others, which is the webhook-id header instead of its own; null outside of a batch',
      exampleId('0e'),
    ),
    response_code: count(
      d.responseCode,
      'Status of the last response; 0 when there was none, null before the first attempt',
      200,
    ),
    attempts: many(
      attempt,
      {
        from: sql`(select * from ${webhookAttempts} where delivery_id = d.id
          order by at desc nulls last, id limit 100) a`,
        where: sql`true`,
        order: sql`a.at, a.id`,
      },
      'Oldest first; the last 100',
    ),
    next_attempt_at: time(
      d.nextAttemptAt,
      'When the next attempt is due; null when none is',
      '2026-01-02T15:04:10.000Z',
    ),
    created_at: time(d.createdAt),
  },
  { id: 'WebhookDelivery' },
);
export const WebhookDelivery = delivery.schema;
export type DeliveryView = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveryList = listOf(WebhookDelivery);

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  request: z
    .object({
      url: z.string().meta({ description: 'Address of the endpoint' }),
      headers: z.record(z.string(), z.string()).meta({ description: 'Headers by name' }),
      body: z.string().meta({ description: 'Body, exactly as signed' }),
    })
    .meta({ description: 'What the last attempt sent, or the first will send' }),
}).meta({
  id: 'WebhookDeliveryDetail',
  examples: [
    {
      ...exampleOf(delivery.fields),
      request: {
        url: endpoint.fields.url.example,
        headers: { 'content-type': 'application/json', 'webhook-id': delivery.fields.event_id.example },
        body: '{"id":"0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0d","type":"order.created"}',
      },
    },
  ],
});
