import { CircleAlert, CircleCheck, Clock, LoaderCircle } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { STATUS } from './labels';
import type { SyncStatus } from './types';

const LOOK = {
  queued: { tone: 'warning', icon: Clock },
  running: { tone: 'progress', icon: LoaderCircle },
  completed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
} as const;

/** How far a sync has come: tint, word and icon. */
export function SyncBadge({ status }: { status: SyncStatus }) {
  return <Badge {...LOOK[status]}>{STATUS[status]}</Badge>;
}
