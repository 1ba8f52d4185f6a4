import { Badge, type BadgeIcon, type BadgeTone } from '@/components/ui/base/badge';
import type { Menu } from './types';

const STATUS: Record<Menu['status'], { label: string; tone: BadgeTone; icon: BadgeIcon }> = {
  active: { label: 'Active', tone: 'success', icon: 'check' },
  off: { label: 'Off', tone: 'neutral', icon: 'slash' },
  expired: { label: 'Expired', tone: 'neutral', icon: 'clock' },
};

export function MenuBadge({ status }: Pick<Menu, 'status'>) {
  const { label, tone, icon } = STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
