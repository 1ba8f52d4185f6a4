import type { BadgeIcon, BadgeTone } from '@/components/ui/base/badge';
import type { Environment, Mode, ModeKind } from '@/server/features/compliance/words';
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
export const ENVIRONMENT: Record<Environment, string> = { production: 'Production', sandbox: 'Sandbox' };
export const MODE: Record<Mode, string> = { review: 'After review', auto: 'Automatically' };
export const MODE_KIND: Record<ModeKind, string> = {
  package_adjustment: 'Adjustments',
  package_finish: 'Ends of empty packages',
  transfer_template: 'Shipments',
};
