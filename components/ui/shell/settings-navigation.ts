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
  /** Its heading. */
  group: 'You' | 'Business' | 'Selling' | 'Stock' | 'Developers';
  /** What one looks for there, beside its name. */
  words: string;
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
  { href: '/settings/profile', label: 'Profile', group: 'You', words: 'name email account' },
  {
    href: '/settings/security',
    label: 'Security',
    group: 'You',
    words: 'password passkeys authenticator second factor mfa recovery codes sessions sign out',
  },
  {
    href: '/settings/notifications',
    label: 'Notifications',
    group: 'You',
    words: 'email mail bell alerts weekly shortcuts',
  },
  {
    href: '/settings/business',
    label: 'Business',
    group: 'Business',
    words: 'legal name logo address phone time zone sign-in rules directory idle sessions',
    needs: ['update:entity'],
    whole: true,
  },
  {
    href: '/settings/licenses',
    label: 'Licenses',
    group: 'Business',
    words: 'license number expires state verified',
    needs: ['update:entity'],
  },
  {
    href: '/settings/locations',
    label: 'Locations',
    group: 'Business',
    words: 'stores warehouses address hours delivery days cutoff receiving room',
    needs: ['read:locations'],
  },
  {
    href: '/settings/team',
    label: 'Team',
    group: 'Business',
    words: 'members roles invite invitation owner',
    needs: ['read:team'],
  },
  {
    href: '/settings/integrations',
    label: 'Connections',
    group: 'Business',
    words: 'metrc leaflink distru apex quickbooks move in migration import',
    needs: ['update:integrations'],
  },
  {
    href: '/settings/audit',
    label: 'Audit log',
    group: 'Business',
    words: 'history who changed',
    needs: ['read:audit'],
  },
  {
    href: '/settings/danger',
    label: 'Danger zone',
    group: 'Business',
    words: 'delete business export data',
    needs: ['delete:entity'],
  },
  {
    href: '/settings/sales',
    label: 'Sales settings',
    group: 'Selling',
    words: 'minimum order credit backorders certificates delivery freight accept orders',
    needs: ['update:entity'],
    only: SELLERS,
    whole: true,
  },
  {
    href: '/settings/invoices',
    label: 'Invoice settings',
    group: 'Selling',
    words: 'terms net days due remittance reminders overdue',
    needs: ['update:entity'],
    only: SELLERS,
    whole: true,
  },
  {
    href: '/settings/taxes',
    label: 'Taxes',
    group: 'Selling',
    words: 'rate excise exempt rules',
    needs: ['update:terms'],
    only: SELLERS,
    whole: true,
  },
  {
    href: '/settings/books',
    label: 'Books',
    group: 'Selling',
    words: 'accounting accounts journal export quickbooks closing',
    needs: ['export:books'],
    only: SELLERS,
    whole: true,
  },
  {
    href: '/settings/fleet',
    label: 'Drivers and vehicles',
    group: 'Selling',
    words: 'manifest plate license fleet',
    needs: ['update:orders'],
    only: SELLERS,
  },
  {
    href: '/settings/inventory',
    label: 'Inventory',
    group: 'Stock',
    words: 'low stock threshold alert oldest first expiration',
    needs: ['update:entity'],
    whole: true,
  },
  {
    href: '/settings/pos',
    label: 'POS',
    group: 'Stock',
    words: 'register sync connect credentials',
    needs: ['update:entity', 'update:locations'],
  },
  {
    href: '/settings/api',
    label: 'API & webhooks',
    group: 'Developers',
    words: 'keys endpoints deliveries usage limits reference',
    letter: 'd',
    needs: ['read:usage'],
  },
  {
    href: '/settings/api/assistants',
    label: 'Assistants',
    group: 'Developers',
    words: 'mcp ai claude chatgpt connect oauth plans approve grants',
  },
];

/** The sections that a role in a business of the given type may open, in order. */
export function settingsSections(role: TeamRole, type: EntityType, isLimited = false): SettingsSection[] {
  const held = permissionsOf(role, type);
  return RULES.filter(
    ({ needs = [], only, whole }) =>
      (!only || only.includes(type)) && needs.every((need) => held.includes(need)) && !(whole && isLimited),
  ).map(({ needs: _, only: __, whole: ___, ...section }) => section);
}
