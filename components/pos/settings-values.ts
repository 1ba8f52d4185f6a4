import * as z from 'zod/mini';
import type { Settings, SyncFrequency } from './types';

/** The highest threshold that the server takes (decision 19). */
export const MOST_UNITS = 1_000_000;

export const FREQUENCY: Record<SyncFrequency, string> = {
  manual: 'Manual only',
  '5min': 'Every 5 minutes',
  '15min': 'Every 15 minutes',
  '30min': 'Every 30 minutes',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
};

const WHOLE = 'Enter a whole number of units';

/** What the form of the stock's settings holds. */
export const SettingsValues = z.object({
  low_stock_threshold: z.nullable(z.number()).check(
    z.refine((units) => units !== null && Number.isInteger(units) && units >= 0, WHOLE),
    z.refine(
      (units) => units === null || units <= MOST_UNITS,
      `Use at most ${MOST_UNITS.toLocaleString('en-US')}`,
    ),
  ),
  auto_sync: z.boolean(),
  sync_frequency: z.enum(Object.keys(FREQUENCY) as SyncFrequency[]),
});
export type SettingsValues = z.infer<typeof SettingsValues>;

export function settingsValues({ low_stock_threshold, auto_sync, sync_frequency }: Settings): SettingsValues {
  return { low_stock_threshold, auto_sync, sync_frequency };
}
