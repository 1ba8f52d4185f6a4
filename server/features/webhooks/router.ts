import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { getWebhook, listDeliveries, listEvents, listWebhooks } from './queries';
import { getDeliveryDetail, replayDelivery, replayFailed, testWebhook } from './replay';
import {
  DeliveryId,
  EndpointDeliveryId,
  ListDeliveries,
  ListEvents,
  ListWebhooks,
  NewWebhook,
  Replayed,
  ReplayFailed,
  TestWebhook,
  UpdateWebhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookEventList,
  WebhookId,
} from './schema';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './service';

export const webhooksRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/webhooks',
    summary: 'Webhook endpoints, oldest first',
    description:
      'A member who is limited to locations sees the endpoints within that limit. Secrets are never shown again.',
    permission: 'read:webhooks',
    input: ListWebhooks,
    output: WebhookEndpointList,
  }).query(({ ctx, input }) => listWebhooks(ctx, input)),

  create: endpoint({
    rest: 'POST /api/v1/webhooks',
    summary: 'Add a webhook endpoint',
    description: 'The answer shows the signing secret, this once. At most ten endpoints.',
    permission: 'create:webhooks',
    input: NewWebhook,
    output: WebhookEndpointWithSecret,
    status: 201,
    location: '/api/v1/webhooks/{id}',
    errors: ['NOT_FOUND', 'CONFLICT'],
    transaction: false,
  }).mutation(({ ctx, input }) => createWebhook(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/webhooks/{id}',
    summary: 'One webhook endpoint',
    description: 'Without its secret, which is shown only on creation and rotation.',
    permission: 'read:webhooks',
    input: WebhookId,
    output: WebhookEndpoint,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getWebhook(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/webhooks/{id}',
    summary: 'Change, enable or disable a webhook endpoint',
    description: 'Disabling fails what waits for it; replay-failed sends that once it is enabled again.',
    permission: 'update:webhooks',
    input: UpdateWebhook,
    output: WebhookEndpoint,
    errors: ['NOT_FOUND'],
    transaction: false,
  }).mutation(({ ctx, input }) => updateWebhook(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/webhooks/{id}',
    summary: 'Delete a webhook endpoint and its deliveries',
    description: 'What still waits for it is not sent. Events stay readable with GET /api/v1/events.',
    permission: 'delete:webhooks',
    input: WebhookId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteWebhook(ctx, input.id)),

  rotateSecret: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/rotate-secret',
    summary: 'Give a webhook endpoint a new secret',
    description: 'For 24 hours deliveries are signed with the new secret and the one before it.',
    permission: 'update:webhooks',
    input: WebhookId,
    output: WebhookEndpointWithSecret,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => rotateSecret(ctx, input.id)),

  test: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/test',
    summary: 'Send a sample event, once',
    description: 'Answers with the attempt, or after four seconds with the delivery still pending.',
    permission: 'update:webhooks',
    input: TestWebhook,
    output: WebhookDelivery,
    errors: ['NOT_FOUND', 'CONFLICT'],
    transaction: false,
  }).mutation(({ ctx, input }) => testWebhook(ctx, input)),

  deliveries: endpoint({
    rest: 'GET /api/v1/webhooks/{id}/deliveries',
    summary: 'Deliveries to a webhook endpoint with their attempts, oldest first',
    description: 'Kept for 30 days.',
    permission: 'read:webhooks',
    input: ListDeliveries,
    output: WebhookDeliveryList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listDeliveries(ctx, input)),

  delivery: endpoint({
    rest: 'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}',
    summary: 'One delivery, with the request that was sent',
    description: 'Shows the exact headers and body, for checking a signature.',
    permission: 'read:webhooks',
    input: EndpointDeliveryId,
    output: WebhookDeliveryDetail,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getDeliveryDetail(ctx, input)),

  replay: endpoint({
    rest: 'POST /api/v1/webhooks/deliveries/{id}/replay',
    summary: 'Send a delivery again',
    description: 'At once, and from there by the schedule of retries.',
    permission: 'update:webhooks',
    input: DeliveryId,
    output: WebhookDelivery,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => replayDelivery(ctx, input.id)),

  replayFailed: endpoint({
    rest: 'POST /api/v1/webhooks/{id}/replay-failed',
    summary: 'Send again what failed since a moment',
    description: 'Deliveries that were given up, and those that wait for their next attempt.',
    permission: 'update:webhooks',
    input: ReplayFailed,
    output: Replayed,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => replayFailed(ctx, input)),
});

export const eventsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/events',
    summary: 'Events behind a sequence, lowest first',
    description:
      'For catching up: pass next_after of the last response as after. A member or key that is limited to locations gets only events within them, so gaps in the sequence are normal. Events are kept for 30 days.',
    permission: 'read:webhooks',
    input: ListEvents,
    output: WebhookEventList,
  }).query(({ ctx, input }) => listEvents(ctx, input)),
});
