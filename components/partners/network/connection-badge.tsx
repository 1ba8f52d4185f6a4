import { Badge } from '@/components/ui/base/badge';
import { STATUS } from './labels';
import type { ConnectionStatus } from './types';

const LOOK = {
  accepted: { tone: 'success', icon: 'check' },
  pending: { tone: 'warning', icon: 'clock' },
  rejected: { tone: 'neutral', icon: 'x' },
} as const;

export function ConnectionBadge({ status }: { status: ConnectionStatus }) {
  return <Badge {...LOOK[status]}>{STATUS[status]}</Badge>;
}
