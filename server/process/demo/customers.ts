import type { users } from '../../features/auth/tables';
import type { businessInvitations } from '../../features/entities/business-invitations/tables';
import { CLAIM_DAYS } from '../../features/entities/claims/state';
import type { claimants, claims } from '../../features/entities/claims/tables';
import type { externalIds } from '../../features/entities/external-ids/tables';
import type { connections, entities, locations } from '../../features/entities/tables';
import { addDays, dateIn } from '../../kernel/clock';
import type { Business } from './businesses';
import { DAY, HOUR, idAt } from './identity';
import { DEMO_CLAIMANT, STATE, TIMEZONE } from './people';

interface DemoCustomer {
  seller: 'wholesaler' | 'wholesaler2';
  type: 'retailer' | 'wholesaler';
  name: string;
  legalName: string;
  licenseNumber: string;
  email: string | null;
  phone: string;
  nickname: string | null;
  /** Id in the seller's bookkeeping. */
  account: string;
  street: string;
  city: string;
  zip: string;
  /** Days until the license expires, and since it was entered. */
  licenseDays: number;
  daysAgo: number;
}

/** Customers that aren't on board: their sellers enter what they order by phone. */
const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  {
    seller: 'wholesaler',
    type: 'retailer',
    name: 'Lakeshore Remedies',
    legalName: 'Lakeshore Remedies Inc.',
    licenseNumber: 'C10-0000655-LIC',
    email: 'orders@lakeshore.test',
    phone: '(510) 555-0171',
    nickname: 'The Lake',
    account: 'GCD-1041',
    street: '3265 Lakeshore Avenue',
    city: 'Oakland',
    zip: '94610',
    licenseDays: 233,
    daysAgo: 118,
  },
  {
    seller: 'wholesaler',
    type: 'retailer',
    name: 'Solano Green',
    legalName: 'Solano Green LLC',
    licenseNumber: 'C10-0000718-LIC',
    email: 'orders@solanogreen.test',
    phone: '(510) 555-0184',
    nickname: null,
    account: 'GCD-1046',
    street: '1325 Solano Avenue',
    city: 'Albany',
    zip: '94706',
    licenseDays: 301,
    daysAgo: 116,
  },
  {
    seller: 'wholesaler',
    type: 'retailer',
    name: 'Carquinez Wellness',
    legalName: 'Carquinez Wellness Collective',
    licenseNumber: 'C10-0000793-LIC',
    email: null,
    phone: '(707) 555-0158',
    nickname: 'Vallejo shop',
    account: 'GCD-1052',
    street: '928 Tennessee Street',
    city: 'Vallejo',
    zip: '94590',
    licenseDays: 142,
    daysAgo: 109,
  },
  {
    seller: 'wholesaler',
    type: 'wholesaler',
    name: 'North Coast Delivery Supply',
    legalName: 'North Coast Delivery Supply Co.',
    licenseNumber: 'C11-0001207-LIC',
    email: 'buying@northcoastsupply.test',
    phone: '(707) 555-0190',
    nickname: null,
    account: 'GCD-1060',
    street: '1180 Sebastopol Road',
    city: 'Santa Rosa',
    zip: '95407',
    licenseDays: 356,
    daysAgo: 101,
  },
  {
    seller: 'wholesaler2',
    type: 'retailer',
    name: 'Blossom Trail Dispensary',
    legalName: 'Blossom Trail Retail LLC',
    licenseNumber: 'C10-0000846-LIC',
    email: 'hello@blossomtrail.test',
    phone: '(559) 555-0136',
    nickname: null,
    account: '2207',
    street: '1544 Jensen Avenue',
    city: 'Sanger',
    zip: '93657',
    licenseDays: 190,
    daysAgo: 112,
  },
  {
    seller: 'wholesaler2',
    type: 'retailer',
    // The demo's retailer, which this seller entered before they connected: it is offered what is kept of it.
    name: 'Harbor and Pine',
    legalName: 'Harbor & Pine Dispensaries LLC',
    licenseNumber: 'C10-0000412-LIC',
    email: 'retailer@demo.test',
    phone: '(559) 555-0177',
    nickname: 'Harbor',
    account: '2213',
    street: '1911 Broadway',
    city: 'Oakland',
    zip: '94612',
    licenseDays: 264,
    daysAgo: 105,
  },
];

/** A customer's business, and what its seller says of it. */
export interface Customer extends Business {
  demo: DemoCustomer;
  seller: Business;
}

/** Builds the rows of the customers that aren't on board. */
export function enterCustomers(
  sellers: Record<DemoCustomer['seller'], Business>,
  now: number,
): readonly Customer[] {
  return DEMO_CUSTOMERS.map((demo) => {
    const at = now - demo.daysAgo * DAY;
    const createdAt = new Date(at);
    const id = idAt(at);
    const seller = sellers[demo.seller];
    const { type, name, legalName, licenseNumber, street, city, zip } = demo;
    const address = { street, city, state: STATE, zip };
    const profile = {
      type,
      tier: 'free' as const,
      name,
      legalName,
      licenseNumber,
      managedBy: seller.entity.id,
    };
    return {
      key: demo.account,
      demo,
      seller,
      entity: {
        ...profile,
        ...address,
        id,
        // What a seller types has not been checked.
        licenseVerified: false,
        licenseType: type === 'retailer' ? 'Retailer' : 'Distributor',
        licenseExpiry: addDays(dateIn(TIMEZONE, new Date(now)), demo.licenseDays),
        contactEmail: demo.email,
        contactPhone: demo.phone,
        taxRateBps: 0,
        timezone: TIMEZONE,
        createdAt,
      },
      locations: [
        {
          ...{ ...address, id: idAt(at), entityId: id, name, licenseNumber: null, createdAt },
          ...{ deliveryDays: [], orderCutoff: null },
        },
      ],
      ...{ members: [], staff: [], products: [], variants: [], wares: [] },
    };
  });
}

/** A seller's connection with each customer. */
export const connectCustomers = (customers: readonly Customer[]): Array<typeof connections.$inferInsert> =>
  customers.map(({ entity, seller }) => ({
    id: idAt(Number(entity.createdAt)),
    requesterId: seller.entity.id,
    targetId: entity.id,
    status: 'accepted',
    message: null,
    managed: true,
    createdAt: entity.createdAt,
    respondedAt: entity.createdAt,
  }));

/** What sellers call the customers in their bookkeeping. */
export const numberCustomers = (customers: readonly Customer[]): Array<typeof externalIds.$inferInsert> =>
  customers.map(({ entity, seller, demo }) => ({
    entityId: seller.entity.id,
    objectType: 'customer',
    objectId: entity.id,
    system: 'quickbooks',
    value: demo.account,
  }));

export interface ToldClaim {
  customer: Customer;
  invitations: Array<typeof businessInvitations.$inferInsert>;
  business: {
    entity: typeof entities.$inferInsert;
    location: typeof locations.$inferInsert;
    owner: typeof users.$inferInsert;
  };
  claimant: typeof claimants.$inferInsert;
  claim: typeof claims.$inferInsert & { id: string; createdAt: Date };
}

/**
 * Two customers that were invited: the first has signed up by itself since, with another email, and lets sellers learn of it, so its
 * claim waits for the seller.
 */
export function tellClaim(customers: readonly Customer[], now: number, passwordHash: string): ToldClaim {
  const [customer, other] = customers;
  const [location] = customer?.locations ?? [];
  if (!customer || !other || !location) throw new Error('no customer was invited');
  const { seller, demo } = customer;
  const at = now - 40 * HOUR;
  const signedUpAt = now - 26 * HOUR;
  const createdAt = new Date(signedUpAt);
  const [entityId, claimantId] = [idAt(signedUpAt), idAt(signedUpAt)];
  const { id: _, entityId: _owner, licenseNumber: _none, createdAt: _since, name, ...address } = location;
  const { type, legalName, licenseNumber } = demo;
  return {
    customer,
    invitations: [customer, other].map((to, i) => ({
      id: idAt(at + i * HOUR),
      entityId: seller.entity.id,
      email: to.demo.email ?? '',
      invitedAs: 'customer',
      customerId: to.entity.id,
      mailed: true,
      createdAt: new Date(at + i * HOUR),
      expiresAt: new Date(at + i * HOUR + 7 * DAY),
      status: 'sent',
      respondedAt: null,
    })),
    business: {
      entity: {
        ...{ id: entityId, type, tier: 'free', name: demo.name, legalName, licenseNumber, ...address },
        ...{ licenseVerified: false, underReview: true, signedUpAt: createdAt, createdAt },
        ...{ contactEmail: DEMO_CLAIMANT.email, timezone: TIMEZONE },
      },
      location: { id: idAt(signedUpAt), entityId, name, ...address, licenseNumber, createdAt },
      owner: { id: idAt(signedUpAt), entityId, ...DEMO_CLAIMANT, passwordHash, teamRole: 'owner', createdAt },
    },
    claimant: { id: claimantId, email: DEMO_CLAIMANT.email, entityId, tellSellers: true, createdAt },
    claim: {
      id: idAt(signedUpAt),
      entityId: customer.entity.id,
      sellerId: seller.entity.id,
      claimantId,
      emailMatches: false,
      licenseMatches: true,
      typeMatches: true,
      status: 'waiting',
      sellerStatus: 'waiting',
      createdAt,
      expiresAt: new Date(signedUpAt + CLAIM_DAYS * DAY),
      updatedAt: createdAt,
    },
  };
}

/** What a seller has of a business that is on board already, offered to its owner: license, email and type are the same. */
export function tellOffer(
  customers: readonly Customer[],
  claimant: Business,
  now: number,
): { claimant: typeof claimants.$inferInsert; claim: typeof claims.$inferInsert } {
  const { licenseNumber, id: entityId } = claimant.entity;
  const customer = customers.find(({ entity }) => entity.licenseNumber === licenseNumber);
  if (!customer?.demo.email) throw new Error(`no customer has the license ${licenseNumber}`);
  const at = now - 3 * HOUR;
  const createdAt = new Date(at);
  const claimantId = idAt(at);
  return {
    claimant: { id: claimantId, email: customer.demo.email, entityId, tellSellers: false, createdAt },
    claim: {
      ...{ id: idAt(at), entityId: customer.entity.id, sellerId: customer.seller.entity.id, claimantId },
      ...{ emailMatches: true, licenseMatches: true, typeMatches: true, status: 'offered' },
      ...{ createdAt, offeredAt: createdAt, updatedAt: createdAt },
    },
  };
}
