import { Check, CircleX, ClipboardList, type LucideIcon, Search } from 'lucide-react';
import type { BadgeTone } from '@/components/ui/base/badge';
import type { StockCount } from './types';

export const COUNT_STATUS: Record<
  StockCount['status'],
  { label: string; tone: BadgeTone; icon: LucideIcon }
> = {
  counting: { label: 'Counting', tone: 'info', icon: ClipboardList },
  review: { label: 'In review', tone: 'warning', icon: Search },
  applied: { label: 'Applied', tone: 'success', icon: Check },
  cancelled: { label: 'Canceled', tone: 'neutral', icon: CircleX },
};
