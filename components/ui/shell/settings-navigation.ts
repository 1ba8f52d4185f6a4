import {
  type EntityType,
  type Permission,
  permissionsOf,
  SELLERS,
  type TeamRole,
} from '@/server/kernel/permissions';

export type SettingsSection = {
  href: string;
  label: string;
  /** The letter after G that opens it. */
  letter?: string;
};

type Rule = SettingsSection & {
  needs?: readonly Permission[];
  only?: readonly EntityType[];
  /** Of the whole business: not for members limited to locations. */
  whole?: true;
};
/** Every section of the settings, in order. A new section is a new line here. */
const RULES: readonly Rule[] = [
  { href: '/settings/profile', label: 'Profile' },
  { href: '/settings/security', label: 'Security' },
  { href: '/settings/notifications', label: 'Notifications' },
  { href: '/settings/business', label: 'Business', needs: ['update:entity'], whole: true },
  { href: '/settings/licenses', label: 'Licenses', needs: ['update:entity'] },
  { href: '/settings/locations', label: 'Locations', needs: ['read:locations'] },
  { href: '/settings/team', label: 'Team', needs: ['read:team'] },
  { href: '/settings/sales', label: 'Sales', needs: ['update:entity'], only: SELLERS, whole: true },
  { href: '/settings/invoices', label: 'Invoices', needs: ['update:entity'], only: SELLERS, whole: true },
  { href: '/settings/taxes', label: 'Taxes', needs: ['update:terms'], only: SELLERS, whole: true },
  { href: '/settings/books', label: 'Books', needs: ['export:books'], only: SELLERS, whole: true },
  { href: '/settings/inventory', label: 'Inventory', needs: ['update:entity'], whole: true },
  { href: '/settings/pos', label: 'POS', needs: ['update:entity', 'update:locations'] },
  {
    href: '/settings/integrations',
    label: 'Connections',
    needs: ['update:integrations'],
    only: SELLERS,
    whole: true,
  },
  {
    href: '/settings/fleet',
    label: 'Drivers and vehicles',
    needs: ['update:orders'],
    only: SELLERS,
  },
  { href: '/settings/api', label: 'API & webhooks', letter: 'd', needs: ['read:usage'] },
  { href: '/settings/audit', label: 'Audit log', needs: ['read:audit'] },
  { href: '/settings/danger', label: 'Danger zone', needs: ['delete:entity'] },
];

/** The sections that a role in a business of the given type may open, in order. */
export function settingsSections(role: TeamRole, type: EntityType, isLimited = false): SettingsSection[] {
  const held = permissionsOf(role, type);
  return RULES.filter(
    ({ needs = [], only, whole }) =>
      (!only || only.includes(type)) && needs.every((need) => held.includes(need)) && !(whole && isLimited),
  ).map(({ needs: _, only: __, whole: ___, ...section }) => section);
}
