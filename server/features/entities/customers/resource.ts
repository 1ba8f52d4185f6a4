import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { walkOf } from '../../../kernel/params';
import {
  balance,
  count,
  day,
  exampleId,
  type Field,
  flag,
  id,
  ids,
  json,
  object,
  oneOf,
  text,
  time,
  total,
} from '../../../platform/db/fields';
import { many, readOnlyOf, resource } from '../../../platform/db/resource';
import { unsubscribedFrom } from '../../../platform/outbox/tables';
import { orders } from '../../orders/tables';
import { externalIdsOf, joinViewer } from '../external-ids/resource';
import { LicenseStatus, LicenseUse, StatedLicense } from '../licenses/schema';
import { confirmedLicense, formerlyConfirmed, isConfirmed } from '../licenses/stated.sql';
import { licenses } from '../licenses/tables';
import { contactsField, joinMember, representativeFields } from '../relationships/resource';
import { RELATIONSHIP_FIELDS } from '../relationships/schema';
import { BUYER } from '../resource';
import { Address } from '../schema';
import { CreditCheck } from '../settings';
import { connections, entities, locations } from '../tables';
import { BUYER_TYPES } from '../typed.schema';
import { balanceCents, exposureCents, overdueCents } from './credit/queries.sql';
import { CUSTOMER_STATUSES } from './statuses';
import { accounts, entityAliases } from './tables';

const e = alias(entities, 'e');
const a = alias(accounts, 'a');
const l = alias(locations, 'l');
const n = alias(licenses, 'n');

/** The business that looks, with or without one of its members. */
export interface SeenBy {
  entity: Pick<Actor['entity'], 'id'>;
  /** Of the member or key that looks, where it is limited to some. */
  locationLimit?: Actor['locationLimit'];
}

/** SQL: whether both parties of an account (alias `a`) are connected. */
export const isConnected = sql`exists (select from ${connections} c
  where least(c.requester_id, c.target_id) = least(a.seller_id, a.buyer_id)
    and greatest(c.requester_id, c.target_id) = greatest(a.seller_id, a.buyer_id) and c.status = 'accepted')`;

/** SQL: the account of a seller with a buyer, and what the seller may see of it (decision 450): each asked once per row. */
const accountOf = ({ entity, locationLimit }: SeenBy): SQL => sql`
  join ${accounts} a on a.seller_id = ${entity.id} and a.buyer_id = e.id
  ${joinViewer(entity.id)} ${joinMember(sql`a.representative_id`)}
  cross join (select ${Boolean(locationLimit)}::boolean as limited) z
  cross join lateral (select ${isConnected} as connected offset 0) k
  cross join lateral (select k.connected or exists (select from ${orders} o
    where o.wholesaler_id = a.seller_id and o.retailer_id = e.id) as known offset 0) w`;

/** SQL: what counts for the whole business, which members limited to locations don't see (decision 760). */
const ofAll = (value: SQL) => sql`case when not z.limited then ${value} end`;
export const known = (value: SQL) => sql`case when w.known then ${value} end`;
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

const customerLocation = resource(
  l,
  {
    id: id(l.id, 'Id of the location', exampleId('07')),
    name: text(l.name, 'Name of the location', 'Market Street'),
    address: object(
      {
        street: text(l.street, 'Street and number', ADDRESS.street),
        city: text(l.city, 'City', ADDRESS.city),
        state: text(l.state, 'State, such as `CA`', ADDRESS.state),
        zip: text(l.zip, 'ZIP code', ADDRESS.zip),
      },
      'Address of the premises',
    ),
    license_number: text(l.licenseNumber, 'License of the premises'),
    active: flag(l.active, 'Whether the location is in use'),
    external_ids: externalIdsOf('location', sql`l.id`),
  },
  { id: 'CustomerLocation' },
);

const STATED = { license_number: 'C10-0000412-LIC', state: 'CA', use: 'adult', expires_on: null } as const;

const customerLicense = resource(
  n,
  {
    location_id: id(n.locationId, 'Location that it is for; null for all that have none of their own'),
    license_number: text(n.number, 'License number', STATED.license_number),
    state: text(n.state, 'State that issued it, as a postal code', STATED.state),
    use: oneOf(LicenseUse)(n.use, 'The market', STATED.use),
    expires_on: day.orNull(
      sql`coalesce(n.expires_on, e.license_expiry)`,
      'Last day on which it is valid; null for no expiration',
    ),
    status: oneOf(LicenseStatus)(n.status, 'Goods reach premises with an `active` license alone'),
    operator_verified_at: time(
      n.operatorVerifiedAt,
      'When the operator verified what it says; null when that has changed since',
    ),
    confirmed: flag(sql`${isConfirmed}`, 'Whether your business has confirmed what it says, or entered it'),
    changed_at: time(n.changedAt, 'When its number, state, market or expiration last changed; null if never'),
  },
  { id: 'CustomerLicense' },
);

export const Contact = z.object({
  email: z.string().nullable().meta({ description: 'Contact email; null when it is not known' }),
  phone: z.string().nullable().meta({ description: 'Contact phone' }),
});

/**
 * What a business may know of its partner (`e`; `k` and `w` say since when), a customer or a supplier, in the order in which it
 * is published.
 */
export const profileOf = <N extends Field>(
  licenseNumber: N,
  examples: { legalName: string; licenseType: string; address: typeof ADDRESS; email: string },
) => ({
  legal_name: text.orNull(
    known(sql`e.legal_name`),
    'Legal name; null once the connection has ended without an order',
    examples.legalName,
  ),
  license_number: licenseNumber,
  license_type: text.orNull(known(sql`e.license_type`), 'License type', examples.licenseType),
  license_expiry: day.orNull(
    known(sql`e.license_expiry`),
    'Last day on which the license is valid; null for no expiration',
  ),
  address: json(
    known(sql`json_build_object('street', e.street, 'city', e.city, 'state', e.state, 'zip', e.zip)`),
    Address.nullable().meta({
      description: 'Address of the business; null once the connection has ended without an order',
    }),
    examples.address,
  ),
  contact: json(
    sql`case when k.connected then json_build_object('email', e.contact_email, 'phone', e.contact_phone) end`,
    Contact.nullable().meta({
      description: 'How to reach the business; null once the connection has ended',
    }),
    { email: examples.email, phone: null },
  ),
});

export const customer = resource(
  e,
  {
    id: id(e.id, 'Id of the customer: the id of its business', BUYER.id),
    status: oneOf(
      z.enum(CUSTOMER_STATUSES).meta({
        id: 'CustomerStatus',
        description: '`unclaimed`: your business manages its profile; `claimed`: it is on board',
      }),
    )(a.status),
    type: oneOf(z.enum(BUYER_TYPES).meta({ description: 'Type of the business' }))(
      sql`e.type`,
      'Type of the business',
    ),
    name: text(a.name, 'Name of the business', BUYER.name),
    ...profileOf(text(a.licenseNumber, 'License number', 'C10-0000412-LIC'), {
      legalName: 'Corner Dispensary LLC',
      licenseType: 'Adult-use retail',
      address: ADDRESS,
      email: 'orders@corner.example',
    }),
    unsubscribed: flag(
      sql`(k.connected and exists (select from ${unsubscribedFrom} u
        where u.seller_id = a.seller_id and u.address = lower(e.contact_email)))`,
      'Whether its contact email wants no reminders and statements of your business: none are mailed',
    ),
    locations: many(
      customerLocation,
      {
        where: sql`l.entity_id = e.id and l.deleted_at is null and k.connected`,
        order: sql`l.created_at, l.id`,
      },
      'Locations, oldest first; empty once the connection has ended',
    ),
    licenses: many(
      customerLicense,
      { where: sql`n.entity_id = e.id and k.connected`, order: sql`n.created_at, n.id` },
      'Licenses, oldest first; empty once the connection has ended',
    ),
    confirmed: json(
      sql`case when k.connected then ${confirmedLicense} end`,
      StatedLicense.nullable().meta({
        description:
          'License that your business has confirmed, as it says now; your taxes go by what is confirmed, or verified by the operator. Null without one',
      }),
      STATED,
    ),
    formerly_confirmed: json(
      sql`case when k.connected then ${formerlyConfirmed} end`,
      StatedLicense.nullable().meta({
        description:
          'What your business last confirmed of a license that has changed since; null without one',
      }),
      null,
    ),
    nickname: text(a.nickname, 'What your business calls it; it never sees that'),
    ...representativeFields(sql`a.representative_id`),
    contacts: contactsField(sql`a.contacts`),
    price_list_id: id(a.priceListId, 'Id of the price list that your business gave it'),
    terms_days: count(
      a.termsDays,
      'Days after an invoice in which it is due; null for `settings.default_terms_days`',
    ),
    credit_limit: total(
      a.creditLimitCents,
      'What it may owe, in US dollars: 409 `credit_limit` beyond; null for no limit, 0 for no credit',
    ),
    credit_check: oneOf(CreditCheck)(
      a.creditCheck,
      'From which step its orders count; null for `settings.credit_check`',
    ),
    on_hold: flag(a.onHold, 'Whether nothing is placed, accepted or shipped for it'),
    minimum_order: total(
      a.minimumOrderCents,
      'Least subtotal of its orders, less their discounts, in US dollars; null for `settings.minimum_order`',
    ),
    internal_notes: text(a.internalNotes, 'Notes of your business; the customer never sees them'),
    exempt_tax_ids: ids(a.exemptTaxIds, 'Tax rules of your business from which it is exempt'),
    balance: balance.orNull(
      ofAll(balanceCents),
      'What it owes your business, in US dollars, less what it paid in advance; null for members and keys limited to locations',
      0,
    ),
    overdue: total.orNull(ofAll(overdueCents), 'What of that is past its due date; null likewise', 0),
    exposure: balance.orNull(
      ofAll(exposureCents()),
      '`balance`, and open orders without an invoice from the stage of the credit check on; null likewise',
      0,
    ),
    external_ids: externalIdsOf('customer', sql`e.id`, { leaflink: '123' }),
    previous_ids: ids(
      sql`array(select s.alias_id from ${entityAliases} s where s.survivor_id = e.id and s.seller_id = a.seller_id order by s.alias_id)`,
      'Ids that customers of yours had before they were merged into it: they keep working for your business',
    ),
    claimed_at: time(a.claimedAt, 'When the business claimed its profile; null otherwise'),
    created_at: time(a.createdAt, 'Since when it is a customer'),
    updated_at: time(a.updatedAt, 'When the customer or its profile last changed'),
  },
  {
    joins: accountOf,
    id: 'Customer',
    description: 'A business that buys from yours, as your business sees it',
  },
);
export const Customer = customer.schema;
export const CustomerList = walkOf(Customer);

/** What of a customer is its own once it is on board. */
export const BUSINESS_FIELDS = [
  'name',
  'legal_name',
  'license_number',
  'license_type',
  'license_expiry',
  'address',
  'contact',
] as const;

/** What the seller grants a customer, each by a right of its own. */
export const TERMS = [
  'price_list_id',
  'minimum_order',
  'terms_days',
  'credit_limit',
  'credit_check',
  'on_hold',
] as const;

export type CustomerTerms = Pick<z.output<typeof Customer>, (typeof TERMS)[number]>;

/** Fields that a PATCH takes only as they are (decision 34). */
export const CUSTOMER_READ_ONLY = readOnlyOf(
  customer,
  'id',
  ...BUSINESS_FIELDS,
  'nickname',
  ...RELATIONSHIP_FIELDS,
  'exempt_tax_ids',
  'confirmed',
  ...TERMS,
  'external_ids',
);
