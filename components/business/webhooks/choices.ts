import type { EventChoice } from '@/components/business/webhooks/types';
import { EVENT_NAMES, EVENT_SUMMARIES } from '@/server/features/webhooks/schema';

/** The events of the picker: handed to the browser as data, which spares it the schema. */
export const EVENT_CHOICES: readonly EventChoice[] = EVENT_NAMES.map((name) => ({
  name,
  summary: EVENT_SUMMARIES[name],
}));
