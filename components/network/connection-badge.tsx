import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { STATUS } from './labels';
import type { ConnectionStatus } from './types';

const LOOK = {
  accepted: { tone: 'success', icon: CircleCheck },
  pending: { tone: 'warning', icon: Clock },
  rejected: { tone: 'neutral', icon: CircleX },
} as const;

export function ConnectionBadge({ status }: { status: ConnectionStatus }) {
  return <Badge {...LOOK[status]}>{STATUS[status]}</Badge>;
}
