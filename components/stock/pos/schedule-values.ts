import * as z from 'zod/mini';
import type { Settings, SyncFrequency } from './types';

export const FREQUENCY: Record<SyncFrequency, string> = {
  manual: 'Manual only',
  '5min': 'Every 5 minutes',
  '15min': 'Every 15 minutes',
  '30min': 'Every 30 minutes',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
};

/** What the form of scheduled syncs holds. */
export const ScheduleValues = z.object({
  auto_sync: z.boolean(),
  sync_frequency: z.enum(Object.keys(FREQUENCY) as SyncFrequency[]),
});
export type ScheduleValues = z.infer<typeof ScheduleValues>;

export function scheduleValues({ auto_sync, sync_frequency }: Settings): ScheduleValues {
  return { auto_sync, sync_frequency };
}
