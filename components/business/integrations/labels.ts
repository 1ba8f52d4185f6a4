import type { BadgeIcon, BadgeTone } from '@/components/ui/base/badge';
import type { Connection, VendorConnection } from './types';

export const SYSTEM: Record<Connection['system'], string> = {
  metrc: 'Metrc',
  leaflink: 'LeafLink',
  distru: 'Distru',
};
export const HEALTH: Record<Connection['status'], { label: string; tone: BadgeTone; icon: BadgeIcon }> = {
  active: { label: 'Active', tone: 'success', icon: 'check' },
  failing: { label: 'Failing', tone: 'danger', icon: 'alert' },
  off: { label: 'Off', tone: 'neutral', icon: 'minus' },
};
export const KEY_HINT: Record<VendorConnection['system'], string> = {
  leaflink: 'A key of an app (Settings → Applications), or a token of the newer API. Tallyleaf only reads.',
  distru: 'From Settings → Integrations → Distru API; it is valid for a year. Tallyleaf only reads.',
};
