import { CircleAlert, CircleCheck, Clock, LoaderCircle, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { formatNumber } from '@/components/ui/format';
import { STATUS } from './labels';
import type { SyncRun } from './types';

const LOOK = {
  queued: { tone: 'warning', icon: Clock },
  running: { tone: 'progress', icon: LoaderCircle },
  completed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
} as const;

/** How far a sync has come: tint, word and icon. One that left items out isn't green. */
export function SyncBadge({ run: { status, failed } }: { run: Pick<SyncRun, 'status' | 'failed'> }) {
  if (status === 'completed' && failed > 0) {
    return (
      <Badge tone="warning" icon={TriangleAlert}>
        {formatNumber(failed)} failed
      </Badge>
    );
  }
  return <Badge {...LOOK[status]}>{STATUS[status]}</Badge>;
}
