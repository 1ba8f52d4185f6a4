import type { z } from 'zod';
import type { WebhookEvent } from './schema';

/** Formats an event as in deliveries and in the list of events (decision 61). */
export function envelopeOf({
  id,
  type,
  createdAt,
  sequence,
  data,
}: {
  id: string;
  type: z.infer<typeof WebhookEvent>['type'];
  /** ISO 8601, UTC. */
  createdAt: string;
  sequence: number;
  data: Record<string, unknown>;
}): z.infer<typeof WebhookEvent> {
  return { id, type, timestamp: createdAt, api_version: 'v1', sequence, data };
}
