import { CircleDashed, type LucideIcon } from 'lucide-react';
import type { BadgeIcon, BadgeTone } from '@/components/ui/base/badge';
import type { Batch, TraceStep } from './types';

export const TEST_STATUS: Record<
  Batch['test_status'],
  { label: string; tone: BadgeTone; icon: LucideIcon | BadgeIcon }
> = {
  untested: { label: 'Untested', tone: 'neutral', icon: CircleDashed },
  passed: { label: 'Passed', tone: 'success', icon: 'check' },
  failed: { label: 'Failed', tone: 'danger', icon: 'alert' },
  exempt: { label: 'Exempt', tone: 'neutral', icon: 'minus' },
};

/** What a step of a trace is called, by what brought units in or where they went. */
export const STEP: Record<TraceStep['kind'], string> = {
  receipt: 'Received',
  import: 'Imported',
  count: 'Added by count',
  sync: 'POS sync',
  return: 'Returned',
  adjustment: 'Added by adjustment',
  source: 'Made from',
  item: 'On hand',
  order: 'Ordered',
  transfer: 'Moved within',
  removal: 'Taken out',
  lot: 'Made into',
};

/** What a step's units are now, or how they came. */
export const STATE: Record<TraceStep['state'], string> = {
  on_hand: 'On hand',
  reserved: 'Reserved',
  shipped: 'Shipped',
  received: 'Received',
  returned: 'Returned',
  consumed: 'Used or taken out',
};
