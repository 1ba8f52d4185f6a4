import type { z } from 'zod';
import type { WebhookEvent } from './schema';

/** An event as it is sent and as the list of events shows it (decision 61). */
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
