import { Badge, type BadgeIcon, type BadgeTone } from '@/components/ui/base/badge';
import type { DraftStatus } from './types';

/** How each status of a draft or quote reads. */
const DRAFT_STATUS: Record<DraftStatus, { label: string; tone: BadgeTone; icon: BadgeIcon }> = {
  draft: { label: 'Draft', tone: 'neutral', icon: 'minus' },
  sent: { label: 'Sent', tone: 'warning', icon: 'clock' },
  accepted: { label: 'Accepted', tone: 'success', icon: 'check' },
  ordered: { label: 'Ordered', tone: 'success', icon: 'check' },
  declined: { label: 'Declined', tone: 'danger', icon: 'x' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', icon: 'slash' },
  expired: { label: 'Expired', tone: 'neutral', icon: 'slash' },
};

/** The word for a status. @param buys the reader is the buyer, who received what was sent */
export const statusLabel = (status: DraftStatus, buys: boolean): string =>
  buys && status === 'sent' ? 'Received' : DRAFT_STATUS[status].label;

export function DraftBadge({ status, buys }: { status: DraftStatus; buys: boolean }) {
  const { tone, icon } = DRAFT_STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {statusLabel(status, buys)}
    </Badge>
  );
}
