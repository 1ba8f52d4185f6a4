import type { GoodsKind, GoodsNotice } from './types';

/** How goods came, where there is room for a word. */
export const KIND: Record<GoodsKind, string> = { purchase: 'Purchase', found: 'Found', harvest: 'Harvest' };

/** The same, where a form asks for it. */
export const SOURCE_OF: Record<GoodsKind, string> = {
  purchase: 'A supplier',
  found: 'Found in our own rooms',
  harvest: 'Our own harvest',
};

/** What receiving them is called. */
export const TITLE: Record<GoodsKind, string> = {
  purchase: 'Receive goods',
  found: 'Receive goods',
  harvest: 'Record harvest',
};

/** What to know of goods as they came. @param name the goods that it is about, where it is about a line */
export const NOTICE: Record<
  GoodsNotice['code'],
  (name: string, value: string | null, day: (date: string | null) => string) => string
> = {
  pos_counts_here: () => 'The next sync of the POS at this location decides what is counted there.',
  license_expired: (_, value, day) =>
    value ? `A license expired on ${day(value)}.` : 'The license of this location has expired.',
  recalled: (name, value) => `${name}: batch ${value} is recalled. The units are in quarantine.`,
  held: (name, value) => `${name}: batch ${value} is on hold. The units are in quarantine.`,
  expired: (name, value, day) => `${name}: expired on ${day(value)}. The units are in quarantine.`,
  failed: (name, value) => `${name}: batch ${value} failed its test. The units are in quarantine.`,
  batch_differs: (name) => `${name}: the batch was known, and keeps the dates and test result that it had.`,
};
