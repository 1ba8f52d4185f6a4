import type { entities } from '../../features/entities/tables';
import type { Weekday } from '../../kernel/delivery-days';
import type { TeamRole } from '../../kernel/permissions';

/** Password of every demo account. */
export const DEMO_PASSWORD = 'demo-password-2026';

export type DemoKey =
  | 'retailer'
  | 'wholesaler'
  | 'cultivator'
  | 'free'
  | 'wholesaler2'
  | 'wholesaler3'
  | 'cultivator2';

type EntityRow = typeof entities.$inferInsert;
interface Place {
  name: string;
  street: string;
  city: string;
  zip: string;
  /** Of sellers: when goods leave it, and until when what is ordered can leave on the next day. */
  deliveryDays?: readonly Weekday[];
  orderCutoff?: string;
}

export interface DemoBusiness {
  key: DemoKey;
  entity: Pick<
    EntityRow,
    | 'type'
    | 'tier'
    | 'name'
    | 'legalName'
    | 'licenseNumber'
    | 'licenseType'
    | 'contactPhone'
    | 'taxRateBps'
    | 'minimumOrderCents'
  >;
  /** Days from today. */
  licenseDays: number;
  /** The first is where goods arrive and where the entity is registered. */
  locations: readonly [Place, ...Place[]];
  members: ReadonlyArray<{ email: string; name: string; role: TeamRole }>;
}

/** All entities trade in California, because goods may not cross the state border; the timezone is Los Angeles. */
export const STATE = 'CA';
export const TIMEZONE = 'America/Los_Angeles';

export const DEMO_BUSINESSES: readonly DemoBusiness[] = [
  {
    key: 'retailer',
    entity: {
      type: 'retailer',
      tier: 'enterprise',
      name: 'Harbor & Pine',
      legalName: 'Harbor & Pine Dispensaries LLC',
      licenseNumber: 'C10-0000412-LIC',
      licenseType: 'Retailer',
      contactPhone: '(510) 555-0142',
      taxRateBps: 0,
    },
    licenseDays: 412,
    locations: [
      { name: 'Downtown Oakland', street: '1911 Broadway', city: 'Oakland', zip: '94612' },
      { name: 'Berkeley', street: '2540 San Pablo Avenue', city: 'Berkeley', zip: '94702' },
    ],
    members: [
      { email: 'retailer@demo.test', name: 'Maya Alvarez', role: 'owner' },
      { email: 'retailer.admin@demo.test', name: 'Jonas Whitfield', role: 'admin' },
      { email: 'retailer.manager@demo.test', name: 'Priya Nair', role: 'manager' },
      { email: 'retailer.viewer@demo.test', name: 'Sam Okafor', role: 'viewer' },
    ],
  },
  {
    key: 'wholesaler',
    entity: {
      type: 'wholesaler',
      tier: 'enterprise',
      name: 'Golden Coast Distribution',
      legalName: 'Golden Coast Distribution Inc.',
      licenseNumber: 'C11-0001187-LIC',
      licenseType: 'Distributor',
      contactPhone: '(510) 555-0187',
      taxRateBps: 250,
    },
    licenseDays: 503,
    locations: [
      {
        ...{
          name: 'San Leandro Warehouse',
          street: '2000 Marina Boulevard',
          city: 'San Leandro',
          zip: '94577',
        },
        ...{ deliveryDays: ['mon', 'tue', 'thu', 'fri'], orderCutoff: '14:00' },
      },
      { name: 'Sacramento Depot', street: '8150 14th Avenue', city: 'Sacramento', zip: '95826' },
    ],
    members: [
      { email: 'wholesaler@demo.test', name: 'Theo Lindqvist', role: 'owner' },
      { email: 'wholesaler.admin@demo.test', name: 'Renee Castillo', role: 'admin' },
      { email: 'wholesaler.manager@demo.test', name: 'Marcus Bell', role: 'manager' },
      { email: 'wholesaler.viewer@demo.test', name: 'Hana Sato', role: 'viewer' },
    ],
  },
  {
    key: 'cultivator',
    entity: {
      type: 'cultivator',
      tier: 'enterprise',
      name: 'Redwood Terrace Farms',
      legalName: 'Redwood Terrace Farms Cooperative',
      licenseNumber: 'CCL22-0000936',
      licenseType: 'Small Mixed-Light Tier 1',
      contactPhone: '(707) 555-0116',
      taxRateBps: 0,
    },
    licenseDays: 45,
    locations: [
      {
        ...{ name: 'Greenhouse and Drying Barn', street: '4400 Low Gap Road', city: 'Ukiah', zip: '95482' },
        ...{ deliveryDays: ['tue'], orderCutoff: '09:00' },
      },
    ],
    members: [{ email: 'cultivator@demo.test', name: 'Ida Brennan', role: 'owner' }],
  },
  {
    key: 'free',
    entity: {
      type: 'retailer',
      tier: 'free',
      name: 'Telegraph Corner',
      legalName: 'Telegraph Corner Cannabis LLC',
      licenseNumber: 'C10-0000877-LIC',
      licenseType: 'Retailer',
      contactPhone: '(510) 555-0163',
      taxRateBps: 0,
    },
    licenseDays: 388,
    locations: [{ name: 'Telegraph Avenue', street: '4868 Telegraph Avenue', city: 'Oakland', zip: '94609' }],
    members: [{ email: 'free@demo.test', name: 'Leo Marchetti', role: 'owner' }],
  },
  {
    key: 'wholesaler2',
    entity: {
      type: 'wholesaler',
      tier: 'enterprise',
      name: 'Delta Ridge Wholesale',
      legalName: 'Delta Ridge Wholesale Inc.',
      licenseNumber: 'C11-0001544-LIC',
      licenseType: 'Distributor',
      contactPhone: '(559) 555-0129',
      taxRateBps: 0,
    },
    licenseDays: 467,
    locations: [
      {
        ...{ name: 'Fresno Warehouse', street: '2727 South Elm Avenue', city: 'Fresno', zip: '93706' },
        ...{ deliveryDays: ['tue', 'fri'], orderCutoff: '12:00' },
      },
    ],
    members: [{ email: 'wholesaler2@demo.test', name: 'Grace Holloway', role: 'owner' }],
  },
  {
    key: 'wholesaler3',
    entity: {
      type: 'wholesaler',
      tier: 'enterprise',
      name: 'Lost Coast Provisions',
      legalName: 'Lost Coast Provisions LLC',
      licenseNumber: 'C11-0001623-LIC',
      licenseType: 'Distributor',
      contactPhone: '(707) 555-0148',
      taxRateBps: 0,
      minimumOrderCents: 50_000,
    },
    licenseDays: 428,
    locations: [
      {
        ...{ name: 'Petaluma Warehouse', street: '1340 Industrial Avenue', city: 'Petaluma', zip: '94952' },
        ...{ deliveryDays: ['wed', 'fri'], orderCutoff: '11:00' },
      },
    ],
    members: [{ email: 'wholesaler3@demo.test', name: 'Owen Fairchild', role: 'owner' }],
  },
  {
    key: 'cultivator2',
    entity: {
      type: 'cultivator',
      tier: 'enterprise',
      name: 'Mendo Slope Farms',
      legalName: 'Mendo Slope Farms LLC',
      licenseNumber: 'CCL23-0001204',
      licenseType: 'Small Mixed-Light Tier 1',
      contactPhone: '(707) 555-0193',
      taxRateBps: 0,
      minimumOrderCents: 30_000,
    },
    licenseDays: 251,
    locations: [
      {
        ...{ name: 'Farm and Packing Room', street: '17800 Orr Springs Road', city: 'Ukiah', zip: '95482' },
        ...{ deliveryDays: ['thu'], orderCutoff: '16:00' },
      },
    ],
    members: [{ email: 'cultivator2@demo.test', name: 'Rosa Delgado', role: 'owner' }],
  },
];

/** The owner of a business that claims a customer: it signed up with another email than its seller has. */
export const DEMO_CLAIMANT = { email: 'claimant@demo.test', name: 'Nora Quintana' };

export const DEMO_EMAILS = [
  ...DEMO_BUSINESSES.flatMap(({ members }) => members.map(({ email }) => email)),
  DEMO_CLAIMANT.email,
];

/** Requester and target of each connection; no retailer has `wholesaler2` yet, for the visitor to connect with. */
export const DEMO_CONNECTIONS: ReadonlyArray<{
  from: DemoKey;
  to: DemoKey;
  daysAgo: number;
  accepted: boolean;
  message: string;
}> = [
  {
    from: 'retailer',
    to: 'wholesaler',
    daysAgo: 190,
    accepted: true,
    message: 'We run two shops in the East Bay and would like to carry your flower and vapes.',
  },
  {
    from: 'cultivator',
    to: 'wholesaler',
    daysAgo: 170,
    accepted: true,
    message: 'Sun-grown from Mendocino, harvested twice a year. Happy to send samples.',
  },
  {
    from: 'wholesaler2',
    to: 'cultivator',
    daysAgo: 150,
    accepted: true,
    message: 'We pack flower for shops between Fresno and Bakersfield.',
  },
  {
    from: 'free',
    to: 'wholesaler',
    daysAgo: 120,
    accepted: true,
    message: 'Small shop on Telegraph, one delivery a week.',
  },
  {
    from: 'wholesaler3',
    to: 'retailer',
    daysAgo: 140,
    accepted: true,
    message: 'We drive down to the East Bay twice a week, with vapes and edibles that you carry already.',
  },
  {
    from: 'retailer',
    to: 'cultivator2',
    daysAgo: 125,
    accepted: true,
    message: 'We sell your jars from a distributor and would like to buy them from the farm.',
  },
  {
    from: 'cultivator',
    to: 'retailer',
    daysAgo: 3,
    accepted: false,
    message: 'Our autumn harvest is cured. Would you like to see the menu?',
  },
];
