import type { EventChoice } from '@/components/business/webhooks/types';
import { EVENT_NAMES, EVENTS } from '@/server/kernel/events';

/** The events of the picker */
export const EVENT_CHOICES: readonly EventChoice[] = EVENT_NAMES.map((name) => ({
  name,
  summary: EVENTS[name].summary,
}));
