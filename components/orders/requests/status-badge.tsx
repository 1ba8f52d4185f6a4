import { Badge, type BadgeIcon, type BadgeTone } from '@/components/ui/base/badge';
import type { RequestStatus } from './types';

const STATUS: Record<RequestStatus, { label: string; tone: BadgeTone; icon: BadgeIcon }> = {
  waiting: { label: 'Waiting', tone: 'warning', icon: 'clock' },
  accepted: { label: 'Accepted', tone: 'success', icon: 'check' },
  declined: { label: 'Declined', tone: 'danger', icon: 'x' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', icon: 'slash' },
  expired: { label: 'Expired', tone: 'neutral', icon: 'slash' },
};

export const statusLabel = (status: RequestStatus): string => STATUS[status].label;

export function RequestBadge({ status }: { status: RequestStatus }) {
  const { label, tone, icon } = STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
