import { z } from 'zod';
import { EVENT_NAMES } from '../../kernel/events';
import {
  BigCount,
  Confirmation,
  Count,
  Id,
  listOf,
  Moment,
  Paging,
  Timestamp,
  text,
  unchanged,
  wholeNumber,
} from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { LocationLimit } from '../entities/locations/schema';

export const WebhookEventType = z
  .enum(EVENT_NAMES)
  .meta({ id: 'WebhookEventType', description: 'Type of event' });

export const MAX_ENDPOINTS = 10;
export const MAX_SEQUENCE = 999_999_999_999_999;
const MAX_EPOCH = 2_147_483_647;
export const MAX_URL_LENGTH = 2048;
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description: '`pending` has an attempt ahead, `delivered` got a 2xx response, `failed` was given up',
});
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const ATTEMPT_KINDS = ['scheduled', 'manual', 'test'] as const;
export const AttemptKind = z
  .enum(ATTEMPT_KINDS)
  .meta({ id: 'AttemptKind', description: 'What caused the attempt' });
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];
export const DISABLED_REASONS = ['gone', 'failing', 'manual'] as const;
export const DisabledReason = z.enum(DISABLED_REASONS).meta({
  id: 'DisabledReason',
  description:
    '`gone`: it responded 410; `failing`: every attempt of five days failed; `manual`: a member disabled it',
});
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const Subscription = z
  .enum([...EVENT_NAMES, '*'])
  .meta({ id: 'WebhookSubscription', description: 'An event type, or `*` for all of them' });

export const WebhookId = z.strictObject({ id: Id });
export const RotateSecret = z.strictObject({ id: Id, ...Confirmation }).meta({ examples: [{}] });

const Url = z.string().trim().min(1, 'must not be empty').max(MAX_URL_LENGTH).meta({
  format: 'uri',
  description: 'An https address that the public internet reaches',
});
const Events = z
  .array(Subscription)
  .min(1, 'must name at least one event')
  .max(EVENT_NAMES.length + 1)
  .refine((events) => new Set(events).size === events.length, rule('duplicate', 'must name each event once'))
  .meta({ uniqueItems: true, description: 'Names of events, or * for all of them' });

export const Batching = z
  .strictObject({
    max_events: wholeNumber().min(1).max(100).meta({ description: 'Most events of a request' }),
    max_wait_seconds: wholeNumber()
      .min(0)
      .max(60)
      .meta({ description: 'How long the first event waits for others' }),
  })
  .meta({ description: 'Several events in one request, whose type is `batch`' });
export type Batching = z.infer<typeof Batching>;

const MAX_FIELDS = 50;
export const EventFilter = z
  .strictObject({
    location_ids: LocationLimit.meta({
      description: 'Events about one of these locations, and those about the whole business',
    }),
    fields: z
      .array(z.string().regex(/^[a-z_]{1,64}$/, 'must be the name of a field'))
      .min(1, 'must name at least one field')
      .max(MAX_FIELDS)
      .nullish()
      .meta({
        description:
          'Changes of one of these fields; events that say nothing of what has changed, such as created and deleted ones, are sent too',
      }),
  })
  .meta({ description: 'Which of the events are sent' });
export type EventFilter = z.infer<typeof EventFilter>;

/** What an endpoint's owner says of how events are sent. */
const Sending = {
  batch: Batching.nullish().meta({ description: 'null for one event in each request' }),
  filter: EventFilter.nullish().meta({ description: 'null for all events that it subscribed to' }),
};

export const NewWebhook = z
  .strictObject({
    url: Url,
    events: Events,
    description: text(200).nullish().meta({ description: 'A note for your team' }),
    active: z.boolean().default(true).meta({ description: 'Whether events are sent' }),
    location_ids: LocationLimit.meta({
      description: 'Send only events about these locations or about the whole business; your own when absent',
    }),
    ...Sending,
    ...Confirmation,
  })
  .meta({
    examples: [
      {
        url: 'https://example.com/tallyleaf',
        events: ['inventory.updated', 'order.created'],
        description: 'Warehouse screen',
      },
    ],
  });

/** Fields that a PATCH accepts only unchanged (decision 34). */
export const WEBHOOK_READ_ONLY = ['disabled_reason', 'created_at', 'updated_at'] as const;
export const UpdateWebhook = z
  .strictObject({
    id: Id,
    url: Url.optional(),
    events: Events.optional(),
    description: text(200).nullish().meta({ description: 'A note for your team; null clears it' }),
    active: z
      .boolean()
      .optional()
      .meta({ description: 'Whether events are sent; disabling fails what waits' }),
    location_ids: LocationLimit.meta({ description: 'null removes the limit' }),
    ...Sending,
    ...unchanged(WEBHOOK_READ_ONLY),
    ...Confirmation,
  })
  .meta({ examples: [{ events: ['order.created', 'order.updated'], active: true }] });

export const TestWebhook = z
  .strictObject({
    id: Id,
    event_type: WebhookEventType.optional().meta({
      description: 'The event to send a sample of; one that the endpoint subscribed to when absent',
    }),
  })
  .meta({ examples: [{ event_type: 'order.created' }] });

export const DeliveryId = z.strictObject({ id: Id });
export const EndpointDeliveryId = z.strictObject({ id: Id, delivery_id: Id });

export const ReplayFailed = z
  .strictObject({
    id: Id,
    since: Moment.meta({
      description: 'What failed since then is sent again; deliveries are kept for 30 days',
    }),
  })
  .meta({ examples: [{ since: '2026-01-02T09:00:00Z' }] });
export const Replayed = z.object({
  replayed: Count.meta({ description: 'Deliveries that are sent again' }),
});

const Sequence = wholeNumber().min(0).max(MAX_SEQUENCE);
const Epoch = wholeNumber().min(1).max(MAX_EPOCH).meta({
  description:
    'Rises by one when the server is restored from a backup: what came after the backup is lost then',
});

/** Most events of one replay. */
export const MAX_REPLAYED = 10_000;
export const ReplayEvents = z
  .strictObject({
    id: Id,
    after: Sequence.meta({
      description: `Events with a higher sequence are sent again, at most ${MAX_REPLAYED}, behind those that happen meanwhile`,
    }),
    epoch: Epoch.optional().meta({
      description: 'The epoch of what you have read: another one is 409 `epoch_changed`',
    }),
  })
  .meta({ examples: [{ after: 1204 }] });
export const ReplayedEvents = Replayed.extend({
  next_after: Sequence.meta({
    description: 'Where the replay ended: pass it as after to go on, until it is `last_sequence`',
  }),
  last_sequence: Sequence.meta({ description: "The business's newest event" }),
});

/** The envelope of decision 61. */
export const WebhookEvent = z
  .object({
    id: Id.meta({ description: 'Also the webhook-id header' }),
    type: WebhookEventType,
    timestamp: Timestamp.meta({ description: 'When the event happened' }),
    api_version: z.literal('v1').meta({ description: 'Version of the payload' }),
    sequence: BigCount.meta({ description: 'Rises with each event of the business; 0 for a test event' }),
    epoch: Epoch,
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the event is about; its shape depends on `type`' }),
  })
  .meta({
    id: 'WebhookEvent',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0d',
        type: 'inventory.low_stock',
        timestamp: '2026-01-02T15:04:05.000Z',
        api_version: 'v1',
        sequence: 1204,
        epoch: 1,
        data: {
          id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02',
          sku: 'BD-3.5',
          available_quantity: 8,
          threshold: 10,
        },
      },
    ],
  });
/** Several envelopes in one request. */
export const WebhookBatch = z
  .object({
    id: Id.meta({ description: 'Also the webhook-id header, the same at each attempt' }),
    type: z.literal('batch').meta({ description: 'Always `batch`' }),
    api_version: z.literal('v1').meta({ description: 'Version of the payloads' }),
    epoch: Epoch,
    events: z.array(WebhookEvent).meta({ description: 'Lowest sequence first' }),
  })
  .meta({
    id: 'WebhookBatch',
    description: 'What an endpoint with `batch` receives',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0e',
        type: 'batch',
        api_version: 'v1',
        epoch: 1,
        events: WebhookEvent.meta()?.examples ?? [],
      },
    ],
  });
export const WebhookEventList = listOf(WebhookEvent).extend({
  next_after: Sequence.meta({ description: 'Pass it as after in the next request, also when data is empty' }),
  oldest_sequence: Sequence.meta({
    description: "The business's oldest event that is kept; one above `last_sequence` without one",
  }),
  last_sequence: Sequence.meta({ description: "The business's newest event; 0 before the first one" }),
  epoch: Epoch,
});

export const ListEvents = z.strictObject({
  after: Sequence.default(0).meta({
    description:
      'Events with a higher sequence follow, lowest first; nothing appears later below one you have seen. 0 begins at the oldest that is kept',
  }),
  epoch: Epoch.optional().meta({
    description: 'The epoch of what you have read: another one is 409 `epoch_changed`',
  }),
  type: WebhookEventType.optional().meta({ description: 'Only events of this type' }),
  object_id: Id.optional().meta({ description: 'Only events whose data has this id' }),
  ...Paging,
});
