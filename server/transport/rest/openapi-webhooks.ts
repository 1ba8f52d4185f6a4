import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { CATALOG, eventTypeOf } from '../../features/webhooks/catalog';
import { WebhookBatch, WebhookEvent } from '../../features/webhooks/schema';
import { EVENT_NAMES, EVENTS, type EventName } from '../../kernel/events';
import { pascal } from './openapi-schemas';
import { OPERATIONS } from './operations';

type Json = Record<string, unknown>;

const HEADERS = {
  'webhook-id': 'The id of the event, the same at each attempt',
  'webhook-timestamp': 'When this attempt was sent, in seconds since 1970',
  'webhook-signature': 'One or two `v1,` signatures (Standard Webhooks), separated by a space',
};

/** Named, because openapi-generator does not support inline schemas under `webhooks`. */
const HEADER = { type: 'string', description: 'One header of a delivery' };

/** Builds the deliveries to endpoints per event, with the schemas that they refer to. */
export function openApiWebhooks(): { webhooks: Json; schemas: Json } {
  const { webhooks, components } = createDocument({
    openapi: '3.1.0',
    info: { title: 'Webhooks', version: 'v1' },
    webhooks: {
      ...Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: requestOf(name) }])),
      batch: { post: batchRequest() },
    },
  });
  return { webhooks: webhooks as Json, schemas: { ...components?.schemas, WebhookHeader: HEADER } };
}

function requestOf(name: EventName) {
  const type = eventTypeOf(name);
  const { schema, sample } = CATALOG[type];
  const body = WebhookEvent.extend({
    type: z.literal(name).meta({ description: 'Type of the event' }),
    data: schema,
  }).meta({
    id: `${pascal(name)}Event`,
    examples: [{ ...(WebhookEvent.meta()?.examples?.[0] as Json), type: name, data: sample }],
  });
  const emitters = OPERATIONS.filter(({ emits }) => emits.includes(type)).map(
    ({ method, path }) => `- \`${method} ${path}\``,
  );
  return {
    operationId: `on_${name.replaceAll('.', '_')}`,
    summary: EVENTS[name].summary,
    description: `Operations that can cause it:\n\n${emitters.join('\n')}`,
    ...deliveryOf(body),
  };
}

/** What an endpoint with `batch` receives instead. */
const batchRequest = () => ({
  operationId: 'on_batch',
  summary: 'Several events in one request',
  description: 'For endpoints with `batch`. 413 makes us send it in halves.',
  ...deliveryOf(WebhookBatch),
});

const deliveryOf = (body: z.ZodType) => ({
  tags: ['Webhook payloads'],
  security: [],
  parameters: Object.entries(HEADERS).map(([header, description]) => ({
    in: 'header' as const,
    name: header,
    required: true,
    description,
    schema: { $ref: '#/components/schemas/WebhookHeader' },
  })),
  requestBody: { required: true, content: { 'application/json': { schema: body } } },
  responses: {
    '2XX': { description: 'Received; any other response is retried' },
    '410': { description: 'The endpoint is disabled' },
  },
});
