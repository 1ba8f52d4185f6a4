import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { getWebhook, ListDeliveries, listDeliveries, listEvents } from './queries';
import { ENDPOINTS } from './queries.sql';
import { getAnyDelivery, getDeliveryDetail, replayDelivery, replayFailed, testWebhook } from './replay';
import { replayEvents } from './replay-events';
import {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
} from './resource';
import {
  DeliveryId,
  EndpointDeliveryId,
  ListEvents,
  NewWebhook,
  ReplayEvents,
  Replayed,
  ReplayedEvents,
  ReplayFailed,
  RotateSecret,
  TestWebhook,
  UpdateWebhook,
  WebhookEventList,
  WebhookId,
} from './schema';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './service';
import { webhookDeliveries, webhookEndpoints } from './tables';

export const webhooksRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/webhooks',
    summary: 'List webhook endpoints',
    description:
      'Oldest first. A member who is limited to locations sees the endpoints within that limit. Secrets are never shown again.',
    permission: 'read:webhooks',
    input: ENDPOINTS.input,
    output: WebhookEndpointList,
  }).query(({ ctx, input }) => readPaged(ctx.db, ENDPOINTS, ctx.actor, input)),

  create: endpoint({
    rest: 'POST /api/v1/webhooks',
    summary: 'Add a webhook endpoint',
    description: 'The response shows the signing secret, which is never shown again. At most ten endpoints.',
    permission: 'create:webhooks',
    input: NewWebhook,
    output: WebhookEndpointWithSecret,
    status: 201,
    location: '/api/v1/webhooks/{id}',
    errors: ['NOT_FOUND', 'outside_your_locations', 'too_many_endpoints'],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => createWebhook(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/webhooks/{id}',
    summary: 'Get a webhook endpoint',
    description: 'Without its secret, which is shown only on creation and rotation.',
    permission: 'read:webhooks',
    input: WebhookId,
    output: WebhookEndpoint,
    object: rowOf(webhookEndpoints.id, { volatile: ['secret'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getWebhook(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/webhooks/{id}',
    summary: 'Update, enable or disable a webhook endpoint',
    description: 'Disabling fails its pending deliveries; replay-failed sends them once it is enabled again.',
    permission: 'update:webhooks',
    input: UpdateWebhook,
    output: WebhookEndpoint,
    errors: ['NOT_FOUND', 'outside_your_locations'],
    recent: 'to change its url',
    transaction: false,
  }).mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/webhooks/{id}',
    summary: 'Delete a webhook endpoint and its deliveries',
    description: 'Pending deliveries are not sent. Events stay readable with GET /api/v1/events.',
    permission: 'delete:webhooks',
    input: WebhookId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
    transaction: false,
  }).mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),

  rotateSecret: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/rotate-secret',
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'For 24 hours deliveries are signed with both the new and the previous secret.',
    permission: 'update:webhooks',
    input: RotateSecret,
    output: WebhookEndpointWithSecret,
    errors: ['NOT_FOUND'],
    recent: true,
  }).mutation(({ ctx, input }) => rotateSecret(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/test',
    summary: 'Send a sample event',
    description:
      'Responds with the attempt, or after four seconds with the pending delivery. There are no retries.',
    permission: 'update:webhooks',
    input: TestWebhook,
    output: WebhookDelivery,
    errors: ['NOT_FOUND', 'endpoint_disabled'],
    transaction: false,
  }).mutation(({ ctx, input }) => testWebhook(ctx, input)),

  deliveries: endpoint({
    rest: 'GET /api/v1/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'With their attempts, oldest first. Kept for 30 days.',
    permission: 'read:webhooks',
    input: ListDeliveries,
    output: WebhookDeliveryList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listDeliveries(ctx, input)),

  delivery: endpoint({
    rest: 'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}',
    summary: 'Get a delivery with its request',
    description: 'Shows the exact headers and body, for checking a signature.',
    permission: 'read:webhooks',
    input: EndpointDeliveryId,
    output: WebhookDeliveryDetail,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDeliveryDetail(ctx, input)),

  anyDelivery: endpoint({
    rest: 'GET /api/v1/webhooks/deliveries/{id}',
    summary: 'Get a delivery of any endpoint',
    description: 'As below its endpoint: with the exact headers and body.',
    permission: 'read:webhooks',
    input: DeliveryId,
    output: WebhookDeliveryDetail,
    object: rowOf(webhookDeliveries.id, { volatile: ['request'] }),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getAnyDelivery(ctx, input.id)),

  replay: endpoint({
    rest: 'POST /api/v1/webhooks/deliveries/{id}/replay',
    summary: 'Send a delivery again',
    description: 'Sends it immediately, then follows the retry schedule.',
    permission: 'update:webhooks',
    input: DeliveryId,
    output: WebhookDelivery,
    errors: ['NOT_FOUND', 'endpoint_disabled'],
  }).mutation(({ ctx, input }) => replayDelivery(ctx, input.id)),

  replayFailed: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/replay-failed',
    summary: 'Replay failed deliveries',
    description: 'Sends deliveries that failed since a time, and those that wait for their next attempt.',
    permission: 'update:webhooks',
    input: ReplayFailed,
    output: Replayed,
    errors: ['NOT_FOUND', 'endpoint_disabled'],
  }).mutation(({ ctx, input }) => replayFailed(ctx, input)),

  replayEvents: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/replay',
    summary: 'Send what an endpoint missed',
    description:
      'Sends the events after a sequence that the endpoint subscribed to, at most 10,000, behind those that happen meanwhile. Also those from before the endpoint, and those it was sent already.',
    permission: 'update:webhooks',
    input: ReplayEvents,
    output: ReplayedEvents,
    errors: ['NOT_FOUND', 'endpoint_disabled', 'cursor_expired', 'cursor_ahead', 'epoch_changed'],
  }).mutation(({ ctx, input }) => replayEvents(ctx, input)),
});

export const eventsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/events',
    summary: 'List events after a sequence',
    description:
      'Lowest sequence first. To catch up, pass `next_after` of the last response as `after`. A member or key that is limited to locations gets only events within them, so gaps in the sequence are normal. Events are kept for 30 days: a cursor from which you would miss some is 410 `cursor_expired`, one above `last_sequence` 409 `cursor_ahead`, and one of events that a restore has lost 409 `epoch_changed`; `details.after` says where to begin.',
    permission: 'read:webhooks',
    input: ListEvents,
    output: WebhookEventList,
    errors: ['cursor_expired', 'cursor_ahead', 'epoch_changed'],
  }).query(({ ctx, input }) => listEvents(ctx, input)),
});
